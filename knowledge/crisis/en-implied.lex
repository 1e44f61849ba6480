# English, what is said without its name: "it", "gone", "the only thing keeping me here". Concepts, each in several wordings.
@kin = wife|husband|son|daughter|mom|mum|mother|dad|father|brother|sister|baby|boy|girl|child|kids|children|partner|girlfriend|boyfriend|parents|family
@them = everyone|everybody|family|kids|children|wife|husband|parents|mom|mum|dad|people|they|daughter|son|friends|her|him|them
@who = friend|bestfriend|bff|brother|sister|son|daughter|kid|child|mom|mum|mother|dad|father|husband|wife|partner|boyfriend|girlfriend|bf|gf|ex|roommate|flatmate|cousin|uncle|aunt|nephew|niece|grandpa|grandma|grandfather|grandmother|student|pupil|classmate|colleague|coworker|neighbor|neighbour|client|caller|customer|patient|teammate|teen|teenager|someone|somebody|guy|girl|boy|man|woman|user|stranger|member

[ideation]
end|ending|ended|delete|deleting myself
im|gonna|wanna (ending it|ending myself|kms|end myself)
i am|will (ending it|ending myself|end myself)
yeet|yeeting|throw|throwing|fling|hurl|launch|chuck|toss myself off|out|under|into|in
wanna|want|wants|wish to? be? ded|deceased
to dye (i|and|because|so|rn|now|anymore|today|tonight|please|im)
sewerslid*|unaliv*|selfdelete|self-delete
(reason|reasons|why) (not to|i shouldnt|i should not|shouldnt i|i shouldnt just|shouldnt i just) (die|kill myself|end it|jump|end my|go through with|be dead)
(tell|give|find|need) me|someone? (one|a|any|single) good|single? reason to|not|i|why (to live|live|stay alive|die|stay|not do it|shouldnt|keep living|not to do it|not to die|be alive)
(stepping|step|stepped|jumping|walking) off|out|over|in the|a|front|of|into __ (platform|edge|roof|train|bus|truck|traffic|bridge|ledge|railing)
(stand|standing|stood|platform|tracks|bridge|roof|balcony|overpass|ledge) __ (thought|think|thinking|imagine|picture) __ (stepping|jumping|step|jump|letting go|let go|falling)
picture|picturing|imagine|imagining|see|seeing myself (jumping|hanging|falling|dying|dead|stepping off|bleeding|in a coffin|under a train|drowning)
(want|wanted|going|gonna|urge|tempted|thought|think|thinking|almost|nearly) __ (drive|driving|steer|drove|swerve|swerving|crash|crashing|ride|threw|throw) _? _? into|off|under|in (a|the|that|this|oncoming|front)? (wall|tree|truck|traffic|bridge|lorry|river|pole|barrier|lake|sea|bus)
not|never|no|without being|be|me alive|living is|seems|would|sounds|anymore
(solution|answer|way|option|choice) __ (me not being|not being alive|is to die|is death|is dying|is to not exist|is not to exist|is suicide|me dead|me dying)
right to (die|end it|end my|stop it myself|choose my death|go on my own)
(exit|way out|door|solution|fix) is|the|a permanent
permanent (exit|way out|solution|sleep|rest|end|one)
(hurt|harm|do something to|kill) myself (tonight|tomorrow|today|and|if|badly|right now|before)
(voice|voices|brain|head|mind) __ (tells|telling|says|saying|keeps|told|screaming|whispering) me? to? __ (just do it|do it|end it|end everything|jump|kill|die|end this|let go)
(go|going|goes|went) __ (hell|heaven) __ (kill|suicide|end things|end it|take their own|took their own|die by)
(people|those|someone|anyone) who (end things themselves|end it themselves|end it|kill themselves|take their own life|die by suicide) (go|burn|forgiven|end up|get into)
god|jesus|lord forgive|forgives|forgiven|understand|understands __ (suicide|kill|end it|ending it|take my own|if i)
close|closing the account|book on (life|it all|me)
eat|eating|ate|swallow|swallowing my|his|her|the|a gun|bullet|pistol|barrel
(die|dying|dead|death|suicide) (by|before|on|until) (thursday|friday|monday|sunday|saturday|tuesday|wednesday|tomorrow|morning|tonight|christmas|my birthday)
id|would do it __ (if i wasnt|if i werent|wasnt so afraid|wasnt afraid|wasnt scared|knew it would work|if i could|afraid of failing|scared of failing|of surviving)
(afraid|scared|fear|terrified) of|it|that|ill|failing|surviving|i __ (failing at it|failing at that|surviving it|waking up after|it not working|wont work and|botch it|botching it)
maybe|guess|probably i|they|hes|shes are|is|right|should|ought|just? (i should|should|just|right)? (be dead|die|kill myself|kms|end it|just die)
cant|couldnt|not|wont live with (this|it|myself|the shame|the guilt|what i did|the pain)  (anymore|any longer|any more|i mean)

