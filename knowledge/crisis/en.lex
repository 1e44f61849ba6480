# English. Written by hand; see docs/crisis.md for how, and crates/herma-core/build/lexicon.rs for the notation.
~ suicide suicidal myself anymore overdose themselves
@to = to|2|too
@kin = friend|bestfriend|bff|brother|bro|sister|sis|son|daughter|kid|child|mom|mum|mother|dad|father|husband|wife|partner|boyfriend|girlfriend|bf|gf|fiance|fiancee|ex|roommate|flatmate|cousin|uncle|aunt|nephew|niece|grandpa|grandma|grandfather|grandmother|grandson|granddaughter|buddy|mate|student|students|classmate|colleague|coworker|neighbor|neighbour|client|teammate|stepson|stepdaughter|stepdad|teen|teenager|someone|somebody|girl|boy|follower
@they = he|she|they|hes|shes|theyre
@themself = himself|herself|themselves|themself|hisself
@not = not|dont|doesnt|didnt|never|cant
@wish = wish|wished|wishing|hope|hoping|hoped|pray|praying|prayed|beg|begging|dream|want|wanted

[ideation]
let|lets|letting|help me|myself just|please|to? die|end
why cant|cannot|dont|didnt|couldnt|wont i just? die|end|disappear
(please|somebody|someone|god|just) please? kill|shoot|end me
waiting|ready|begging|deserve|deserving|praying|hoping|meant|supposed|destined just? to die
suicide|suicidal __ (how ill go|how i will go|how i go|matter of time|only a matter|one day|someday)
matter|question of time|when before|until|till? i __ kill|end|suicide|die
(end|ends|ending|ended) up? killing|kill myself
(rather|want|wanted|wish|better|wanna|should|deserve|prefer|id|ill|im|could|just|to|myself|i) just|all? (be|being) dead
want|wanted|wants|wish|need|like|wanting|going|love to? (stop living|end this life|stop being alive|be done living|be done with life|end this existence|be nothing|be no more|go home to jesus|go to heaven|be in heaven|be with jesus|check out of life|check out of this life|leave it all behind forever)
ends it all
thoughts|thinking|places|ways of|about|to (ending it|ending things|ending everything|ending my|the end of me)
do|doing|did something to|against myself
(do|doing) something (drastic|permanent|irreversible)
hurt|hurting|harm|harming myself (badly|really|tonight|again|so|bad|seriously|permanently)
dont|not|never feel|am|be|being safe|alone with|from|around myself
would|wouldve|could have|ve? (done it|ended it|killed myself|gone through) already|long|years|by|if|but|a
(one|some) day ill|i|im will|gonna|going? to? (kill myself|end it|die by)
someday|eventually ill|i will? (kill myself|end it|do it)
suicide|suicidal|kms|dying|death sounds|looks|seems|feels|is|was|has|keeps|becomes|becoming __ (only|option|better|good|tempting|appealing|easier|mind|calling|way)
(death|grave|void|other side|edge|bridge|water|pills|knife|tracks) calls|calling|pulling|keeps to|me|calling me?
urge|urges|impulse|impulses|need|temptation|tempted|pull to|of|for just? (jump|end|die|kill|swerve|drive|crash|overdose|disappear|drown|hang|suicide|jumping|ending|crashing|swerving)
(end|ending) my|the|this|all|own|all my? suffering|misery|pain|struggle|existence (for good|once|forever|tonight|permanently)?
thoughts|thinking|think|feelings|mind|head|talk|talking|ideas about|of|on|is not|never|no longer? (being here|being alive|living|existing|waking up|wanting to be|wanting to live|alive)
(not|dont|never|cant) know|see|understand|think|have|give|find why|how|if|a|any|one|reason __ (im still alive|i am still alive|i should live|stay alive|keep living|live anymore|to live|im alive|go on living|i should stay alive|bother living)
still alive because|only|and|for|when|why|but
hate that im|i still? alive|exist|breathing|here
suicide|suicidal crisis|hotline|line|watch|ward|risk
call|called|calling|texted|text|contacted the? suicide|crisis hotline|line|lifeline|number
method|methods|plan|note|plans|date and|ready|picked|chosen|planned|set|in ready|mind|place|set
want|wanted|wanting|wish|wishing|need|ready|prefer|desire|hope|hoping|long|longing|willing|urge|urges|like|love|rather|prepared @to just|fucking|really? die
wnat|wanr|wan|wsnt|wannt to|2|too die
wanna|wana|gotta|want|wnat just|fucking|really? (die|be dead|stop living|not be alive|not exist|kms)
want|wanted|wanna|wish|ready|like|rather to|be just? dead
(feel|felt|feeling|feels) like (dying|killing myself|ending it|ending it all|ending my life|kms|suicide|i should die|i need to die|i want to die)
(kill|killing|killin|kll|hang|hanging|shoot|shooting|drown|drowning|off|offing|unalive|unaliving|neck|poison|poisoning|stab|deleting|delete|starve|euthanize) myself
(end|ending|take|taking|ended) my|this own|miserable|pathetic|shitty|worthless? life|existence
end|ending|endin|finish it|this all
end|ending everything|things for? (good|forever|once|permanently)
commit|comit|committing|commiting|commited suicide
(thinking|think|thought|thoughts|thinkin|idea|ideas|considering|considered|contemplating|contemplated|contemplate|consider|dream|dreaming|fantasize|fantasizing|fantasise|fantasising|fantasies|obsessed|imagine|imagining|picture|picturing|planning|plan|plans|ideation|obsessing|fixated|daydream|daydreaming|crossed) of|about|bout|on|over|with|my? a? lot? just|only? (suicide|dying|death|jumping|overdosing|being dead|ending it|endin it|ending things|not being here|not being alive|ways to die|how i would do it|how id do it|how to die|how i would die|my own funeral|self deleting|self deletion|wanting to die|doing it tonight)
suicidal thoughts|thought|ideation|ideations|feelings|urges|ideas|tendencies|impulses|fantasies|tendency|urge|mood|state|episode|depression
thoughts|thought|feelings|urges|dreams of|about (suicide|death|dying|ending|killing|being dead|self deletion)
im|am|been|feeling|feel|felt|become|becoming|getting|so|really|very|pretty|extremely|actively|passively|severely|constantly|chronically|kinda|definitely|often|always|still|borderline|probably suicidal
suicidal again|rn|lately|tonight|today|now|lol|af|asf|since|most|every|because|and|all
(suicide|death|dying) is|was|seems|feels|looks|sounds|as|being|would like|be? the|my|an|a? only|best|last|easiest|right|real|good|better|logical|rational? (way|option|answer|solution|escape|exit|choice|door|relief|hope|thing)
besides|except suicide|death|dying
option|choice|way|solution|answer but|than suicide|death|dying
die|dead so|very badly|bad|much
(id|i would|would) rather|sooner be? (die|dead)
(better off|rather be|be better) dead
(tell|telling|tells|told|scream|screaming|say|saying) me? to (kill myself|die|end it|kms|kys|kill yourself|end my life)
kys and|because i|they
suicide|suicidal|suiside|death|dying is|on|in|keeps|crossed|crosses|always|constantly|been on|in|crossing|crossed|my|crosses? my|the mind|thoughts|head
part|most|half|all of me wants to (die|be dead|end)
(why shouldnt|why dont|why not|should|shouldnt) i just? (end it|die|kill|jump)
should just? (die|be dead|kms)
want|wanted|wanna to? (jump|be gone forever|leave this world|leave this earth|leave this life|be with her in heaven|join him|join her|join them)
(think|thinking|thought|about|idea) __ (joining him|joining her|joining them|walking into the river|walking into the sea|walking into the ocean|driving off|driving into|not making the turn|stepping in front|jumping in front|letting go of the wheel|crashing my car|just swerved)
i think|thought about joining
killmyself|iwanttodie|wanttodie|wannadie|iwannadie|kms|unaliving|sewerslide|unalive|wanttokillmyself|suicidal
toaster bath
want|wish my life|existence to|was|were be? over|end|ended
want|wanted|wanna out of (this life|life|this world|existence)
out of this life
@not|no longer? want|wanna|wanted|wants|wish|feel|deserve|plan|care|need to|like|2|about? just? (live|living|be alive|being alive|exist|existing|stay alive|keep living|continue living|go on living|survive|live anymore|live in this world|live on this earth|live on this planet|live like this|live in this body)
no longer want|wish|wanna|care to? (live|be alive|exist|be here)
emojiskull myself
me|myself emojigun
emojigun myself|me|tonight
die|dead|kms tonight|now|today|already
wish|want|hope|need to die
i will|ill|could|might|may hang|shoot|drown|kill|end|off myself