[passive]
(no|any|not|cant|dont|without) __ future __ (me in it|has me|with me|includes me|include me|i exist|im in it|im alive|i am in)
(peaceful|quiet|nice|easy|calm|restful|beautiful|good|relief|simple|lovely) __ to? (not exist|be dead|stop existing|not be here|be gone|never wake|not be alive|be nothing|not wake up|cease to exist|stop being)
(only|one|sole|last) thing|reason|person|things|reasons that|thats|is|still|i|really? (keeping|keeps|stopping|stops|holding|tethering|holds) me __ (here|alive|going|around|from|breathing)
only|one thing|reason|person i (stay|havent|am still here|keep going|keep breathing|am alive|wake up|am here)
six feet under|underground
(being|staying|to be) awake|alive|here|conscious hurts|hurt|burns|sucks|exhausts|costs
nothing left|here|more for me (here|in this|on this|anymore|in life|to stay)
(nothing|noone|nobody) here|left for me
(stay|staying|stayed) alive (for|out|because|only|just|until|so|purely)
(stay|be|keep|staying|being|remaining) alive|here|living|breathing __ (obligation|out of guilt|out of duty|for their sake|for her sake|for his sake|promise)
jealous|envious|envy|envying|envied of? (the dead|dead people|people who died|people who are dying|people who die|those who died|corpses|people dying|cancer patients|people with cancer|terminal patients)
@them|i|patient|wish|wished i|he|she? (was|were) in (that bed|that coffin|that grave|his place|her place|their place|the ground)
(fantasy|fantasies|fantasize|fantasise|daydream|pray|praying|prayed|wish|wishing|hope|hoping|disappointed|disappointment) __ (terminal|fatal|cancer|malignant|tumor|tumour|aneurysm|heart attack|diagnosed with something|something fatal|car accident|plane crash|hit me|crash and die|benign)
(plane|bus|car|truck|train|lift|elevator|lorry|asteroid|meteor|lightning) (went down|goes down|crashed|crashes|hit me|hits me|blew up|struck me|ran me over|fell on me) __ (fine|ok|okay|mind|glad|relieved|good|care|happy)?
(wouldnt|dont|not|didnt|wont) (mind|care|complain|fight it|be sad|be upset) if __ (hit me|hits me|killed me|kills me|took me|takes me|ran me over|went down|crashed|never woke|didnt wake|died|got hit|stopped breathing|heart stopped)
cross|crossing|crossed|walk|walking|step|stepping the|a|into|across|out? (road|street|traffic|highway)? without looking
(still|oh no|ugh|damn|great|fuck) (still)? here (every|again|today|another|unfortunately|somehow)
disappointed|sad|angry|furious|gutted|annoyed|pissed|cry|cried|mad|devastated __ (woke up|wake up|waking up|still alive|still here|survived|am alive|im alive|open my eyes)
(angry|sad|sorry|hate|disappointed|furious) __ i (woke up|survived|lived|failed|made it)
(obligation|will|reason|reasons|desire|wish|want|urge) to? (stay alive|be alive|live|stay) is|are|getting|wearing|runs|running|gone|fading|thin|disappearing
(living|life|being alive|existing|being here|existence) (done|thing|business|stuff)
done|finished|through with (living|life|existing|being alive|being a person|this world|this earth|the world)
(had|have|ive had) enough of (life|living|this life|being alive|existing|this world|everything)
(should|shouldve|supposed|meant|wish|wished|ought) __ (stayed there|died there|died instead|been me|died with them|died that day|died then|died years ago|have died|been the one|in the ground)
(deserve|deserved|justify|right|allowed|earned) to|my|for? (be breathing|breathe|breathing|be alive|being alive|exist|existing|live|my place here|survive|surviving)
by|for just? (being alive|existing|breathing|being born|staying alive|living)
(go|go home|call me home|bring me home|take me home|home) to|now|lord|be|with? (jesus|god|the lord|heaven|my maker)
(couldnt|cant|dont|not|no|without|lack|havent|find|finding|need|needed|gather|work|working|worked|have|had|got|if) _? _? (courage|nerve|guts|balls|strength|bravery) to (do it|go through|end|kill|die|jump|pull|step off|leave this|finally do|let go)
brave|strong|desperate|drunk enough to (do it|end|die|kill|jump|leave this|go through|let go)
too (scared|chicken|afraid|cowardly|weak|much of a coward) to (do it|end|die|kill|jump|go through|pull)
(going|be|being|wont|not|dont|expect|plan|planning|intend) to? be? around|alive|here (by|past|at|come|next|after|on|for|in) (summer|spring|winter|christmas|easter|saturday|sunday|monday|friday|thursday|next year|new year|my birthday|the end of|the weekend|march|june|the holidays)
(not|dont|never|doubt) __ (see|seeing|have|make|expect|intend|plan) _? _? another (winter|summer|spring|christmas|birthday|year|month|sunrise|monday)
(not|dont|never|havent|wont|no) __ plans|plan past|beyond|after (this|the|next|that|sunday|friday|my)
(make|making|made|get|live) it? to (18|20|21|25|30|40|50|16|next year|my next birthday|graduation|christmas) (anyway|alive|honestly|i dont|tbh)?
dont|cant|not|never see|picture|imagine|think me|myself|ill|i (making it|living|growing up|growing old|getting old|surviving|being alive|getting past|reaching|make it to|make it past)
(could|would|should) (stop breathing|just stop breathing|stop existing|drop dead|be dead|vanish) and (nobody|noone|no|the world|they|itd)
(stop|stopping|cease) (breathing|existing|being) (and|forever|for good|tonight|altogether)
smell that|would told|tell|alert them|neighbours|neighbors|someone
(let|letting|lets|just let) it|the|whatever|nature|my __ (come|kill me|take me|happens happen|take its course|finish me|cancer win|illness win|win)
(why|no point|no reason) wait|waiting (for death|to die|until it|for it to|for nature)
wait|waiting for the end|it to be over|my time|death
(rather|would|going|want|id) go|die|leave|end on my own terms|way
go|die|leave|end on my own terms
gave|given|give life|it|this|living a (fair try|fair shot|fair chance|good try|deadline)
(some|certain) people|of us arent|not|werent|are (built|made|meant|cut out|supposed|designed|wired)  for|to? (life|this world|this|live|living|be alive|be here|exist)
(world|planet|earth|universe) __ (better|fine|same|go on|spin|turn|lighter|cleaner) without me|us?
world|everybody|everyone|nobody|noone|people (doesnt|dont|needs|need|wont|wants|would) (miss me|notice im gone|notice if i died|notice if i was gone|notice if i disappeared|notice one less)
(fall|drift|go|slip|lie down|cry myself) to? asleep|sleep and? (stay asleep|not wake|never wake|stay there|just not|dont wake|thats it|let whatever|forever)
stay asleep|sleeping|under forever|for good|permanently
permission to (die|go|leave|let go|stop)
(god|lord|jesus) please? __ (take me|let me die|end this|call me home|end it for me)
ask|asking|beg|begging|pray|praying|prayed|wish|wishing god|him|jesus|the|for|to|lord|universe __ (take me|let me die|let me go|end me|end it|kill me|not wake|die in my sleep)

[plan]
(ways|way|how) to make it|this|death|dying (painless|quick|look like|not hurt|peaceful|less painful|easier on|seem like|quicker)
(look|looks|seem|pass) like|as|for? an accident so|for|and|because
googled|googling|google|searching|searched|search|researching|looking|looked|read|reading __ (painless|least painful|lethal|fatal dose|how to die|end your life|die without)
(loaded|load|cocked|held|hold|holding|polished|took out) it|the|my|gun|weapon|service|pistol|dads _? _? (twice|again|tonight|to my|and put|see how|how it feels|to see)
(gun|weapon|pistol|rifle|revolver|shotgun) __ (nightstand|next to me|hold it|held it|on his lap|on my lap|in my lap|on her lap|to see how|see how it feels)
(gave|give|given|giving|rehomed|rehoming|found) my|the|our|away (cat|dog|pets|pet|cats|dogs|bird|rabbit) __ (looked after|taken care|be cared|safe when|gone|a home for when|good home before|no longer)
(passwords|papers|documents|will|envelope|letters|instructions|keys) __ (when im gone|for when im|im not around|not here anymore|after im|once im gone|when i die|after i go|for after)
(cleaned|tidied|packed|cancelled|canceled|sorted|sold|paid|settled) __ (so nobody has|so noone has|so they dont have|so no one has|deal with it after|after im|when im gone|before i go|for when im)
who gets what|my
(send|sent|delivered|scheduled|schedule|posted|opened|read) __ (after my death|after im gone|after i die|when im dead|once im dead|after im dead|when im gone)
(letter|letters|note|notes|goodbye|video|videos) to|for my|the|everyone|each|those|all|them @kin|i|love|of? __ (after im gone|for after|when im gone|im not here|wont be here|to go|goodbye|blame themselves|birthdays)
(writing|written|wrote|write) letters|notes|goodbyes to (everyone|everybody|all|each|my|people|those|the people) (i love|ive loved|i care)?
(finds|find|found|finding|discover|discovers) my body|corpse|remains
not|isnt|wont|doesnt|so|sure|want|dont __ (the one to find|the one who finds|to find me|find me first|who finds me|that finds me|have to find me)
(know|knows|decided|chosen|picked) exactly|already|which|the|out bridge|spot|tree|building|method __ (work|do it|jump|kept|where)?
know (which bridge|which building|where and how|how and when|how and where|when and how|how to make it the last|exactly how|exactly where|precisely what)
i|ive|have|got everything (ready|prepared|arranged|set up|in place|planned) (for tonight|tonight|for the end|for when)
(how|where|when) and (where|how|when) __ (thought|think|decided|worked|planned|calms|calm|quiet)
got|get|took|bought|found|fetched (the|a|some|my|dads|his) (rope|gun|pistol|blades|razor blades|noose|knife) (from|out|ready|tonight|and)
(set|given|gave|made) myself? a|the|it (deadline|date|end date|expiry|cutoff)
deadline if|and|for (nothing changes|nothing gets|it doesnt|things dont|my life|myself|im|i)
(insurance|clause|policy|exclusion) __ (suicide clause|clause runs|runs out|pays out|paid up|covers it|cover suicide|pay if i)
(location|phone|gps) off __ (talked out|find me|nobody|dont want|track)
dont|not|wont|never|nobody want|going|let|need|can to? be? (talked out of|talk me out|change my mind|stop me|stopped|be saved|saved)
(tied|tie|tying) it|the|a up|around|rope|noose __ (chickened|backed|stopped|couldnt|beam|neck)