[passive]
(lost|losing|lose|no|without|have|any|had|zero) the|my|any|all|a|more? will|desire|wish|drive|motivation to live|exist|survive|continue
(strong|energy|tired|strength|bother|bothering|force|forcing|pretend|pretending|fight|fighting|exhausted|weak|scared|brave) enough|myself|it? to (live|be alive|keep living|stay alive|exist|keep being alive|go on living|continue living|survive)
why am|are|was|were|did|do|should|would|bother i|we|even? even|still|being|get? (alive|born|exist|here|live|existing|living|breathing|stay alive|keep living)
reason|reasons|point|purpose|use to|in|for (stick around|sticking around|stay here|staying here|be here|being here|stay alive|wake up|get up anymore|hang on|hold on|hanging on|go on)
dont|not|cant|no|never see|think|plan|want|expect|imagine|believe|picture ill|i|myself|me|to|on|being|a? __ (reach 30|see 30|see 40|see 50|grow old|growing old|make 30|turning 30|past this year|another birthday|another year|next christmas|next birthday)
dont|not plan|want|wanna|intend|expect on|to? (grow old|see 30|see 40|be 30|reach 30|living past|live past|see another|being here|wake up|another year)
shouldve|should|wish|wished|supposed|wouldve|deserved|meant __ (died|killed me|been killed|been me|killed|dead)
(surgery|crash|accident|illness|cancer|disease|car|truck|overdose|fall|it|covid|virus|stroke) had|would|could|will|should|to have? (killed|kill|take|taken|finish|finished|end) me|us
hope|hoping|wish|pray|praying|glad __ (biopsy|tumor|cancer|terminal|malignant|heart attack|aneurysm|diagnosis) __ (positive|kills|takes|bad)
not|never|dont wake up from|again|ever|anymore|tomorrow|one|in
wish|regret|regretted|hate|sad|angry|upset|disappointed that|i|it|ive|id? __ (succeeded|survived|didnt work|hadnt failed|failed|didnt die|lived|hadnt survived|wasnt successful|had worked|hadnt woken)
world|everyone|nobody|noone doesnt|dont|wont|would|really|not need|needs|miss me
a|im|am|the mistake|error|waste|burden __ (erased|removed|gone|dead|deleted|disappear|not exist)
remove|delete|erase|erasing|removing myself from? (the|this|equation|world|everyones|their|life|existence)
already|practically|basically dead and|anyway|just|already
at|in|find|finally|want|some|eternal peace forever|at|in|from|when|finally|once (last|death|dead|all|this)?
(go|went|going|goes) to sleep (for good|forever|and never|permanently|and not)
do|doing|done|want this|the life thing|anymore
(no|make) difference if|whether i (live|die|died|lived|was dead|am dead|exist)
with my|our|her|him|them daughter|son|mom|mum|dad|wife|husband|brother|sister|baby|mother|father|child|boy|girl|kids? in|up heaven
once|when|after my|the cat|dog|mom|mum|mother|parents|dad|kids|grandma __ (im going too|i will go|ill go|i will follow|ill follow|i can go|i can die|im gone too|nothing keeping|i can leave)
for my kids|mom|dog|cat|family|wife|son|daughter|parents|mum|children|husband|sister|brother __ (id have done|i would have done|id be dead|id be gone|would be dead|wouldve done it|would have done it|already be dead|already be gone|have done it already)
if|because __ (kids|mom|dog|cat|family|mum|children|son|daughter|mother) i|id|ive would|wouldve|already? have|be|ve? (done it|dead|gone|ended|killed|already)
this year is|will my|the|be my|the? last
months|weeks|days left|until i __ (end|die|kill|go|do it)
im|i am gone and|too|dont|not (dont mean|not mean|i dont|mean)
wont|not|never bother|burden|hurt|trouble|disappoint|annoy anyone|anybody|you|them|everyone|people (anymore|again|after|any more|ever)
(i|ill|im) wont|not|never be here (anymore|again|any more|ever)
(nothing|noone|nobody|not) is|s|was? stopping|holding|keeping|stops me|back (now|anymore|here|back|from)
(let|letting|take|taking) go of the wheel
wouldnt|wont|not suffer|hurt any|anymore|much (longer|more|anymore)?
(no|any|see|without) point in|of me being|staying|living|continuing alive|here|anymore
dont|not|never think|feel|believe i|ill should|deserve|can|belong|want|was|will be|exist|meant|survive|to|ever? alive|exist
id|i would be|feel happier|better|relieved|glad|free|at if i|to|when were|was|be|die|peace|died dead|gone
closing|close my eyes forever|and never
nothing|nobody|noone keeping|keeps|ties|holding me here|alive|going|on
exist|existing is|feels|hurts|has pain|exhausting|torture|pointless|become|too|so
want|wanted|wish to? (rest|sleep|be) (forever|in peace|with god|eternally)
rest in peace
rather not exist|live|be|wake|have
tired|sick|exhausted of this|the|my? existence|existing|living|breathing|life
dread|hate|hating waking up (every day|each day|again|alive|anymore)
every|each morning|day|time i wake|open|woke __ (wish|disappointed|regret|sad|hate|didnt|hadnt)
wish|wished i was|were|am|be just? dead|ded|gone|unborn|deceased
@wish i|god|someone|somebody|something|it|that|to|for could|would|will|just|had|have|can|to? just? (die|died|not wake|never wake|dont wake|wouldnt wake|die in my sleep|been born|never been born|never existed|not exist|disappear forever|stop existing|kill me|take me|takes me|shoot me|killed me|end me|not be alive|not be born)
@wish|sleep|asleep|bed|prefer|like __ (not|never|dont|wont|wouldnt|didnt) just? (wake|waking|woke) up|again|tomorrow|ever
(not|never|dont|wont|wouldnt) want|wanna to? wake
sleep|asleep|bed and|without|forever|hoping|praying __ (never|not|dont) wake|waking|woke
disappointed|disappointment|angry|sad|upset|annoyed when|that|because|about|to|every? i|ive|having|me|time? i? woke|waking|wake up|again
@wish|better|if i|had|was|id|were|ive|have|had|he|to? never been|have|be? born|existed
never|not|shouldnt should|have|ve? have|ve|been|be been? born
mother|mom|mum|parents should|had have? aborted
@wish|if|hoping|fantasize|fantasise|fantasizing|daydream|about|imagine __ (hit me|hits me|hit by|run over|run me over|shoot me|kill me|killed me|kills me|take me out|get hit|got hit|get cancer|got cancer|had cancer|crash into me|drifting into my lane|accident would|drive into me)
relieved|relief|glad|fine|happy|okay|ok|mind|care|cool if|with i|me|it|not __ (died|die|dead|never woke|killed|dying|being alive)
@not care|matter|bother|mind if|whether|about i|im|to? (live|die|dead|alive|living|dying)
live|living|alive or|nor die|dying|dead
(stop|quit|cease|ceased|stopped|stopping) to? (existing|being alive|exist|breathing|living)
(tired|sick|weary|exhausted|fed|done|drained|bored|sickened) up? of|with|from|by just? (living|being alive|life|existing|this life|breathing|waking up)
pretending i? to? want to (live|be alive|be here)
@not|no longer|isnt|aint|hardly|wasnt|not worth it? living|it? living|existing
life isnt|aint|not|is not|wasnt|no|doesnt|never? longer? worth|worthy living|it|anything
worth living|existing anymore|any|for
nothing|nobody|noone|anything|something|reason|reasons left|more|else|here|much? (to live for|to stay for|to live|left to live)
(no|zero|without|any|lost|losing|dont have|havent|find|need|out of|see|not|have|give me) a|one|any|the|my|all? (reason|reasons|will|desire|purpose|wish|motivation|energy|strength|need|right) left|more|anymore|for me? to|for|of (live|living|keep living|stay alive|be alive|exist|existing|staying alive|continue living|go on living|be here anymore)
(point|purpose|sense|use|reason|meaning|why) of|in|to|am|for|i|should|keep|even|bother|do|me|are|we __ (living|live|alive|stay alive|existing|exist)
(ready|waiting|hoping|wait|allowed|prepared|time|ok|okay) for|for me|just? to (die|leave this world|leave this earth|leave this life|let go of life|be dead)
waiting|wait|hoping|ready for|on my|the? (death|my turn|my death|it to end|death to come)
my turn __ (soon|come|hoping)
death|dying (sounds|seems|looks|feels|would be) _? (so|like|better|easier|peaceful|comforting|good|nice|relief|beautiful|more|a relief|a gift)
comfort|comforted|comforting|peace|relief|soothing in|by|at|of|about|thought __ (death|dying|being dead|not existing)
@not|couldnt|doubt see|think|expect|expected|imagine|picture|planned|thought|plan myself|me|i|ill|id|that|on? i|ill|being|be|was|will|would|living|to|am? __ (alive|live past|past 18|past 20|past 21|past 25|past 30|past 40|to 18|to 30|live this long|living past|live that long|live long|around next year|be here next|turn 18|reach 30|make it to 20|make it to 30|make it past)
meant|supposed to (live past|be alive|live this long|exist|be born|live)
not meant|made|built|cut out? for|to this|live world|life|here
@not belong in|on|to this world|earth|planet|life
dont|not|never|didnt want|wanna|like|need to? (be here anymore|be here any more|be here any longer|be alive|be on this planet|be on this earth|be on earth|be in this world|wake up|wake up anymore|exist|exist anymore|live|turn 16|turn 18|turn 20|turn 30|see tomorrow|see another day|live to see)
cant|cannot be alive|existing|living
want|wanted|wanna|wish|like|love|need|could|just|gonna|going to|i|i could? just? (disappear|vanish|fade away|slip away|be gone|go away|leave|be erased|sleep|dissappear) (forever|for good|permanently|from existence|from this world|from life|from this earth|from the earth|from the world)
want|wanted|wanna|like|wish|love to? not|stop|cease|quit|never? to? (not exist|exist anymore|existing|cease to exist|cease to be|cease existing|not be alive|not be anymore|be nothing|be dead|be no more)
(easier|better|nice|peaceful|simpler|best|happier|good) if|to|just|for|it|would|everyone|that __ (not be|wasnt here|were gone|was gone|was dead|were dead|am gone|not exist|not be here|not existing|disappeared|died|cease to be|wasnt around|wasnt alive|never existed|didnt exist|cease|wasnt born|werent here|werent around|am dead|not be alive|end it)
if i died|disappeared|vanished|die tomorrow|tonight|today|nobody|noone|no|would|they
(deserve|deserves|deserved|need|ought) to die|rot
@not deserve|worthy|fit|allowed|supposed|meant to|of (live|be alive|exist|life|breathe|living|be here)
shouldnt be (alive|living|breathing|on this earth|in this world|here|here anymore)
should not be (alive|here|living)
like me shouldnt be|exist|live alive?
(cant|cannot|can not|couldnt|unable) _? (live like this|do life|live anymore|live any more|keep living|be alive|go on living|keep existing|stay alive|do a whole life|live this life|live any longer|keep on living|continue living|be alive for|exist anymore|exist like this|live this way|continue existing|live with this pain|live with the pain|live in this world)
longer i|ill|me|can|able|am|want|to __ (alive|survive|live)
hate|hating|hated|despise being|that|to|to be|im|i? alive|existing|existence
might|may as well be|just dead|die|end
no tomorrow for me
give|giving|gave|given up on life|living
lost|losing|no|have|without|zero will|desire|wish to live|exist|survive
future with|where|that me|i|has in|exist|alive|am
(god|lord|death|universe|jesus|allah) __ take|takes|took|kill me|us|my
hurts|painful|exhausting|unbearable|torture|curse|punishment to (exist|be alive|live|breathe)
being alive is|feels|hurts|sucks
look|looking both ways less
my life __ (worth living|worth nothing|end already)
hope|wish tomorrow|morning|it|i never|doesnt comes|come