[method]
how many|much of? my|these|the|those|his|her? (pills|meds|tablets|painkillers|sleeping pills|medication|insulin)  would|will|do|does|can|should it|i|you take|need|have
least|less|most painful|painless|messy|violent|quick|peaceful (way|method|death|way out|way to go)
does|will|would|did|wonder|if|is it|to|drowning|hanging|dying|jumping hurt|painful|quick __ (to drown|to die|to hang|drown|bleed out|jump|dying|if i jump|stop existing|to stop existing)
does it hurt|take long to|when|if die|drown|you|i (die|jump|drown|bleed|hang|stop breathing)?

[intent]
(nobody|noone|no one|you|they|nothing) can|could|will|gonna stop|save me now|anymore|this|tonight
nothing you|anyone|anybody|they say|says|do|does|can will|can|could|would|say|do change|stop|help|will (my mind|me|this|it|change|stop|now)
after today|tonight|tomorrow|this|friday|sunday|monday|saturday nobody|noone|you|they|everyone|none|i wont|will|of|never|have|has|has? __ (worry about me|deal with me|see me|hear from me|carry me|bother|be a burden|need to worry|put up with me|have to see me)
(nobody|noone|none) of|one? you? will|would|ll|has|have have|need|to|ever|be? to? (worry about|deal with|see|carry|put up with|look after|take care of|pay for|suffer|hear from|clean up after|bother with) me|my
no one will|would|ll|has have|need|to|ever? to? (worry about|deal with|see|carry|put up with|look after|take care of|pay for|suffer|hear from|clean up after|bother with) me|my
no more (tomorrows|tomorrow|birthdays|mondays|days) for me
(ill|will|going to|gonna|im going to|soon ill) (not|never)? be (dead|with god|with jesus|free of all this|free of this|at peace|free from this)  (soon|tonight|again|tomorrow|by|at last|sunday|finally|now|forever|pain)
(wont|not) be here|there|around to (see it|read it|answer|reply|read this|see this)
not|dont|wont|never (think|going|gonna|plan|planning)? (im|i|ill|to)? (coming back|come back|wake up|waking up|get out|getting out) (from this|alive|this time)
made up my mind|peace with|about (dying|death|it and im|and i feel|and im calm|and im going)
(feel|feeling|im|am|felt) (calm|at peace|peaceful|relieved|light|free) (for the first|now that i|now that ive|because i decided|because its|ive decided|since i decided)
(bleeding|bleed|cut) __ (not stopping|wont stop|isnt stopping|so deep|all the way|maybe thats ok|and i dont care)
all the way this time
took|taken|swallowed|downed them all|all|the|every __ (an hour ago|minutes ago|just now)
took|taken|swallowed all of them
if|when i dont (log in|reply|answer|post|text|show up|come back|wake up) tomorrow|again|anymore|you|its|by (know why|goodbye|because)?
if|unless (nothing changes|it doesnt change|it doesnt get|things dont|the appeal|i fail|i dont get|they say no|she leaves|he leaves) __ (im gone|checking out|wont be|im done|ending it|end it|die)
(im|i am|wont|i) (checking|clocking|signing|logging) out|off (of life|for good|forever|of this|permanently|of everything|for ever)
(until|till|once|after|when|christmas|that) __ (then im gone|then ill go|then its over for me|then i can finally|then ill be gone|and then im gone|i can die|its my turn)
(next|this|last) (time|one) (be|was|is|will be)? the last (one|time) and|i|ill|on