[intent]
(going|gonna|gunna|about|decided|planning|intend|intending|determined|will|ill|im|finna|ready|have|plan) @to? just|actually|really? (kill myself|end my life|end it all|take my life|take my own life|off myself|commit suicide|comit suicide|comit suicde|kms|hang myself|shoot myself|unalive myself|unalive|end myself|drown myself|ctb|slit my wrists|blow my brains|overdose|self delete|sewerslide|end it tonight|end it|do it tonight|end things tonight|end it now|end it soon|end it today|jump tonight|be dead)
(ending|end|finishing) (it|things|everything|my life|it all|this|myself) (tonight|this weekend|today|tomorrow|for good|once and for all|right now|soon|this week|this time|after christmas|tomorrow night|next week|at midnight)
really|actually|finally|definitely|im doing it this|tonight|soon|now
im|am doing it tonight|soon|now|anyway
by the time you|anyone|they|someone|mom read|reads|find|finds this|me
when|if|once you|they read|find this|me i|ill|im|id|it
ill|will|be|am|im be? dead|gone by|before|tomorrow|in|soon|tonight|then|forever (then|morning|tomorrow|midnight|the time|you|an hour|tonight|night|soon|monday|friday|christmas)?
wont|not|never be alive|living anymore|tomorrow|much|by|next|long|when|to|then|on|for
wont|not be a|your|their|anyones|such|an? problem|burden|bother|issue|trouble much|anymore|any|for|to|soon|longer
stop|cease being a|your|their|everyones problem|burden
(wont|not|never) have|need to (deal|worry|put|bother|see|hear|suffer|look) up|after? with|about|from? me
(next|this|third|second|last) time i|ill|it|will wont|will|ill|not|make fail|succeed|survive|die
wont|not fail|mess|screw|survive this|next|again|it|up time|up|again|tonight
go|going|went|gone through with it
dont|not|cant|cannot|wont|unable think|sure|promise|know|guarantee|keep|trust i|ill|if|that|to|myself|me can|will|ill|be|keep|stay|to? myself|me|safe|be? safe|alone|alive
(dont|not|cant|cannot) trust myself (alone|tonight|anymore|not to|with|around|near|on|rn|right)
cant|cannot|wont promise|guarantee (anything|you anything|ill be|i will be|ill still|that ill|ill stay|to be here|to stay)
unsafe|safe with|from|alone|being myself
dont|not|never|cant|doubt think|know|believe|sure|see i|ill|if|that|me will|can|ill|id? survive|live|surviving|last (tonight|the night|until|this|much|till|through|tomorrow|another|it|long|to|past)
dont|not think|know|believe i|ill|if will|can|ill? make it through (tonight|the night|this night|another night|another day)
about to (jump|end it|pull the trigger|overdose|kill myself)
decided|decision|mind __ (to die|end my|end it|not to live|be dead|kill|suicide|go through|not be here|wont be here|made i wont)
made up my mind i
wont|not|never going|gonna? to? (make it|live|be here|be alive) to|past|until|till|see my|the|next|tomorrow|christmas|see|30|25|18 birthday|christmas|morning|tomorrow|summer|graduation
dont|please|not try to|and find|stop|save|look me|for
stay with me|us while i
let|letting myself (fall|die|drown|bleed|starve|go under)
(use|drink|drinking|using|swim|walk|drive) until|till i dont|never|stop|cant|am wake|breathing|dead|come
be|being one|another of the 22
be|become another? statistic
22 a day
way out prepared|planned|ready
my own way|terms __ (leave|go|end|die)?
i will not live like this
ends tonight|today|here and so do
before i (go through|do it|kill|end it|jump|die|leave this world|go forever|take my)
before|after|once i die|jump
pull|pulling|pulled the trigger
wanted|want|just somebody|someone|you to know before
goodbye|bye|farewell i|im jump|dying|die|going

[plan]
(collecting|collected|saving|saved|hoarding|hiding|hid|stockpiling|stealing|stole|keeping|gathering) up? my|her|his|the|all|some|enough|moms|mothers|dads|grandmas|mom's? mothers|moms|leftover|old|sleeping|pain? sleeping|pain|heart? pills|tablets|meds|medication|painkillers|medicine
(razor|blade|knife|rope|gun|pills|noose|belt) is|are|hidden|still|ready|kept|waiting|i|in|under|next|by? __ (pillow|closet|drawer|bathroom|nightstand|bedside|under my|under the bed|my bag|waiting for me|too much|case tonight|in case)
(in|with) the|my|a bathroom|tub|bath|garage|blade|razor|gun|rope|pills|knife with|for|and|in __ (blade|razor|gun|rope|pills|knife|hour|hand)
stand|standing|stood|sit|sitting|walk __ (platform|edge|tracks|ledge|railing|cliff|overpass) __ (edge|train|close|wait|jump|look|down|wonder|thinking|and)
googled|searched|looked|read|wondered|wondering|wonder if|whether|how|about|up? __ (hurts|it hurts|painful|long it takes|to die|drowning|hanging|overdose|falling)
(picture|picturing|imagine|imagining|plan|planning|planned|think|thinking|dream|dreaming|who|anyone|anybody|people) __ my (funeral|own funeral|obituary|grave|death)
(letters|letter|videos|video|cards) to|for my|the kids|daughter|son|children|family|wife|husband __ (each birthday|every birthday|when im gone|after im|until theyre|for when|18|read when)
nobody|noone|no|one will|is|would|going|gonna to? find|notice me|my (until|till|for|body)
(gun|pistol|knife|blade|razor|barrel) in|to|against|at|on my (mouth|head|throat|wrist|arm|chest|neck|temple|skin)
pill|pills|way|something|drug that|to|which|you just? __ (not wake|never wake|ends it|end it|kill|stop your heart|sleep forever|make you die|dont wake)
drank|drink|drinking|alcohol __ (took|pills|meds) __ (hoping|wake|die|not|end)
drive|driving|drove|steer|ride|riding|ran|crash|crashing my|the|a|car|truck|bike? into|off a|the|my|oncoming|some wall|tree|truck|river|cliff|bridge|traffic|pole|lake|barrier
took|taken away? my|the belt|laces|shoelaces
how i would|id|will do|kill|end it|myself
(updated|changed|wrote|updating|rewrote) my (will|beneficiaries) __ (after|easier|gone|tonight|before)
walk|walking|walked|drive|drove|driving along|to|by|near|past the|that|a tracks|rails|cliff|bridge __ (think|thought|jump|stand|stood)
almost|nearly killed|ended|hung|shot|jumped|overdosed myself|it
planned|planning|plan my suicide|death|own
(plan|plans) to|for|of|how|on how|and __ (kill|end my|die|suicide|do it|myself|overdose|jump|hang|end it|date)
(have|got|made|making) _? plan|plans and|with|a|i know|date|how|when|means|everything|it
know|decided|planned|figured|thought exactly|out|about? how|when|where im|i|ill|id|to|would|will|going __ (die|kill myself|end it|end my)
(counted|count|counting|saving|saved|hoarding|hoarded|hoard|stockpiling|stockpiled|stockpile|stashing|stashed|collecting|stocked) up|out|on|all|enough? all|my|the|of|her|his|some|enough|up|moms|mothers? my|the|moms|mothers|of|sleeping|pain|heart? (pills|pill|meds|medication|medications|tablets|medicine|prescription|prescriptions)
pills|meds|tablets|medication are|all|is|have|been|already? been? counted|ready|lined|stockpiled|hoarded|waiting|laid
(looked|looking|stare|staring|stared|look) at the|my|all|moms|her|those __ (pills|meds|rope|gun|noose|knife|bottle|medicine|cabinet|razor) __ (counted|wondered|wondering|hours|tempting|tempted|thinking|and count|and thought)
(pills|meds|gun|pistol|rope|noose|knife|razor|blade|bottle|weapon|revolver|shotgun|rifle|belt) __ (in front of me|beside me|next to me|in my lap|in my hand|in my hands|in my mouth|to my head|against my|on my lap|around my neck|is loaded|in the bathtub|to my wrist|to my throat|by my bed|on the table ready|in the drawer ready)
(gun|pistol|rifle|safe|weapon) __ know|have|got|found|knows the|where|code code|combination|key|it|he|is
noose
(put|putting|hold|holding|held|press|pressed|pointed) __ (gun|blade|knife|razor|pistol|barrel|weapon) to|against|in|on my|me
cleaned|cleaning|loaded|loading my|the weapon|gun|pistol|rifle|revolver
(bought|ordered|got|found|tied|buy|order) a|the|some|myself _? (rope|noose|razor|razors|blades|gun|pistol|helium|pills) _? (today|yesterday|to|for|and|last|online|in|tonight|from|already)?
standing|stood|sitting|sat|im|am|was|been|went on|over|at the|a ledge|edge|railing|tracks|rails
edge|top of a|the|my bridge|roof|building|cliff|balcony
on|to|off the|a|my roof|bridge|ledge|balcony|cliff|overpass|rooftop (right now|and i dont|and i want|and i think|so many times|i dont think|ready to|and ill|last night|thinking|again|and look|and looked)
(suicide|goodbye|farewell|final|last) (note|notes|letter|letters)
(wrote|written|writing|write|finished|typed|drafted|started) __ (note|notes|letters|letter|goodbyes) __ (each of|for after|explain|explaining|feel guilty|had to end|im gone|my phone|my parents|my kids|my family|saying goodbye|to say goodbye|deleted|my suicide)
my note|notes|letters is|are|already? finished|written|ready|done
wrote|written my|a|the note|notes
(gave|given|giving|give|donated|donating|gifting) away? (my things|my stuff|my belongings|my possessions|everything i own|all my things|all my stuff|most of my stuff|my records|my clothes|everything) away?
(giving|gave|given|started giving) _? (away my|my things away|my stuff away|everything away|things away|away all my|away everything|everything i own)
(took|taken|swallowed|swallow|downed|popped|swallowing|taking|ate) _? _? (all of them|whole bottle|the bottle|entire bottle|whole pack|whole box|everything in the|all my pills|all my meds|bunch of pills|handful of pills|too many pills|lots of pills|all the pills|lot of pills|bottle of pills|20 pills|30 pills|40 pills|50 pills|100 pills|all my medication|all my medicine|bunch of meds|bunch of sleeping|handful of)
took pills|sleeping last|and|to|again|because|because? 
overdosed|overdosing|oded
overdose|od on|tonight|myself|again|pills|to
(cut|slit|slitting|cutting|slashed|slash|slashing|cuts) too|my deep|wrists|wrist|throat|veins|arteries
practising|practiced|practicing|practised|tested|testing with the|a belt|rope|noose
tied|tie|tying a|the knot|noose|rope and|then|around|to
(researching|researched|research|googling|googled|googling|searching|searched|looking|looked|reading|read|search) for|up|into|about|on|different|the? ways|how|methods|suicide|painless|lethal|best to|of|way|methods|dose|it|on die|kill|end|suicide|hang|takes|overdose
(searched|searching|searches|looked|looking|googled|googling|researching|researched) for|up|into|about|how? (ways to die|ways to kill|suicide|suicide methods|methods|lethal doses|painless ways|how to die|how to kill)
prepared|preparing|prepare for|my my|own|suicide death|suicide|funeral|end
coward|scared|chicken|weak|afraid|pussy|gutless|guts|courage|balls|brave|strength to just|actually|really|even|go? (do it|kill|end it|end my|get it over|die|go through|jump|take my|pull|end)
(only|one|sole) thing|reason|person thats|that|is|i|im|i am|still? (stopping|keeping|holding|stops|keeps|here|alive|still here|still alive|havent done|havent killed|not dead)
(stopping|stops|preventing|keeping|keeps) me|myself from (doing it|killing|ending|suicide|dying|jumping|going through|alive|just ending|offing)
keeping|keeps|kept me|myself|him alive
list|lists __ reasons to (stay|leave|live|die|not)
what if i just swerved|swerve|jumped|drove|let
(jump|jumping|jumped|leap|step|stepping|throw|throwing|walk|walking|lie|lying|run) myself? in|under front|a|the of|train a|the|my? train|truck|car|bus|traffic|subway|trains|cars
(jump|jumping|leap|throw|throwing|fall|falling|step|stepping) myself? off|from|out a|the|that|my|this|of bridge|building|roof|balcony|cliff|window|overpass|ledge|tower|railing|top
walk|walking|walked|drive|driving into the|a|oncoming sea|ocean|river|traffic|lake|tree|wall
fall in front of
crash|crashing|drive|driving my car|truck|bike into|off
countdown
been|have|ive on the|that balcony|ledge|bridge|roof|railing so|many|again|times|several
put|putting|have my|all affairs|papers|things in order