[attempt]
(got|came|home|released|discharged|back|out|woke) of|from|up|in|the __ (hospital|icu|ward|psych|er) __ (overdose|attempt|od|tried|hanging|cutting)
(tried|attempted|attempt) __ (woke up|walked in|found me|rope broke|threw up|didnt work|chickened out|survived|failed again|nobody knows|noone knows|no one knows|caught me|stopped me|pumped)
(second|2nd|third|3rd|another|last|first|fourth|latest) attempt this|in|on|last|since|and|lol|was|failed (month|week|year|a|nobody|lol|monday|tuesday|wednesday|thursday|friday|saturday|sunday|night)?
want|going|gonna|ready to? try again (tonight|soon|this time|already|to die)
already|just want to try again  
tried to (end things|end everything|go last|end it last|leave this world|stop existing|not wake)
i|ive attempted (on|last|this|yesterday|a week|two|days|recently|sunday|monday|tuesday|wednesday|thursday|friday|saturday)

[burden]
@them|shed|hed|theyd|youd|would|could|will __ (do better|cope|be free|breathe|be better|have a better|find a better|get the insurance|get my pension|be relieved|be happier|be fine|sleep better|live better|be all right|be alright|be okay) __ (without me|if i wasnt|if i was|if i were|when im gone|once im gone|if i died|if i let go|if i disappeared|me gone|with me dead|with me gone|if i werent|than with me)
(better|different|new|real|proper) mother|mom|mum|father|dad|wife|husband|parent|partner than|and|for|who|if|to me|them|isnt|i|her|him|replace __ (gone|dead|under|not|me)?
deserve|deserves|need|needs a (mother|father|mom|mum|dad|wife|husband|parent|partner|daughter|son) who (isnt me|isnt|is not me|is alive inside)
(shed|hed|theyd|youd|everyone) be (free|relieved|better off|happier|okay|fine|rich|richer|glad) (if|when|once|without|after)
worth more dead|to them dead|gone
(insurance|policy|payout|life cover|pension|death benefit) __ (only thing|worth more|i can still give|give them|leave them|look after them|take care of them|better off|than with me|for my kids|kids get|family gets|pay off|pays off)
(only thing|all i have|all i can) __ (policy on my life|life insurance|insurance policy|life cover|my death benefit)
covers|cover|covered|pay|pays|paying if|out|for|when|it|on i (kill|die by|end|do it|commit)
(cost|costs|costing|expensive|expense) __ (being alive|my being alive|keeping me alive|to keep me alive|alive)
what my|me being|staying alive|here costs|costs?
doing|do|did them|everyone|you|her|him|all|my|family|the|world a|all? favour|favor __ (gone|dead|die|kill|last one|end|disappear|leaving|if i|by)
kindest|best|nicest|decent|right|only thing i|to|for __ (remove myself|to go|is go|not be here|leave them|let them be free|let them go|die)
remove|removing|subtract|erase|take|taking myself|me from|out of? __ (equation|picture|their lives|lives|world|everyones|family)
makes|make|made (sense|more sense) to (go|die|end it|not be here|not exist|leave this)
(relieved|better|happier|glad|easier|free) if|when|once i (disappeared|vanished|was gone|were gone|died|was dead|were dead|wasnt here|just died|left forever|did it|ended it)
(grieve|cry|mourn|sad|miss me|upset) for a (week|month|while|bit|day|year|few) __ (free|better|move on|fine|get over|okay|then|relieved|forget)
nobody|noone|one would|will|d|even notice|know|care|find me? (for weeks|for days|for months|until the smell|until the rent|for a week|for a month|if i stopped existing|that i was gone|i was dead)
how long|many (would|will|before|until|it|days) __ (notice|find me|find my body|realise im gone|realize im gone|miss me) __ (stopped|gone|dead|died|disappeared)?
ruin|ruined|ruining|poison|wreck|destroy everyones|everybodys|their|peoples|my (lives|life|kids lives|familys lives) just? by (being alive|existing|being here|being born|breathing)
(debt|debts|loans|loan|mortgage) __ (if i die|when i die|if you die|if i was dead|if im dead|when you die|die with me|if i were dead|when im dead)

[farewell]
(please|just|and|kindly) dont|not look|looking|come|try|search for|after|to find me
do not (look for me|come looking|try to find me|blame yourself|blame yourselves|search for me|mourn me|cry for me)
(please|pls) (look after|take care of|feed|keep|be good to|watch over|adopt) _? (my|the)? @kin|dog|cat|cats|dogs|him|her|them|biscuit __ (for me|after|when|likes|loves|goodbye|sorry|gone|without me)
(hope|may|wish) you|they|everyone|yall all? (find|have|get|found) __ (peace|happiness|what i) (i couldnt|i never|i cant|i didnt|that i)
peace|happiness (i couldnt|i never found|i never had|i cant find|i cant have)
tell|let my|him|her|them|the @kin|boys|girls|guys|know|everyone|that? __ (not her fault|not his fault|not their fault|loved them|loved her|loved him|im sorry|i tried|always loved|loved you)
(old man|mother|father|dad|mom|mum|mama|papa|daddy|mommy|wife|husband) loved (them|you|her|him) (always|more|so|very|to the end)
sorry|apologize|apologise|forgive to? everyone|everybody|all|you|mom|mum|dad|me before i (go|leave|do this|do it|die)
(you|yall|guys) were|was|are the only (one|person|ones) who (listened|cared|understood|was kind|saw me) __ (goodbye|bye|farewell|thank)?
remember me|of as|when|how|fondly|like i|before|me was|all|used|once
this is where (i get off|it ends|it ends for me|i say goodbye|i leave|i stop)
(wanted|want|needed|just) someone|somebody|you|people|everyone to know (that i tried|i tried|i existed|i was here|im sorry|before i)
you|they wont|will|wouldnt|never|dont have to (deal with|worry about|put up with|see|hear from|look after|suffer|carry) me
(always|it was|was always) going to end (like this|this way|here|that way)
dont be sad|cry|angry (ok|okay|when|for me|about|it was)
nobody will|would|ll miss me

[exit]
(only|just) one way|ending|outcome this|it|that|i|for (ends|end|can end|stops|left|me)
(no|any|other|another) way out except|but|besides
(all|it|itll|ill|everything|itd|this) all? be over (soon|tonight|tomorrow|for me|at last)
cant even|get do|get|that|this that|this|it right
join|joining|rejoin|follow|following my|him|her|them|our|late __ (soon|again|at last|now|heaven|too long|decided|missed)
(reunited|united) with my|him|her|them|our @kin? (again|soon|in heaven|at last|up there|forever)
(be|see|with) where (he|she|they|my son|my daughter|my wife|my husband|my mom|my baby) (is|are|now|went)
stopped|stop|stopping|quit|quitting|refuse|refusing|skipping|skipped|off taking? my|his|her|the insulin|chemo|dialysis|blood|heart|transplant|warfarin|oxygen|chemotherapy|antiretrovirals (meds|thinners|pressure|medication|pills)?
feet|legs|foot over the (side|edge|railing|ledge)
(thought|think|thinking|wonder) how (quick|easy|fast|simple|peaceful|quiet) it __ (be|would|would be)
(enough|plenty) in there|here|the|that|it (for|to|cupboard|cabinet|bottle) (both of us|the both|me|not wake|do it|end)
(kept|keep|keeping|put|saved|saving|held) back|aside|up|some|the|my|all sleeping|pain|my|the|of? (tablets|pills|meds|medication)
(taking|take) us|them both|all|with away|from|out|me? (from this world|of this world|to heaven|with me)
(free|release|released|rest|relief) of|from (all this|this pain|all the pain|everything|it all|all of it|suffering) (on|soon|tonight|at last|finally|sunday|tomorrow)
(telling|told|tell) (someone|you|somebody) before i (did|do) anything
before i|id (did|do|does) anything|something (to myself|stupid|drastic|bad|rash)?
(letting|let|lets) go (now|of everything|of it all|of life|tonight|soon|this time)
im|i am|being not (built|made|meant|cut out) for (life|this|this world)

[veiled]
(this is it|this is the end|its time) __ (doing it|do it|goodbye|bye|to go|love you)?
im|i am doing it|this (tonight|today|now|anyway|for real|no matter)?
gonna|going|will|ill|might|finna to? do it (when|tonight|once|after|before|while|tomorrow|today|this|if|soon|now|alone|anyway)
(working|work|worked|building|getting|get|screwing) up (the|my|enough) (nerve|courage)
(go|went|going|goes|gone) ahead tomorrow|tonight|with it|anyway
had|have|got everything arranged|ready|prepared|planned
if anything|something happens|happened|should to me
(lived|had|have) (long enough|my time|a good run|too long|enough years|my life)
(i|ive) (had|lived|done) (my time|my bit|my life|long enough|too long|enough)
(stood|sat|stand|sit|standing|sitting|up|been|im|am|was|walked|went|drove) on|at|to|by|near|over|onto the|a|that|this|my bridge|roof|overpass|edge|railing|tracks|rooftop|cliff|ledge|parapet
(river|water|sea|lake|ocean|bridge|tracks|train|pills|bottle|knife|blade) (looks|look|looked|seems|is|was|feels) so? (calm|inviting|peaceful|quiet|tempting|close|welcoming|beautiful|easy)
(less|not) (about|so much about|a question of) whether|if than|but when
not|wont|dont|never|no going|be|need|needing|need|to|return? (be patient anymore|need it where|needing teeth|return needed|needed where im going|renew)
find|finding|found|find that|it|this|the|thought comfort|comforting|soothing (thought|idea|that)? (of)? (death|dying|not existing|ending|it)?
(wake|woke|open) up|my __ (still here|still alive|oh no|not again|another day|damn)
catch|catching|caught|ctb the bus
(turned|turning|switched) off (my location|location|my phone so)
hold|held|holding|hang|hung on for what|why
fix|fixing|solve|solving|correct that|this|it (tonight|on sunday|permanently|forever|soon|once and for all)
crisis|suicide|help (text line|line|hotline|helpline|chat) __ (hold|hung up|wait|busy|queue|answer|minutes)
is|there|theres an? afterlife|heaven|hell|life after death? (need|tonight|by|for people|if)?
not|isnt|aint an option (anymore|for me|so)