[method]
(painless|painful|easiest|quickest|fastest|quick|peaceful|effective|best|easy|foolproof|surest|simplest|cleanest|painlessly) way|ways|method|methods to|of|for just? die|kill|suicide|killing|dying|go|commit|ending|off
way|ways|method|methods to|of (die|kill myself|kill yourself|end my life|end your life|commit suicide|end it all|suicide|killing myself|dying|off myself|unalive|killing yourself|ending my life|kill oneself|end it)
how to (kill myself|kill yourself|end my life|end it|commit suicide|die|tie a noose|overdose|end your life|unalive|off myself|make it look)
how many|much|long|high|few __ (to die|lethal|to not wake|kill me|fatal|overdose|od|kill you|kill a person|not wake up|die from|to kill|to end)
(pills|meds|medication|dose|tylenol|drug|drugs|medications|sleeping|tablets) __ (lethal|fatal|kill me|to die|deadly|not wake up|kill you|dangerous together)
hurt|painful|pain|hurts to|if|when __ (die|hang|drown|bleed out|let myself|jump in|if i jump)
die|life|end|dying|death|suicide|go painlessly|peacefully|without|quickly (pain|pain anyone)?
what happens to|with my|me __ if|when i die|kill

[attempt]
(tried|attempted|attempting|tryed|trying|try) to|at (kill myself|commit suicide|commit|hang myself|end my life|end it|overdose|take my life|take my own life|die|drown myself|jump|end it all|shoot myself|kms|od|end myself|cut my wrists|slit my|suicide|killing myself|ending my life|unalive|hang)
tried|attempted|attempt|trying suicide|killing|kms|hanging
my attempt|attempts
after|since|failed suicide|my attempt|attempts
attempts|attempt on my life
suicide attempt|attempts|attempted
i|ive|have|had attempted last|twice|before|again|once|three|yesterday|several|multiple|two|4|3|2|5|in|it|when|but|and
attempt on|at my|taking|suicide
survived my|a|an|the|hanging|from attempt|suicide|overdose|hanging|pills|jump
already|ive|have attempted once|twice|three|several|before|it|multiple|many|2|3|4
already tried once|twice|three|several
hospital|psych|hospitalized|hospitalised|icu|ward|sectioned|baker __ (attempt|tried to kill|overdose|suicidal|overdosing|suicide|acted)
failed|botched|survived|suck|fail at|to|even|in|my killing|kill|suicide|dying|die|attempt|attempts
cant even (kill myself|die|kill|succeed)
try|trying it|this|to? again __ (wont fail|tonight|and die|to die|this time)

[burden]
(grieve|cry|sad|mourn|upset|miss|hurt) me|for|a|while|bit|but|and|then __ (move on|moving on|get over|be fine|forget me|be okay|be ok|their lives)
would|will|could|theyd|theyll|hell|shed|they remarry|forget|move|get|recover|find|adapt __ (kids would forget|forget me|without me|on without|another wife|fine without)
all|everyones|my|their problems|pain|suffering|debt would|will|be|could|are be|go|all|disappear|over|away|solved|end __ (if i|when i|once i|without me|if im)
sorry when im|i gone|die|dead|do|kill
they|theyll|you|youll|everyone __ (regret|sorry|miss me) when|once|after im|i|ive (gone|dead|die|do it|done it)
what|who happens|will|would|takes|happen|feeds|feed|care|cares|looks to|after|for|of? my|the cat|cats|dog|dogs|kids|pets|children if|when|once i|im
(better|happier|easier|freer|relieved|fine|free|richer|safer) off|of|place|lives|life? without|with|if|when|once me|i|im (gone|dead|died|die|here|around|wasnt|was|were|disappeared|killed|not|left|exist|existed|vanished|in)
(better|happier|easier|fine) off|of|place? without me
better|easier|happier without me|someone|somebody (like me|around|here|in it|in their)?
be|is|are|feel better|easier|happier|relieved|free|freer|thankful|glad if|when|once|that|with i|me|im|ill was|were|am|died|die|wasnt|gone|dead|disappeared|killed|left|never|just|did|not
worth more|less dead|to
more dead than
(nobody|no one|noone|none|anyone|who|anybody|someone|everyone|people) would|will|ll|even|actually|really|is|notice|care? even|really|actually|going|gonna|ever|be|to? (miss me|notice if i died|notice if i was gone|notice if i disappeared|notice if i were gone|notice if i killed|care if i died|care if i was gone|care if i disappeared|care if i killed|cry if i died|cry if i killed|care if i die|notice if i die|come to my funeral|mourn me|notice i was gone|notice im gone|notice me gone|cry at my|if i died|if i was gone|if i disappeared|if i die|if i killed|miss me if|care that i died|know if i died|sad if i died|happy if i died|care when i|notice until)
if i (was dead|were dead|was gone|were gone|died|die|disappeared|disappear|vanished|killed|wasnt here|wasnt alive|wasnt around|werent here|werent around) nobody|no|noone|everyone|they|would|tomorrow|forever|myself|it|for
free if i wasnt|was|were|died
waste of|taking|up|wasting space|oxygen|air|skin __ (dead|die|here|alive)
theyd|they|would|will be|all|cry|move|get sad|cry|on|over for|on|it|and a|then|with week|while|lives|their __ (easier|better|happier|lives)
(kindest|best|nicest|selfless|greatest) thing i|for|to|we could|can|everyone|them|do|id __ (disappear|die|be gone|dead|permanently|kill|end)
deserve|deserves a|so|much? better|more than|mother|mom|mum|father|wife|husband|parent|without __ (without|dead|gone|here|me)
me in the ground
me to be dead|gone
their|everyones|her|his|our|family|familys lives|life would|will|could be so|much|a? lot? easier|better|happier|simpler
everyone|family|kids|parents|mom|wife|friends|they|world|mum|husband|children|people __ better|happier|easier|fine|relieved|free off? without me
(wish|want|wants|wishes|glad) i was|were dead|gone
id|i only|just|would|ever cause|be causing|bring everyone|people|pain|them pain|suffering|misery|problems
she|he|they would|could be|finally|live|have free|freed|better|happy|happier if|when|once|without|after i|me|im