[give_up]
cant|cannot|couldnt (carry|bear|take|face|stand|endure|suffer|fight|keep|do|live) (this|it|on|any|another|the|them|doing|like|with)
im|so|am|were done
i am done
no point reason|hope|way|one
(nothing|none) of it|this matters|helps|works|worked
(tired|exhausted|weary) of fighting|holding|being|trying|pretending

[hopeless]
(no job|no wife|no house|no money|no friends|no family|no home|no life|no love) no
fail|failed|failing|failure at|in everything|life|all|even

[other]
@who __ (goodbye|farewell|final|last) (text|message|letter|note|post|email|voicemail|goodbye)
(letter|note|letters|notes|message) (he|she|they) (wrote|left|sent|had written|has written|writes) __ (us|me|for after|family|kids|goodbye|to find|everyone)
(texted|messaged|sent|wrote|posted|called|said|left) me|us|him|her|a|an|my|to? (goodbye|farewell|bye) __ (not picking up|wont pick up|not answering|wont answer|isnt answering|phone is off|doesnt answer|left the|logged off|offline|cant reach)
@who|he|she|they|who (talks|talking|talked|speaks|jokes|joking|hints|mentions|keeps|says|posts|posted|wrote|said) __ (not being around|not being here|not be around|not be here|wont be around|wont be here|be gone by|eating his gun|end it all|his own funeral|her own funeral|join her|join him|will have to see me|be better off|no point in living|having nothing left|lived long enough|had enough of life)
@who|he|she|they|who|grandpa|dad|mum __ (better off without him|better off without her|better off without them|better off if he|better off if she|better off dead|if he was dead|if she was dead|if he were dead|if she were dead)
he|she|they|hes|shes is|was|were|are|just|only|says? just? (waiting to join|ready to go|waiting to die|ready to die|going to join|wants to join|doesnt want to be here|wants to sleep forever|wants it to end|wants to disappear|tired of living|has nothing left|nothing to live for)
@who|he|she|they|someone __ (took a bunch|took pills|taken pills|taken something|took something|swallowed something|swallowed pills|overdosed|took all) __ (wake|pills|sleep|breathing|help|her|his)?
@who|he|she|they|found|son|daughter __ (search history|googled|searching|browser history|been looking up|been reading) __ (how to end|how to die|suicide|kill|ways to die|end your life|painless)
(found|saw|caught) him|her|them|my|dad|mum|mom|husband|wife|son|daughter? with|holding|on __ (shotgun|gun|pistol|rope|noose|pills|razor|blade|knife|ledge|roof|bridge|overdose)
(locked|locks|barricaded) himself|herself|themselves|themself in|inside
@who|he|she|they|who (stopped|stopping|refuses|refusing|quit) taking|his|her|their|to|take? (heart|insulin|meds|medication|dialysis|chemo|pills|eating)
@who __ (is going to jump|gonna jump|going to end it|end it tonight|going to end his|going to end her|kill themselves|hurt himself|hurt herself|wants to die|doesnt want to live|want to live anymore|not want to live|nothing left and)
essay|poem|drawing|post|story|letter|message that? reads|sounds|looks|read|sounded like a (suicide|goodbye|farewell)
(given|gave|giving|gives) away (her|his|their) (jewellery|jewelry|things|stuff|clothes|dog|cat|guitar|car|watch|books|tools|possessions|belongings)

[idiom]
end of my|the rope|tether with
(no|not|without|any|never) (dark|bad|scary|suicidal) thoughts
suicide risk (screening|assessment|scale|factors|training|management|policy)
(ill|id|youre|were|im|hes|shes|be|so) dead (if|when) (mom|mum|my|dad|she|he|they|the|boss|anyone|you|we|i lose|i miss|i forget|i break)
be dead (if|when|meat|last|tired) (mom|mum|my|dad|she|he|they|the|boss|anyone|you|we|lose)?
(papers|affairs|things) in order (with|at) (the|my|a|our)? (solicitor|lawyer|notary|bank|accountant|attorney)
(end|ending|ended) it (here|there|with him|with her|with my|with the|on|for today|for now|and continue|properly|early)
end|ending|kill|delete|stop myself? (the|this|a|your) (process|subscription|session|thread|worker|pod|job|server|account|instance|container|app)
(kill|kills|killing|killed|terminate|terminates|end|ends|restart|restarts|commit|commits) (itself|themselves|the child|child processes|the parent|all|every|its|on exit)
(let|make|have|has|should|will|must|can) _? (worker|process|daemon|pod|service|app|script|thread|container|job|node|watchdog|server|vm|instance) (kill|end|terminate|delete|die|commit|exit)
kill myself in (minecraft|game|the game|roblox|fortnite|terraria)
(worth more|better off|over|gone|done|dead) (weekend|meeting|call|standup)
(i|im) doing (it|this) (in|with|for|by|via|using|on|manually|wrong|right|now in|the) (rust|python|hand|the|a|my|excel|bash|this|branch|pr|way|correctly)?
going|gonna|will to? do it (in|with|via|using|manually|by hand|myself with|now in) 
(in|until|before|within|past) (the|my|our) deadline
(team|project|company|product|codebase|repo|world|we|teams|report|meeting) __ better off without (it|the|this|that|them|him|her)
(last|final) day at|in|of|here|with
(exam|exams|meeting|sprint|semester|winter|week|it) will? be over soon (the|anyway)?

[past]
in|around|until|from 2005|2006|2007|2008|2009|2010|2011|2012|2013|2014|2015|2016|2017|2018|2019|2020|2021|2022
back in 2008|2009|2010|2011|2012|2013|2014|2015|2016|2017|2018|2019|2020|2021|2022

[recovered]
(fine|well|stable|happy|clean|healthy) (since|ever since|these days)
much|doing|feeling|all better|good|fine|well|okay (now|these days|today)
years|year|months|days (since my attempt|clean|sober|free|in recovery|self harm free)
so much better now
glad i (stayed|lived|failed|didnt|survived|waited)

[news]
slides|screening|worksheet|workshop|toolkit|curriculum|proofread|historian|historians|biographer|biography|documentary|cobain|hemingway|dsm|moderator|debrief|poster|flyer|brochure|leaflet|newsletter|regression|dataset|datasets|annotators|classifier|chatbots|columbia
(volunteer|volunteering|volunteers|shift|trained|training|work) (on|at|for|with|in) (a|the|our) (crisis|suicide|help|prevention) (line|hotline|helpline|lifeline|centre|center|text)
(crisis|suicide|help) line volunteer|volunteers|shift|counsellor|counselor
(training|script|guide|template|protocol|guidelines|policy) for our|the|my (help|helpdesk|team|agents|staff|moderators|volunteers|school)
(when|if) a (caller|user|patient|customer|student|client) says
my (paper|thesis|dissertation|study|debate team|lecture|talk|essay) (looks|is|on|about|argues|examines|has|compares)

[practical]
(out of) office|town
ooo|pto|offsite|handover|onboarding|payroll|standup|retro|agenda|quarterly|timesheet
annual|parental|sick leave
(moving|move|relocating|emigrating) to (portugal|spain|berlin|london|paris|another|a|the|new|canada|australia)
for the bride|groom|couple|game|match|concert|final|exam

[software]
pthread*|threadpool|heartbeat|sigabrt|sigsegv|exitcode|stderr|kubectl|pods|crashloop*|coredump|goroutine|mutexes|semaphore|malloc|compiler|compilers|stacktraces|flexbox|regexes|monorepo|timeoutstopsec|ttl|autoscaler|mainloop|eventloop|killswitch|respawned|hanging_indent
exit code
garbage collect*|collector|collected|collection
merge commits|conflicts|commit
main thread

[intent]
(im|i am|ill be) (free to go|gone then|gone after that|out of here for good|finally free to go)
(logging|signing|checking|clocking) off|out for good|forever|permanently
[veiled]
(gun|guns) safe|cabinet|locker (code|key|combination|is|was)?
(be|is) my last message|post|words (to|goodbye|ever|here|on)?
counting|counted down (the|to|until|days|my)?
brave enough
(only|all) i|thing i? (have|got|can) __ (policy on my life|give them|leave them|offer them)
still here every
so there|theres|theyre nothing left for them
(bought|got|ordered|have) what i need
(i|ill|im|going) __ (see him|see her|see them|be with him|be with her|be with them) soon|again
[practical]
proposal|propose
last message (about|on|regarding|before my|for today)

[idiom]
need not be
(aws|cloud|google|azure|gcp|the|a|using|via|with|external|your|hsm|mongo|vault) kms
kms (key|keys|provider|providers|api|client|encryption|server|service|activation|arn|alias|drm|plugin|driver)
no escape (sequence|character|characters|sequences|hatch|needed|analysis|is|codes)
point|points|pointing|pointed to (any other existing|any|an|the|a|another|other|some|existing|its)
my|our attempt|attempts (to|at) (fix|solve|make|get|build|compile|reproduce|write|implement|run|explain|cook|bake|learn|find|contact|reach|install|use|a|this|understand)
(attempt|attempts|attempted|try|tried|retry) to (kill|end|terminate|hang|stop|abort) (the|a|an|its)
(end|kill|stop|terminate) it (with|by|via|using|from|gracefully|cleanly|when the|if the|after the)

[passive]
(then|and then|after that) im gone (for good|forever)?