[farewell]
(look|take|watch|care|looking|taking|watching) after|care|over|for|of __ (when im gone|after im gone|once im gone|when i am gone|i wont be|after i die|when i die|since i wont|if something happens|im not here)
when|after|once|if im|i gone|die|dead|pass they|you|please|everyone|will|tell|take|look
tell|let them|everyone|kids|family|parents|mom|mum|dad __ (their fault|her fault|his fault|i tried|im sorry i)
fault that|when|if|for i|im died|die|gone|did|doing|leaving|dead
(goodbye|bye|farewell|goodbyes|byebye) (world|cruel|forever|life|everyone im sorry|for good|this world|my friends|my love|to my kids|to my family|to the world|to everyone)
saying|say|said|make|made my|final|all goodbyes|goodbye|peace|last
this is|my|a|really|it? goodbye|farewell forever|letter|note|message|tell|then|from|my|i|for|to|end? (tell|forever|i love|i'm sorry|im sorry|everyone|all|from me|my)
wanted|want|needed|here|just to say goodbye|bye|sorry|thank (before|to everyone|one last|to the world|because|and|forever|to you all|to all)
sorry|love|loved|forgive|forgiven|thank|thanks __ (goodbye|bye forever|wasnt stronger|not stronger|farewell|wasnt strong|couldnt hold|goodby|for everything ive put)
meet|see|wait|waiting you|for|ya|y'all all|on|you|in? on|in|the? the|another|next? other|next|heaven|hell|better side|life|world|place
see you on the other side
remember me as|fondly
last|final message|post|words|letter|goodbye|text|email|person i|you|ill|will|ever __ (talked|talk|hear|ever|write|send|see|post|get|read)
i wanted|want you to have my|this|the
dont|please|not be|cry|blame|mourn sad|angry|mad|upset|yourself|me|yourselves when|for|that|about|over|because|with (me|im gone|i died|what i|i had|i did)
(finally|now|strangely|so|im|am) calm|peace|peaceful __ (thought|decision|decided|goodbye|long time|right thing|ready|made)
thought|thinking about|of it|this for|a long|very __ (right thing|only way|decision|best thing|calm)
sorry for|about the|everything mess|i|ive
bye forever
wont|not|cant be there|around|here|with when|to|for|anymore|as they|see|their|you|him|her __ (grow|graduat*|wedding|birthday|grows|married|kids)
you|they|youll|theyll will|understand|know understand why (one|someday|soon|tomorrow|when im)
(have|take|keep) my guitar|dog|cat|bike|records|car|watch|clothes|stuff|money|things|ring|books __ (gone|wont need|key|better use|not need)
leave|leaving|left this|the world|earth|planet|life behind|for|forever|tonight|soon|and|peacefully
leave|leaving this world|earth|planet
hear|heard one|a|your voice before

[other]
my|our|his|her|a @kin|guy|man|woman __ (done with life|with life|left a note|goodbye letter|goodbye note|said goodbye|saying bye|bottle of pills|edge of the|on the ledge|sent me his passwords|sent me her passwords|doesnt want to wake|dont want to wake|not want to wake|if he was gone|if she was gone|off if he|off if she|hates being alive|tired of living|has no reason to live|wants to disappear forever|cutting herself and|end it all|be better off dead|better off dead)
better off if he|she|they was|were|wasnt gone|dead|here|around|alive
goodbye|suicide|farewell note|letter in|on|from his|her|my|their|the
left a|me|his|her note and|saying|that|on
@they __ (doesnt want to wake|tired of living|hates being alive|done with life|no reason to live|better off dead|a bottle of pills|wants it to be over|has the gun|has a gun and|on the edge of|saying goodbye)
my|a|this|her|his|our|online|best|old|close|dear|one _? _? @kin __ (wants to die|want to die|wants to kill|wants to end|going to kill|gonna kill|is suicidal|feels suicidal|kill himself|kill herself|kill themselves|killing himself|killing herself|killing themselves|end his life|end her life|end their life|to take his own|to take her own|taking his own|taking her own|doesnt want to live|dont want to live|not want to live|doesnt want to be alive|doesnt want to be here|wishes she was dead|wishes he was dead|wishes they were dead|ready to die|attempted suicide|off himself|off herself|threatening suicide|threatening to kill|threatened suicide|threatened to kill|threatens suicide|threatens to kill|talks about suicide|talking about suicide|talks about dying|talking about dying|about suicide|of suicide|ending it|end it tonight|took pills|took a bunch|overdosed|off without him|off without her|ways to die|suicide note|has a gun|pistol out|going to jump|gonna jump|commit suicide|suicidal thoughts|thoughts of suicide|wanted to die|wanting to die|wanted to kill|wants to be dead|suicidal|suicide attempt|tried to kill|tried to hang|tried to commit|tried to end|wont be here)
@they _? (wants to die|want to die|wants to kill|wants to end it|going to kill himself|going to kill herself|gonna kill himself|gonna kill herself|is suicidal|suicidal|will kill himself|will kill herself|going to end it|gonna end it|going to jump|gonna jump|texted me goodbye|doesnt want to live|doesnt want to be alive|wants to commit|going to end his|going to end her|wrote a suicide|took a bunch of pills|wont be here|might kill|will kill themselves|ending it|threatened to kill|threatens to kill|tried to kill|tried to hang|tried to commit|attempted suicide|overdosed|wants to unalive|cant do it anymore and|wanted to kill|wanted to die|off without him|off without her|was going to kill)
@they __ kill|killing|hang|hanging|shoot|off|unalive|end @themself
use|using|turn it|the|that|a|his|her? gun|knife|it? on @themself|myself
kill|killing|unalive @themself if|tonight|and|because|when
suicidal friend|son|daughter|brother|sister|girlfriend|boyfriend|husband|wife|child|teen|teenager|mother|father|mom|partner|student|loved|roommate|kid|coworker|ex|person|people
@kin is|was|feels|whos|seems|might|may|being|been|has|sounds|be|are be? been? suicidal
worried|afraid|scared|fear|concerned|terrified|think|worry my|that|about|hes|shes|he|she|they|he'll|she'll|hell|shell __ (suicidal|kill himself|kill herself|kill themselves|hurt himself|hurt herself|hurt themselves|suicide|end his|end her|end it|harm himself|harm herself|do something to himself|do something to herself|something drastic)
says|said|saying|told|texted|wrote|writes|posted|texts|messaged|threatens|threatening|keeps|telling me|that|he|she|they|hes|shes|hell|shell|us|to? __ (she wants to die|he wants to die|kill himself|kill herself|kill themselves|kill themself|ending it|end it tonight|doesnt want to live|shes going to end|hes going to end|better off without him|better off without her|wishes she was dead|wishes he was dead|she wants to kill|he wants to kill|be better off without|going to jump)
threatening|threatened|threatens|threaten|threats suicide|of suicide|to kill himself|herself|themselves?
posted|left|sent|found a|me|his|her|their suicide note|letter
texted|sent|messaged|told|left me|us a? goodbye|bye forever
gave|giving|given me|away his|her|their watch|things|tools|stuff|dog|ring|guitar|belongings
shes|hes|theyre going to end it
(help|save|support|stop) a|my|someone|somebody|him|her|them|friend _? (who wants to die|who wants to kill|from killing|from suicide|who is suicidal|from ending|thats suicidal|whos suicidal)
hurt|harm|harming|hurting himself|herself|themselves on|because|again|and|with

[exit]
make|making it|everything|this stop tonight|forever
be|being free of|from (all this|this life|everything|it all|this pain|this world)
checking out
should|shall|will|must|going|want remove|erase|delete|removing myself
my time has|is (come|up|over)
last|final thing|message|post|words|time|year ill|i|you|that|im|youll|will? will|ever|hear|be|write|ill ever|write|hear|say|post|from|alive|do? (write|hear|say|from|do|post)?
chickened|backed out of|again|at|last|every|because|it
talked myself out of|again|it
planning|plan|going|gonna|was|decided|about|ready|intend|meant to (do it on my|do it tonight|do it last night|do it before anyone|do it tomorrow|do it when everyone|do it when nobody)
cutting|cut|hurting|harming|burning|harm|selfharm myself|my|arms|wrists|thighs? again|deeper|tonight|everyday|daily
(cant|cannot|couldnt) stop (cutting|hurting myself|harming myself|self harming|burning myself)
started|back|relapsed to|into|and|on? cutting|selfharm
fix that|this|it tonight|forever|for (everyone|them|good)
disappear|disappearing|vanish|vanishing|gone permanently|forever|completely
wont|not be alive
cant|wont|not keep that|my|the|this promise
mean|meant it this|i
only|one|single (way out|exit|option left|escape|solution|door|choice left|number that works|way to stop|way it ends|way to end)
no|any|another|other (other way out|way out|way out of this|way to stop|end in sight)
(want|wanted|wanna|wish|just) __ (to be over|to be done|be over|be free of this|to disappear|disappear|to vanish|vanish|it over|be gone|to be gone|to fade away|to sleep forever)
sleep forever
let go of (everything|it all)
i|im ready to|go go (have been|ive been|now|home to)?
slip|fade away
of my misery
something bigger
join|joining him|her|them|my|you
be with him|her|them in heaven
(be|see) with? him|her|them (in heaven|up there|on the other side)
rest|peace at|in last|finally|forever|peace
dance on my grave
like knowing that its there
always walk back
wont|not be here tomorrow|next|much|friday|monday|anymore
wont need it|them|those|anything anymore|any|where|soon|after
where im going
tonight is|its the|my night|end|last
tonights the night
tired|sick|hate|done|weary of|with? my life|life
dont|not|cant|never|no want|wanna to (be here|go on|keep going|continue|carry on|keep fighting|try anymore|hold on)
how much longer i|ill
longer i can|ill
died|die with|when|instead|that him|her|they|me|of|day
shouldve|should have|been me|died instead
put|putting my affairs|papers|things in order
affairs in order
look like an accident
worse than dying|death
plan|planned|planning my|for after|it|end|how|when|where

[veiled]
need to|just make it official
life insurance
want|wanted|wish|need to be with him|her|them|my|you
picked|set|chose|chosen|circled|decided|choose on? a|the|my date|day
get|getting|got|put it over|behind with
end it|things|this|everything
time to go|leave
gone for good|forever
dark|darker|intrusive|bad|scary|bad thoughts|place
go now
this is|my|tonight|todays my|last|the last|final|night|end night|day|message|week|hours|meal|night|end
my|this|our last|final night|meal|sunset|birthday|christmas|words|hours
cant|cannot live|survive|function|exist|go without|with
live without|with him|her|them|this|it|myself|you
lose|lost custody|custody|house|job
want|need permission
dont|not want help|saving|saved
never been __ (worst|worse|low|lower)
rock bottom
get|getting|got it over with
engine running

[death]
suicid*
suicide|suicidal|suicides
kill|killed|killing|kills|hang|hanged|shot|shoot yourself|oneself|ourselves
kys
dying
to die
death
my funeral|grave|coffin|death|corpse|obituary
self deletion
988
grave|graves|coffin

[means]
have|got|found the means
pills|pill|gun|pistol|rifle|revolver|rope|noose|razor|razors|blade|blades|knife|bridge|cliff|rooftop|roof|ledge|tracks|train|overdose|bleach|trigger|bullet|bullets|balcony|emojigun|emojiknife|emojipill|emojirope|emojigrave|weapon|belt|exhaust|garage|river

[urgency]
tonight|now|soon|forever|permanently|finally|today|tomorrow|anymore
right now
last|final time|night|day
this time|week|weekend
for real|good

[goodbye]
tell|let my|them|mom|mum|him|her|everyone|the|dad|kids|wife|husband|family|parents __ (i love|i loved|i forgive|im sorry|love her|that i love|love them)
not|wasnt|isnt|never|nobodys|noones their|your|anyones|her|his fault
goodbye|bye|farewell|goodbyes|byebye
good bye
sorry
thank|thanks you|for|everything
take care of|everyone|yourself
miss|love you all|everyone
forgive
when i'm|im gone
(love you|i love you)

[give_up]
can't|cant|cannot|couldn't|couldnt|can not|unable|never _? _? (go on|take it|take this|do this|do it anymore|do it any more|keep going|cope|handle|deal|carry on|continue|keep doing this|fight anymore|bear it|bear this|stand it|keep this up|hold on|take anymore|keep fighting|keep pretending|breathe|hang on|endure|stand this|do anything|face|anymore|take any more|escape|do it|manage|hold it together)
give|giving|gave|given up|in
no|any|lost|out more|of|all|the|my? (fight|strength|energy|will) left|in|to|anymore|more
(im|i am|am|so) done
done trying|fighting|pretending|with
too tired to
lost everything
i|im|have failed|failure
(beyond|past) help|saving|repair
tired of fighting|trying|everything|it|this|pretending|struggling|hurting|suffering
what's|whats|what is|no the? point
end of my rope|tether
don't|dont know what to do anymore
done with (it|this|everything|everyone)
want|wanted|just|to (give up|stop trying|quit)
breaking|broken point|down|beyond
at my limit|breaking|lowest|wits
hanging by a thread
run|ran|running out of (reasons|hope|options|strength|fight)
i don't|dont want help
nothing helps|matters|works|changes

[hopeless]
hopeless|hopelessness|pointless|meaningless|worthlessness|doomed
no|any|lost|without|losing|zero all? (hope|future|point|meaning|purpose|joy|way out|reason|escape|light)
never|won't|wont|doesn't|doesnt|not|isn't|isnt (going to|gonna|ever|getting|get|be|gets)? (get|getting|gets|be|feel|feeling|become|any) better|easier|happy|ok|okay|normal|change|improve|changes|loved|good
ruined|wasted|destroyed|meaningless|unbearable
my life is|has|was|feels|been|will (ruined|over|hell|meaningless|worthless|a joke|a mess|pointless|nothing|empty|miserable|shit|pathetic|falling|worth nothing|useless|garbage|trash)
nothing left
don't|dont|can't|cant|cannot see|imagine a|any|the|another|my|my own? (future|way out|way forward|way|point|end|light|way through|other way|hope|another option|option)
(dark|darkness|abyss|void|emptiness|despair|desperate|numb)
(every|each|all) day (is|feels|was|hurts|same|worse|i wake)
nothing|nobody (to look forward|matters|cares|will change|ever changes|makes me happy)
only|just|it's|its|gets|getting|keeps get|gets|getting|going|worse
whats the point

[load]
(am|im|i'm|be|being|feel|feeling|just|like|such|only|nothing but|become) a|like? a|just|nothing|such? a? (burden|waste|failure|disappointment|mistake|problem|inconvenience|nuisance|weight|liability|bother|loser|disgrace|monster|parasite|waste of space|ghost)
burden on|to|for
(nobody|no one|noone|none|no body|anyone) _? (cares|loves me|likes me|wants me|would notice|would care|would miss|cares about me|understands|care|gives a|love me|wants me around|needs me|will ever love|even notices|would even)
everyone|everybody|they|people _? (hates me|leaves|would be better|hate me|leave me|better off|against me|left me|abandoned)
(hurt|hurting|ruin|ruining|drag|dragging|bring|bringing|destroy|destroying) (everyone|everybody|everyone around me|people around me|them down|my family|everyone down|everything i touch|everybody around)
all|completely|totally|so|utterly|truly|always alone
don't|dont|never|not fit|belong anywhere|in|here
unloved|unwanted|unlovable|abandoned|invisible|rejected|unneeded
without me
(i'm|im|i am) not needed|wanted|good|enough
stop|quit hurting|burdening|bothering|ruining everyone|people|them|him|her

[self_hate]
hate|hated|loathe|despise|disgusted|ashamed|hating|sick (myself|my self|my life|by myself|of myself|with myself|everything about me|who i am|what i am|my body)
worthless|useless|pathetic|disgusting|failure|loser|ugly|stupid|garbage|trash
my fault
self loathing|hatred|hate
i blame me|myself
deserve this|it|nothing|pain|to suffer|all

[self_harm]
self harm|harming|harmed|injury|harms|mutilation|mutilate
selfharm|selfharming
hurt|hurting|harm|harming|cut|cutting|burn|burning|starve|starving|punish|punishing|injure (myself|my self|my arms|my wrists|my legs|my thighs)
started|relapsed|start|been|stop|stopped|keep|back|clean|relapse to|from|on|with|and|free? cutting
urge|urges to (cut|hurt|harm|self)
thoughts of (hurting|harming|cutting)
razor|blade

[pain]
pain|suffering|agony|unbearable|torture|tortured|torment|trapped|exhausted|broken|misery|hurts|hurting|suffocating|drowning|overwhelmed|crushed|shattered|suffer
too much
so|just|too tired
tired of
dead inside
hurt|hurts so|too much|bad
(can't|cant|cannot) (sleep|eat|stop crying|cry|feel|function|breathe|get out of bed)

[distress]
depressed|depression|depressing|anxiety|lonely|loneliness|alone|sad|crying|cry|scared|afraid|empty|numb|abuse|abused|abusive|bullied|trauma|ptsd|bipolar|borderline|therapist|therapy|psychiatrist|psych|insomnia|antidepressants|panic|breakdown|grief|heartbroken|devastated|isolated
hate my life|this

[idiom]
rather|sooner die than (write|use|eat|work|watch|debug|read|touch|wear|drink|pay|listen|admit|ask|sing|dance|drive|buy|sit|do|say|call|review|refactor|maintain|learn|miss|lose to|vote|apologize|clean|cook)
(makes|make|making|made) me (want to|wanna) (die|kms|jump|scream|cry|kill|quit|throw|punch) (lol|haha|lmao|laughing|inside|out of the window)
(shouldnt|doesnt need to|has no reason to|no reason to) exist (anymore|at all|in)?
live in a world where|with|that
(i mean|meaning) all
dont|not|never|didnt wish|hope i|id was|were|be dead
glad|happy|grateful|thankful|lucky|good|great|feel|feels to be alive
alive and (well|kicking)
(died|dying|dead|deaded|ded|dye) (lol|lmao|lmfao|rofl|haha|hahaha)
(die|died|dying|dead|dies|kill|killing|killed|death|deaded|ded|kms|dye) (laughing|of laughter|of boredom|of embarrassment|of shame|of cringe|of cuteness|of hunger|of thirst|of cold|from laughing|from cringe|from embarrassment|of laughing|of happiness|from cuteness|of heat)
(dying|die|kill|killing|died) (to see|to know|to meet|to try|to hear|to tell|to find out|to read|to visit|to get|for a|for some|for those|for that|for an|for coffee|to eat|to watch|to play)
to die for
(is|are|was|were|be|been|it's|its|thats|gonna|keeps|literally|absolutely|almost|really|nearly|heat|bug|feet|back|head|suspense|commute|job|shoes|exams|this|homework|traffic|class|it|allergies|cramps|project|meeting|that) __ (killing|murdering|kills|slaying) me
killing|kills|killed|kill|slayed|slay it|the|that|this|a|my|him|her|them|your|time|our|an|two|all|his|off|their|process|child|job|session|server|everything|one|someone|people|people's|-9
(mom|mum|dad|boss|parents|wife|husband|mother|father|teacher|sister|brother|she|he|they|girlfriend|boyfriend|coach|professor|landlord|boss|manager|you) (is going to|are going to|will|would|gonna|is gonna|are gonna|going to|might|'ll) (kill|murder|strangle|slaughter) me|us|him
(over my|so|dead|drop) dead body|gorgeous|if|serious|wrong|set|sure|easy|simple|cute|good|funny
dead (tired|line|lines|code|link|links|letter|letters|lock|locks|weight|end|ends|lift|body|beat|battery|pixel|pixels|heat|silent|serious|wrong|sure|last|air|sea|poets|pool|space|last|by daylight|island|cells|redemption|thread|battery|silence|giveaway|ringer|set|meat|drop|drops|zone)
(phone|laptop|battery|computer|car|party|server|chat|app|engine|plant|plants|tv|mic|controller|account|connection|meme|language|project|router|game|subreddit|discord) (is|was|just|has|keeps|got|went|s)? (dead|died|dying|dies|die)
hill _? _? (i'm|im|i|ill|i'll|we)? _? (willing|want|going|prepared|ready|will)? to? die on
hill to die on
(career|political|social|commercial|financial|professional|economic|business|brand|market) suicide
suicide (squad|bomber|bombers|bombing|bombings|attack|attacks|mission|missions|vest|burn|pact in|prevention|awareness|hotline|hotlines|rate|rates|rate|statistics|risk assessment|door|doors|is painless|squeeze|watch list|king|queen|forest|kings|bunt|blonde|silence|run|runs|lane|linux)
doctor assisted suicide
assisted suicide
curiosity killed
die hard|another
die in (a|battle|ci|prod|production|minecraft|game|combat|vain|act|episode|chapter|season|the)
(i'm|im|i am|i|we're|were|youre|you're) (so|literally|actually|just)? dead (if|when|lol|lmao|haha|emojiskull|emojilaugh|tired|serious|at|meat)
(lol|lmao|lmfao|haha|omg|bruh|bro|hahaha) (i'm|im|i am|i) (dead|dying|deceased|died|ded|so dead)
emojiskull emojiskull|emojilaugh
(half|nearly|almost|practically|literally) dead|died|dying|killed|die
nearly|almost|literally|actually|just (died|dying|dead|killed) (of|from|when|laughing|in|on|at|trying|reading|there)
(bite|dodge|dodged|dodging|bullet|bullets) the|a|point|points|proof|journal bullet|list|train|train|time
rope (in|me|into|for climbing|for a swing|for a|course|climbing|skipping|jump|jumping)
jump|jumping|jumped rope|ship|start|scare|in|to conclusions|on the|for joy|scares|cut|shot|straight
bungee
skydive|skydiving|parachute|abseil|paraglid*
(end|ending|ends|ended) (the|my|our|this|a|an|his|her) (call|session|subscription|contract|lease|meeting|relationship|membership|trial|day|year|month|week|sentence|program|loop|chat|conversation|semester|shift|engagement|account|process|transaction|article|book|chapter|essay|season|marriage|stream|internship|war)
end of life (date|support|care|release|version|for|policy|python|software|hardware)
end of (the day|day|the month|the year|the week|life date|line|file|story|world|season|an era|the world|term|support|semester)
ending (things|it) with
(live|living) (in a world|in|without my|without coffee|stream|chat|together|with my|abroad|near|at home|there|downtown|alone)
live (forever|long|stream|longer|as long|music|show)
can't|cant live without (my|coffee|it|chocolate|music|this|spotify|google|wifi|the internet|you guys|them|that|vim|these)
(kill|shoot|hang|stab|choke|fight|slap) me now
just kill me
kill for (a|some|that|those|an|coffee|pizza)
could kill|murder|strangle (for|him|her|them|my|you|that|the|this|whoever)
want|wanna|wanted|going|gonna|could to? kill (my|him|her|them|this|the|that|whoever|someone|all|you|it|time)
(drowning|swimming|buried) in (emails|email|work|paperwork|debt|laundry|homework|tickets|meetings|deadlines|assignments|data|notifications|issues|pull)
hang (out|in there|up|on|around|of|a|the|it|your|tight|with|loose)
hanging (out|on|around|up|in|with|there|plants|from the|forever|process)
shoot (me|us|him|her|them) (an|a|your|the|over) (email|message|text|dm|mail|line|note|ping|details)
sleep (in|on it|late|schedule|through|better|well|for a year|for a week|tight|training|apnea|forever this)
(makes|make|making|made) me want to (die|jump|kill|scream|cry|kms|bang|throw) lol|haha|lmao|laughing|inside|of
want to die (of|from|laughing|when i see|on this hill|on stage|in the last act|in the)
die (in the last|in the first|on stage|every round|every time|again and|too|alone|in the game|with|in my arms|in the)
don't|dont want to die (alone|young|yet|virgin|poor|without|of|from|before|because|i want|i'm scared|im scared)
(afraid|scared|terrified|fear|frightened|phobia) of (dying|death|my death|my own death)
feel|feels|feeling|felt like (i'm|im|i am|i was) (dying|going to die|gonna die|having a heart)
thought|think i was (dying|going to die|gonna die)
year|years|months|month|weeks|days to live
(disappear|vanish|escape|run away|get away|sleep) for a (week|while|day|month|few|bit|year|weekend|couple|holiday|vacation)
disappear (from|off) (google|social|facebook|instagram|the internet|search|the grid|twitter|the map|linkedin|work)
wish i was (there|in|on|a|at|as|better|taller|rich|more|somewhere|joking|kidding|smarter|prettier|younger|older|able|born in|home|with|kidding)
bored to death
scared|scare|worried|sick|loved|tickled|talked|starved|frozen|love to death
death (metal|star|note|valley|row|penalty|grip|stranding|march|certificate|certificates|toll|taxes|by|stare|of me|spiral|knell|eater|eaters|match|rate|benefit|sentence|wish coffee)
(will|would|gonna|going to) be the death of
matter of life
life (and|or) death
near death experience
dead man|mans|men|poets|space
you only live once
(end|kill|stop|terminate|cancel|finish|close) (the|this|that|all|a|these|those|every) _? (process|processes|job|jobs|task|tasks|servers|thread|threads|session|sessions|container|containers|pod|pods|connection|connections|program|branch|branches|feature|instance|instances|service|services|app|window|tab|tabs|worker|workers|script|command|query|queries|deployment|background)
(how|do|can|could) i end it all i mean
not the end of the world
take|takes|took|taking my life (into|in my|for granted|seriously|back)
end it (with|there|here|on a|properly|early)
(ready|time|have|need|got|want) to go (home|to|shall|back|shopping|out|for|now lets|and|on|with|into|there)
ready to go shall
the (cat|dog|fish|hamster|bird|plant|chicken|horse|goldfish) (died|die|is dying|is dead)
(put|putting) (our|my|the|him|her) (dog|cat|horse|him|her|pet) (down|to sleep)
die a (hero|legend|virgin|little|slow death inside lol)
on the roof (fixing|of|to fix|cleaning|with|deck|terrace|bar|installing|repairing)
on the bridge (where|of|with|to|between|near|the view|near|game)
(jump|jumping|jumped|fell|falling|walked) off the (cliff|bridge|diving|couch|swing|bed|boat) (to save|on saturday|bungee|into the water|into the lake|in|and landed)
(the|our|my|a) plan (is|was|for|to|b|includes|of)
have a plan for|and (dinner|budget|the|saving|the weekend|this)
(wrote|write|writing|finished) the (letters|letter|note|notes) (already|invitations|for the|of|to the|to hr|to our)
i'm|im|am finished (with|the|reading|writing|my|it|here|by|packing|cleaning|and ready)
im|am done (with this compiler|with this bug|with this code|with this project|with this class|with this task|with this ticket|with this game|with this book|with this semester|with my homework|with my shift|with my work|with my exams|for today|for the day|thanks|uploading|packing|eating)
love (it|that|this|you) to death
(giving|give|gave) away (my|the|our|some|two|free) (old|books|furniture|clothes|couch|tickets|spare|kittens|puppies|baby|used)
dog to my neighbor for the weekend
take|took|taking|take (all of them|them all|it all) (to|back|home|out|off)
looking forward to

[software]
(web|prod|production|dev|staging|game|api|db|sql|mail|proxy|linux|windows|nginx|ssh|build|ci|auth|vps|dns|backend|dedicated|ubuntu|test|remote|local|our|file|print|application|origin|client|node|flask|rails|django) server
server error|log|logs|crash|crashes|crashed|down|dies|died|dead|hangs|hung|restart|restarts|rack|room|side|process|config|port|keeps|wont|doesnt|fails|failed|returns|response|load|got|shutdown|kills|killed|refuses|is|was
kill|killed|killing|restart|restarted|reboot|rebooted|stop|stopped|crash|crashed|deploy|ssh (the|a|my|our|this|into the)? server
oomkilled|liveness|sidecar|cgroup|dmesg|namespace|namespaces|autoscaling|flaky|stdin|spooler|reinstalled|inkjet|cartridges|ddrescue|crashloopbackoff|abi|self_terminate|heisenbug|bisecting|bisect|valgrind|gdb|rsync|cronjob|gitlab|rebase|rebasing|rebased|refactored|typescript|angular|svelte|kotlin|swiftui|xcode|intellij|vscode|junit|pytest|selenium|memcached|elasticsearch|mongodb|graphql|oauth2|jwt|middleware|orm|unittest|segfaults|segfaulted|deadlocks|spinlock|epoll|syscall|syscalls|initramfs|uefi|ssd|nvme|zfs|btrfs|lvm|iptables|firewall|loadbalancer|haproxy|traefik|istio|datadog|grafana|prometheus|changelogs|microservices|serverless|ec2|aws|gcp|azure|cloudflare
signal 9|15|handler|handlers
integration|unit|regression|smoke|e2e|load test|tests|testing
spot instance|instances
release build|builds
memory leak|leaks|limit|limits
bug|bugs|code|coding|compiler|compile|compiles|processes|pid|server|servers|daemon|threads|kernel|merge|deploy|deployment|api|endpoint|regex|yaml|json|css|html|php|python|javascript|typescript|golang|docker|container|containers|kubernetes|k8s|pods|cron|config|repo|repository|git|github|vim|emacs|linux|ubuntu|macos|variable|database|sql|schema|migration|migrations|rollback|segfault|oom|stacktrace|traceback|localhost|plugin|plugins|replica|terraform|ansible|jenkins|linter|microservice|vps|stdout|stderr|bash|sigkill|sigterm|sigint|kill9|systemd|nginx|apache|redis|postgres|mysql|kafka|rabbitmq|deadlock|mutex|async|callback|webhook|backend|frontend|npm|yarn|pip|cargo|makefile|refactor|refactoring|typeerror|nullpointer|backtrace|debugger|debug|rollout|simulator|filesystem|symlink|cpu|gpu|ram|firmware|usb|router|vpn|dns|tcp|udp|url|parser|lexer|runtime|jvm|enum|dependency|dependencies|changelog|readme|jira|backlog|hotfix|subprocess|recursion|boolean|nan|graceful|gracefully|clickhouse|grpc|tmux|ssh|cli|sdk|gradle|maven|webpack|eslint|ssl|tls|oauth|watchdog|compositor|wayland|gtk|nvidia
merge conflict|request
type error
pull request
stack overflow|trace
error message|code|log
dead code
poison pill

(child|parent|zombie|background|worker|server|kill|main|forked|host|daemon|python|node|java|shell|os|linux|orphan|kernel|single|web) process|processes
(the|this|a|my|that|our|every|each) process|processes (is running|is stuck|is still|was killed|got killed|hangs|hang|hung|dies|died|dying|exits|exit|exited|keeps|wont die|wont exit|crashes|crashed|running|id|ids|tree|group|manager|table|receives|gets a|ignores|leaks|terminates|that forks|after|with pid|on port|in the container)
(shell|bash|python|build|deploy|test|powershell|startup|init|cleanup|ksp|lua|perl|ruby|install|entrypoint) script|scripts
react component|components|hook|hooks|app|native|router|state
java|kotlin|scala exception|code|app|class|thread|heap
rust compiler|code|crate|borrow|async|lifetimes|macro
null pointer|pointers|reference|check|value|terminated
(message|job|task|event|work|dead letter|print) queue|queues
(database|sql|db) transaction|transactions
(ring|output|input|frame|command) buffer|buffers
zombie processes|child|children|thread|threads|container|connections
(in|to|from|on) prod|production|staging (and|is|server|cluster|again|at|deploy|today|db|database|broke|down)
(test|tests|unit|build|thread|threads|app|server|node|worker|workers|pod|process|daemon|watchdog|container|script|cron|listener|handler|replica|shard|subprocess|task|goroutine) (fails|failed|hangs|hang|dies|died|crashes|crashed|exits|exit|restarts|times out|timed out|runs|running|wakes|never returns|never exits|never dies|is failing|keeps failing|keeps dying|kills itself|commits suicide|wants to die|refuses to die|wont die|is dead|is dying|segfaults|oomed|got oom)
feature|master|main|dev|release|merge branch
kill switch
on port
commit message|messages|subject|hash|log
(end|end of) life date|support
(slave|master|database|network|leader|client) connection|connections
temp|tmp directory|folder|file|files
type error|checker
background jobs
nobody uses that|this (flag|endpoint|api|class|module|branch|function)
background|cron jobs|job
[game]
game|games|gaming|gamer|respawn|respawns|xp|npc|npcs|dungeon|minecraft|fortnite|halo|zelda|skyrim|sims|sim|valorant|csgo|dota|overwatch|elden|ps5|xbox|nintendo|playthrough|speedrun|chess|rook|hangman|werewolf|grenade|headshot|sniper|dragon|d&d|dnd|rpg|mmo|emojigame|multiplayer|streamer|twitch|roblox|pokemon|mario|ranked

last|final|the boss
boss fight|level
every round
(team|rush|rank|ranked) mates|b|up
[fiction]
spoiler|spoilers|vol|plot|chapters|manga|rewatch|rewatching|screenwriter|subplot
novel|character|characters|chapter|protagonist|heroine|villain|movie|movies|film|films|netflix|actor|actress|theatre|theater|lyrics|song|songs|album|poems|poetry|poet|fanfic|fanfiction|anime|manga|romeo|juliet|hamlet|shakespeare|werther|ophelia|macbeth|comics|marvel|fictional|screenplay|plath|woolf
13 reasons why
to be or not
he|she|it says|goes|said in the

(the|my|main|this|a) novel|hero|character|scene|screenplay
(in|main|the|this) (the|this|a|that|my)? (book|novel|play|short story|manuscript) (i|is|was|about|he|she|they|where|which|that|by|ends|says|hero|character)
(tv|this|pilot|final|season|series|latest|new|whole) episode|episodes
(plot|ending) of|twist|hole
romantic|greek|shakespearean tragedy
(short|ghost|detective|horror|love|bedtime|fictional) story|stories
(write|writing|wrote) a|an|my|the story|scene|novel|book|poem|song|script|play
lead|main|title role
[news]
nclex|usmle|mcat|lexicon|moderators|false positive|positives|classifiers|trainees|supervisor|supervision|curricula
(safety|content|moderation|profanity) filter|filters|policy|team
(assess|assessing|screen|screening|ask|asking) for|about suicidal|suicide (intent|ideation|risk|thoughts|plan)?
researchers|statistics|cdc|nih|bbc|cnn|reuters|headline|durkheim|summarise|summarize|translation|legalised|legalized|senator|parliament|euthanasia|guideline|guidelines|toxicology|ld50|prevalence|epidemiology|medieval|samurai|clinicians|banner|moderation|fundraiser|journalism|journalist|terrorist|bomber|bombing
which countries|country
what does the research

write an essay|article|report
(summarise|summarize|translate|define) (the|this|what|for|into|to|following|these|a|it)
explain (the|how the|what the|why the) (concept|theory|difference|law|film|novel|debate|history|statistics|trolley|term|word|plot|treaty|effect)
according to (the|a|an|this|who|cdc|police|recent|research|data|statistics|reports|officials)
(a|the|new|recent|this|that|one|our|cohort|pilot) study|studies (show|shows|found|finds|says|suggest|suggests|of|on|published|about|reports|by|looks|into|has|have)
studies|research show|shows|suggest|suggests|say|says|find|found|on|paper|papers|into|project|group|article|assistant|question|proposal
(suicide|death|mortality|homicide|crime|overall|annual|national|global|highest|lowest) rate|rates
percent|statistic|statistics of|on|about|for|show|say|among
(school|company|insurance|our|new|site|moderation|content|public|government|prevention|safety|health|platform) policy|policies
(prevention|awareness) (campaign|month|week|day|poster|training|talk|programme|program|strategy|course|for|in|among)
(suicide|mental health) prevention|awareness
(in|the|our|a) theory of|class|about|seminar
write|writing|wrote|my|an|the|persuasive|history|college essay on|about|for|prompt|draft|question
(historical|medieval|roman|ancient) (suicide|suicides|emperor|figures|texts|sources|attitudes|law|times|view)
ethics|ethical of|question|questions|dilemma|debate|committee|issues|class
among (adolescents|teenagers|young people|veterans|men|women|doctors|students|farmers)
warning signs
year ago today in history

police said|say|report|reported|reports
legal status
is|be|should __ legal|illegal
news report|reports|article|story
(training|class|course|lecture|policy|article|paper|report|essay|documentary|survey|data|law|bill) on|about|of
(what|which) (are|is) the (warning|legal|rate|law|difference)
a|an|this article|paper|study|report about|on|says|said
for our|the (nurses|teachers|forum|students|staff|company)

life insurance policy|beneficiaries|of
have|has|carry|carries a warning
[humour]
lol|lmao|lmfao|rofl|haha|hahaha|hahah|hehe|jk|joking|kidding|emojilaugh|xd|teehee|lolol
just kidding|joking
(just|as|only|was|bad|dark|its) a joke (lol|haha|guys|obviously|of course|relax|calm|people)?
so|thats|hilariously|pretty|very funny|hilarious

[past]
used to
years|year|decade|decades ago
back then
back in the|my|high|college|school|those (day|days|school|college|twenties|teens|90s|80s)?
(wanted|tried|thought|was|felt|suicidal|attempted|myself) once
once (wanted|tried|thought|was|felt|attempted|in|when)
when i was (a|in|young|younger|15|14|13|16|17|12|18|little|child|kid|depressed|at)
in my (twenties|teens|youth|20s|thirties)
as a teenager|teen|kid|child
(was|back|suicidal|tried|attempted|depressed|myself) in high|middle school|college
looking back
i was suicidal
in the past
long ago
ever wanted
formerly|previously

[recovered]
recovered|recovery|remission|survivor
(glad|grateful|thankful|happy|lucky|proud|relieved) __ (survived|to be alive|im here|i am here|still here|to be here|be alive|i didnt|i never did|i never went|im alive|it failed|i failed|stayed|it didnt work|i lived)
(love|enjoy|enjoying) my? life|mornings now|again|today
(saved|changed|turned) (me|my life|it around)
(now|today|these days) (im|i am|i feel|i have|things are|life is|am|a|and)? (happy|happier|so happy|much better|better than|good|a mother|a father|fine|healthy|volunteer|married|happily|well|great|doing)
i don't|dont anymore
(got|am|feel|feeling|doing) (better now|much better|so much better|great now)
free of self
years free|clean
never used it
i run a charity
haven't|havent|not had a? suicidal|any
volunteer at

[loss]
(died|passed|passed away|death|dead|killed himself|killed herself|took his own life|took her own life|committed suicide|took her life|took his life|lost) __ (by suicide|to suicide|years ago|last year|last month|last night|yesterday|when i was|in march|anniversary|memorial|funeral|as a kid)
(lost) my|our|a|his|her @kin|grandmother|child|baby __ (to|suicide|years|cancer|last)
died by suicide
lost @kin|him|her to suicide
(grandmother|grandma|grandfather|grandpa|mother|mom|mum|dad|father|brother|sister|husband|wife|son|daughter|uncle|aunt|cousin|friend|dog|cat|baby|patient|teacher|he|she|who) died|passed
eulogy|condolence|condolences|memorial|obituary|bereavement|bereaved|widow|widower|anniversary|grieving|grieve|mourning
loss survivor
killed himself|herself when|in|years|last

[practical]
party|boring|church|tattoo|printer|plants|wedding|contract|vitamin|vitamins|stamps|holidays
invoice|reservation|recipe|flight|hotel|tickets|refund|subscription|invitation|invitations|proposal|proposing|climbing|antenna|ibuprofen|paracetamol|grapefruit|antacids|bungee|skydive|sharpen|zoom|sourdough

(no|not|never) a joke
my last day
see you (in|on|monday|tomorrow|next|soon|later|there)
the relationship i mean

renovation|taxi
at this|the (company|firm|meeting)
over the (holidays|holiday|vacation)
[negator]
not|no|never|dont|don't|didnt|doesnt|wouldnt|wasnt|isnt|arent|havent|hasnt|without|neither|nor|none|haven't|hadnt|nope|won't|aint|deny|denies|denied|zero

[no_negation]
not (sure|joking|kidding|gonna lie|lying|only|just|even|long|much|okay|ok|that|the first|a joke|exaggerating|enough|good enough|doing well|well|fine|really|going to lie)
(don't|dont|do not|didnt|didn't|doesn't) (know|understand|care|see|trust|remember|really know|judge|tell|worry|get|even|deserve)
no (one|idea|joke|hope|reason|longer|way|cap|point|longer|matter|friends|family|other|future|energy|will|money|choice|more|doubt)
never (thought i|thought id|thought it|felt|felt so|been so|been more|mind|imagined|wanted to die more|wanted it)
not that i
can't not
without (him|her|them|you|me|my)
if not
why not
(never|havent|haven't|hasnt|hasn't|didnt|didn't|doesnt|doesn't|wont|won't|not|cant|can't|cannot) (stopped|stop|quit|scared|afraid|frightened|fear|shake|escape|go a day|go a night|go an hour|go five minutes|gone a day|gone a night|been a day|had a day)
not a|one single? (day|night|hour|minute|moment) (goes|passes|has|without)
without (thinking|wanting|wishing|planning|picturing|imagining)
why (don't|dont) i

[turn]
but|however|yet|although|though|except|still|because|just|until

[me]
i|im|ive|id|ill|me|my|myself|i'm|mine

[still]
again|still|lately|recently|now|currently|everyday|daily|constantly|always|tonight|today|daily|week|weeks|months|month
back
more and more
getting worse

[veiled]
want|need|wanted|wish it|everything|this|the|all|my all? pain|suffering|voices|thoughts? to just? stop|end
im|am|finally|completely|really finished
(thoughts|voices) are|is|getting|back|keep|come|came|got|have|started back|louder|worse|stronger|coming|returned|dark|darker
letting go
(think|thought|thoughts|thinking) __ (doing it|keeps coming back|is back|louder)
throw|throwing my life away
