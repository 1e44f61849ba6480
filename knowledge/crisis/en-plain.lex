# English, plain ways of saying it: who, what for, and the act, with room between them.
@act = kill myself|killing myself|killin myself|end myself|ending myself|off myself|offing myself|offed myself|do away with myself|doing away with myself|take myself out|taking myself out|takin myself out|finish with myself|finish myself off|hang myself|hanging myself|shoot myself|shooting myself|drown myself|put an end to it|putting an end to it|put an end to myself|put an end to my life|put an end to all|end my life|ending my life|end my own life|taking my life|take my life|take my own life|taking my own life|top myself|topping myself|neck myself|unalive myself|delete myself|shut myself off|check out for good|not be alive|not being alive|stop being alive|stop existing|cease to exist
@kin = friend|bestfriend|brother|bro|sister|sis|son|daughter|kid|child|mom|mum|mam|mother|dad|father|husband|wife|partner|boyfriend|girlfriend|bf|gf|fiance|fiancee|ex|roommate|flatmate|housemate|cousin|uncle|aunt|nephew|niece|grandpa|grandma|grandson|granddaughter|mate|buddy|student|students|pupil|classmate|colleague|coworker|neighbour|neighbor|client|teammate|stepson|stepdaughter|guy|girl|lad|someone|somebody|teen|boss|patient|tenant|customer|passenger
@they = he|she|they|hes|shes|theyre|hell|shell|theyll|hed|shed|theyd
@ago = ago|back|last|yesterday|sunday|monday|tuesday|wednesday|thursday|friday|saturday|weekend|week|night|weeks|days|fortnight|month|morning|earlier|recently

[ideation]
(want|wanted|wanting|wanna|wants|wish|going|gonna|planning|plan|decided|ready|tempted|think|thinking|thought|thoughts|thinks|urge|urges|consider|considering|fantasize|fantasise|fantasizing|fantasising|dream|dreaming|dreamt|imagine|picture|picturing|feel|feeling|close|nearly|almost|about|might|may|could|should|would|better|rather|scared|afraid|going) ... (@act)
(if|whether|when|that|how|wondering|wonder) i __ (@act)
(i want|i wanna|i really want|i just want|i still want|i only want|i do want|want nothing more than|all i want is) to? __ (be dead|die|be gone for good|not be here|not exist|not wake up|it over with|disappear forever|not see tomorrow)
(the one|someone|person) who wants to (die|be dead|end it|kill themselves)
(i still|part of me|half of me) want|wants|wanted|wanna to __ do it
thoughts|thinking|think|thought __ (about jumping|of jumping|about the bridge|about the train|about hanging|to jump|about the roof|about not making it|about doing it|of doing it|about the pills|about turning the wheel)
(hanging|jumping|pills|the river|the bridge|the train|the rope|the gun) or the|a|an|some|my? (river|pills|train|bridge|rope|gun|tracks|roof|sea|hanging|jumping) 
(suicide|suicidal|kms|ending it|killing myself) __ (joke|jokes|joking) __ (anymore|any more|for me|now|serious)
(isnt|not|aint|no longer|stopped being) a joke (anymore|for me|now|to me)
(i say it|i said it|say it) and i|actually? (actually|really)? mean it (now|this time|and)
(told|tell|telling|ask|asked|admit|admitted|say|said|confess|confessed|hide|hiding|hid) __ (im|i am|i was|ive been|feel|feeling|being|your|youre) suicidal
(thoughts|ideas|images|pictures|urges) __ (of|about|where) __ (harming myself|hurting myself|doing it|me doing it|my death|me dead|me dying|killing|suicide|suicidal)
(does it|is it|am i|count as|considered|is that|called) __ (suicidal|suicide) __ (if|when|to|or|that)?
(wanting|want|thinking|think) ... (kill|killing|off|end|hang) yourself __ (every|on|while|when|and|only|at|because|during|in|but|if|lol|daily|all|most|all|and)?
is it|that __ (selfish|weird|normal|wrong|bad|sin|cowardly|ok|okay|fair) __ to (kill yourself|end it|want to die|think about suicide|think about killing|not want to live|wish you were dead|want to be dead|kill myself)
(suicide|dying|death) __ (off the table|on the table|an option|option for me|only option|bad of an option|best option|last option|my option)
(anything|everything) to make it stop including (die|dying|death|that)
(voice|voices|head|brain|they) __ say|says|tell|tells|telling|saying|said __ (jump|do it|do it do it|end it|kill yourself|kill myself|just do it|die)
(urge|urges|feeling|want|temptation|impulse) ... (turn the wheel|swerve|drive off|drive into|jump in front|step off|step in front|jump off|let go|crash the car|cross the line)
(shuts|shut|stops|quiets|calms|helps) __ (picturing it|imagining it|thinking about it|planning it|knowing i can)
(go on and end it|just end it tonight|might as well end it|might as well die|might as well be dead|i should just end it|why not just end it)
(reading|googling|searching|read|looking) ... about suicide
(keeps|keep|kept) __ (telling me to|saying i should) (die|kill|end|jump|do it)
(argument|case|reason|reasons|point) __ for staying (here|alive|around|on)?
finish|finishing with myself|me
(who|whod|who would) __ find me|my body|us
(how long|how many days) ... (find me|find my body|notice im gone|notice i died|checks on you|find out im dead)

[passive]
(hope|hoping|hopes|hoped|pray|praying|prayed|wish|wishing|want|waiting|ask|asking|begging|dream|wait) ... (heart|lungs|body|breathing|plane|car|truck|tree|branch|bus|train|ceiling|lightning|tumor|tumour|aneurysm|clot|infection|sepsis|fever|meteor|stroke) ... (stops|stop|gives out|give out|takes me|take me|kills me|hits me|hit me|crash|crashes|gets me|get me|finish me|finishes me|out)
(hope|hoping|wish|prayed|praying|want|wanted|pray|wished) ... (biopsy|results|result|scan|lump|mass|test|tests|diagnosis|the bad one|it) ... (is bad|its bad|comes back bad|come back bad|was bad|positive|is terminal|is cancer|was cancer|be cancer|bad answer|malignant|its cancer)
(go|going|went|goes) to (bed|sleep) ... (hoping|hope|praying|pray|wishing|wish|asking) ... (wake|last|heart|over|stop|go in my sleep|not|never|morning)
(hope|hoping|wish|surely) ... (last one|last night|the last day|my last|last time i wake|be the last)
(disappointed|annoyed|gutted|sad|pissed|upset|angry|devastated|cried|surprised|let down|fuck|shit|damn|sorry) ... (woke up|wake up|waking up|woken up|im alive|still alive|still here|survived|in the morning|each morning|every morning|opened my eyes)
(woke up|wake up|waking up) ... (disappointed|again fuck|annoyed|gutted|let down|was hoping|wish i hadnt|wished i hadnt|still alive|and cried)
(wouldnt|would not|dont|not|wont) (mind|care|fight|be sad|be scared|complain|object|stop it|be bothered|move out of the way|look) ... (hit by|if i didnt|if i dont|if i never|dying|die|died|dead|plane|bus|truck|crash|not see|never wake|see 30|see 40|see 50|see tomorrow|i was gone)
(jealous|envy|envious|envied|lucky|jealousy) ... (dead|died|dying|die|terminal|cancer|passed|obituary|obituaries|graves|funeral|of the ones who)
(dead|died|dying|terminal|obituary|passed|ambulance|hearse|crash|funeral) ... (lucky|thought lucky|jealous|envy|envied|was jealous|why not me|wish it was me|wished it was me|should have been me)
(should|shouldve|could|couldnt|why|wish|why couldnt|wished) ... (been me|was me instead|me instead|have been me) __ (instead|that died|in that|who died|not)?
(swap|trade|swapped|traded|give|hand|donate) ... (my years|places with|my life|the years|years i have|my time) ... (cancer|kids|someone|somebody|who wants|kid|them|him|her|dead)?
(stopped|stop|dont|never|not|quit) __ (wearing|wear|fasten|fastening|put|putting|using|looking|look) __ (seatbelt|seat belt|helmet|harness|before i cross|when i cross|both ways)
(sleep|asleep) ... (permanent|permanently|for good|forever|and stay asleep|be it|never end|not wake|never wake)
(dont|not|never|cant) ... (do|see|face|survive|want|take) another (winter|christmas|birthday|year|spring|summer|monday|month)
(scared|afraid|terrified) __ (ill live|i will live|of living|to live|of getting old|of another fifty|of another 50|of another 40|i wont die)
(prefer|rather|sooner|like) __ not (to be here|be here|to be alive|exist|to exist|be alive|to wake|wake up)
(let|asking to be let|ready to be let|please let|want to be let) me? go now|already|please|home|god|lord
(mom|dad|parents|they|mother|mum) __ never had me
(wish|wished) ... (never had me|hadnt had me|aborted me|never been born|was never born|wasnt born|hadnt been born|i was stillborn)
(dont|not|didnt|never) ... (ask to be born|asked to be born|sign up for life|consent to being born|sign up to be alive|be the default)
(wish|wished|regret|sad|hate|wishing) ... (hadnt found me|never found me|brought me back|saved me|woken up from|woke up from|hadnt saved|didnt save|never woken|had been left|let me go|hadnt stopped|revived me)
(no one|nobody|didnt) asked if i wanted to be (saved|brought|revived|found|here|alive)
(when|after|once|if) i (go|die|am gone|leave this) __ (they|everyone|shell|hell|kids|family|mum|mom|my) __ (fine|ok|okay|better|insurance|money|relief|free)
(if i) (od|overdose|die|crash|dont wake up|didnt wake up|drop dead|get hit|drown|dont make it) ... (so be it|i od|oh well|fine|whatever|good|great|dont be sad|be sad|what i wanted|fair enough|then i|cool|honestly)
(be|go|going|mommys coming|daddys coming|coming|join|joining) __ (with her|with him|where she is|where he is|to her|to him) __ (soon|up there|in heaven)
(cant|cannot|dont want to|not going to|wont) be here (when|anymore|any more|for|to see|much|after|next|tomorrow|no)
(plane|bus|train|car|truck|lorry) would|could|just? (crash|hit me|run me over|take me out|kill me)
(waiting|waitin) for (something|smth|sth|anything|life|death|it) to (get me|kill me|take me|end|finish me|be over)
(part of me|half of me|most of me|i|secretly) ... (hopes|hope|hoped|wishes|wish|wants|wishing|hoping) ... (id die|i die|i dont wake|it kills me|i dont make it|its cancer|it crashes|they find something|its terminal|it comes back bad)

[attempt]
(attempted|overdosed|tried to end|tried to kill|tried to hang|tried to die|tried to jump|tried to take) ... @ago
@ago __ i|ive? (attempted|overdosed|tried to kill|tried to hang|tried to end)
(my|another|third|fourth|fifth|3rd|4th|5th|6th|recent|failed|suicide) attempt (was two|was a|was last|was in|last|didnt work|failed|put me|left me|was ten|was three)
(attempt|attempts) @ago
(im|been|ive|am|was|just|got|back|home) ... (hospital|ward|psych|er|a and e|discharged|icu|inpatient|unit) ... (attempt|attempted|overdose|overdosed|tried to kill|tried to end|suicidal|od|suicide)
(attempt|attempted|overdose|overdosed|tried to kill|od|suicide) ... (hospital|ward|ambulance|icu|paramedics|discharged|stomach pumped|charcoal|stitches|found me|walked in|stopped me|woke up)
tried|tryed (last night|yesterday|on sunday|on saturday|on friday|on monday|again|this morning|last week|two weeks ago|a week ago|on thursday|on tuesday|on wednesday|three days ago|a few days ago|last month|it last) __ (didnt work|slipped|broke|failed|woke|chickened|found|and|but|it|the|i|havent)?
(it|that|this) didnt|doesnt work (and im|so im|im in|i woke|im still|and now|im alive|i am still)
(took|taken|swallowed|take|swallow|drank|drunk|downed) __ (all of|all|a lot of|lots of|too many|a bunch of|the whole|a whole|a load of|loads of|everything in|handful|like) __ (pills|meds|tablets|stuff|bottle|paracetamol|tylenol|ibuprofen|pack|it|something|them|packet|box|cabinet|antidepressants|painkillers) __ (ago|and|now|hour|minutes|last|yesterday|because|i|scared|so|then|what|am)
(took|swallowed) (a lot of something|a lot of stuff|a bunch of stuff|too many pills|too many tablets|too many of my) 
(drove|crashed|drive|steered) ... (into|off) ... (on purpose|deliberately|wasnt an accident|not an accident|meant to|intentionally)
(on purpose|deliberately|wasnt an accident|not an accident|i turned the wheel) ... (nobody knows|everyone thinks|they think|mum thinks|mom thinks|told them|cops|insurance|ice|fell asleep|police)
(wanted|meant|hoped|hoping) it|that to be the (end|last|end of it|end of me)
(knot|rope|belt|branch|noose|hook|beam|cord) (slipped|broke|snapped|gave|came loose|didnt hold|came undone)
(what i did wrong|do it right|get it right|work|works|properly) ... (next time|this time)
(jumped|jump|walked|stepped) ... (pier|bridge|roof|window|platform|balcony|tracks|river|cliff|harbour|water) ... (meant it|pulled me|saved me|coastguard|police|on purpose|to die|survived|broken|fished me|didnt die)
(garage|car|engine) ... (running|on) ... (closed|shut|door down|hose|fumes|garage)

[plan]
(i have|ive got|i picked|ive picked|ive set|i set) a (date|plan|method|deadline|spot) (and im not|picked|and i am not|in mind|ready|wont say|for it|to do it|and a note|and the)
(circled|marked|booked|picked|chose|chosen|settled|decided) on|for|the? __ (date|day|week|20th|21st|30th|1st|5th|15th|weekend|sunday|saturday|friday|monday|bridge|spot|method|hotel) __ (after|so|because|that|when|its|for it)
(got|have|had|wrote|written|writing|rewritten|finished) __ (letters|notes|letter|note) __ (written|to my kids|for my kids|to each|for each|to my parents|to everyone|for everyone|for when|to say goodbye|explaining|for my mum|for my mom|for my wife|for when im)
(cancelled|canceled|sold|gave|given|giving|rehomed|cleared|paid|transferred|closed|deleted|updated|rewritten|cleaned) ... (wont be here|wont need|not be needing|wont be needing|not going to be here|after im gone|when im gone|where im going|dont need it anymore|not be around|wont be around|no one has to|easier for)
(wont|not) (be|gonna be|going to be)? (needing|need) (it|them|that|those|this|any) (where im|after this|soon|by then|much longer|for long|after sunday|after friday|after today)
(i know where and|i know how and|i know where and i know|i know which) (how|when|where|floor|bridge|i know how)
(opened|unlocked|figured out|know|got) ... (safe|gun safe|cabinet|code|combination|lockbox|combo) ... (gun|put it back|twice|rifle|pistol|code)
(after|once|when) (they|he|she|everyone|my parents|the kids|my wife|my husband) (leave|leaves|go|goes|are asleep|is asleep|is at work|gone) ... (ill do|do it|its time|be done|im going to do|end|whole day|over with)
(dont|not|never|make sure|making sure|hope) ... (finds my body|find my body|walk in on it|be the one who finds|the one to find me|discovers me|has to find me)
(where|so) nobody|noone|no one (will|would|can|has to|ever)? (find me|find my body|stop me|interrupt)
(its|it is|is|it will be|itll be|going to be|gonna be) (happening|going to be|gonna be|this|on|for)? (friday|saturday|sunday|monday|tuesday|wednesday|thursday|tonight|tomorrow|tmrw) ... (house to myself|im ready|last|alone|goodbye|done|over|not scared|letters|end it|do it|wont be)
(i|im|ive) decided __ (to jump|to die|im doing it|going to jump)
(going to|gonna|will|ill|plan to|ready to|about to|decided to) jump (off|from|in|tonight|tomorrow|in front)
(email|emails|message|messages|texts|post|posts) ... (scheduled|schedule|delay|delayed|send itself|goes out|go out) ... (after|when im|wont be around|dead|gone|funeral|be here)
(loan|debt|debts|mortgage|insurance|policy) ... (die with me|dies with me|dies with you|pay out|pays out|if i die|if its suicide|covers suicide|suicide clause|after i die)
(rope|pills|gun|knife|razor|blade|bottle|belt) __ (under my bed|in my bag|next to me|beside me|in front of me|in my hand|in my lap|in a sock|in my closet)
(saving|saved|hoarding|keeping|collecting|stashing|counting|stockpiling) (up|my|the|all)? (pills|meds|tablets|them|medication|my meds|my pills)

[farewell]
(if|when|by the time) (you|anyone|someone|mom|mum|dad) __ (reading|read|find|finds|see|sees|get|gets) this ... (gone|sorry|im not|i am not|know|already|then|over|love)
(goodbye|farewell) (world|forever|cruel|for good and)
(logging|log|signing|sign|checking|check) off|out (for good|for ever|forever|of everything|not the game|of life|of all of it|permanently|for the last)
(thank|thanks) __ (everything|for being|for listening|to everyone|to you all) ... (goodbye|bye|last|for good|wont be|not be|be gone|im going now|i go)
(wasnt|not|nobodys|isnt|was never|not your|not anyones|none of it was) __ (your fault|anyones fault|anybodys fault|because of you|you it was|about you) ... (sorry|love|bye|tell|please|couldnt|tired|hope|be happy)
(tell|give) (my|him|her|them|mum|mom|dad) ... (can have my|that i loved|i loved|wasnt his fault|wasnt her fault)
(look after|take care of|be good to) (my|each other|him|her|yourselves|mum|mom) ... (when im gone|goodbye)

[other]
@kin ... (said|says|saying|told|tells|telling|texted|texting|posted|posts|posting|wrote|threatening|threatens|threatened|keeps|talking|threat|messaged|typing|admitted) ... (kill himself|kill herself|kill themselves|killing himself|killing herself|end it|end his life|end her life|ending it|wants to die|want to die|neck himself|shoot himself|shoot herself|hang himself|hang herself|drive into|jump|do it tonight|going to do it|gonna do it|better without him|better without her|better off without him|better off without her|wont see the morning|not be here|wont be here|taken an overdose|overdose|taken pills|took pills|suicidal|suicide|not wake up|be dead)
@they ... (kill himself|kill herself|kill themselves|killing himself|killing herself|killing themselves|shoot himself|shoot herself|hang himself|hang herself|hurt himself|neck himself|end his life|end her life|take his own life|take her own life|ending her life|ending his life|choke herself|choke himself)
@kin ... (attempted|overdosed|suicidal|taken an overdose|tried to kill|tried to hang|tried to end)
(found|find|finds|saw|read) __ (note|letter|rope|noose) __ (in|by|from) __ (husbands|wifes|sons|daughters|brothers|sisters|roommates) 
(worried|scared|terrified|afraid|concerned|panicking|shaking|fear) ... (hell|shell|hes|shes|he|she|they) __ (do something stupid|hurt himself|hurt herself|hurt themselves|do it|kill himself|kill herself)
(gun|pistol|rifle) __ (missing|isnt in the safe|not in the safe)

[no_negation]
(not|havent|never|didnt|dont|cant|couldnt|wont) (told|tell|telling|said|say|admit|admitted|mention|mentioned|let|talk|talked|know|knew|believe|believes|understand|understands|care|cares|notice|noticed|hide|spoken|see|realise|realize)
(dont|not|no) want (fixing|help|attention|sympathy|pity|advice|saving|anything|to be saved|to be fixed|a lecture|to burden|to talk)
(not|isnt|aint|never) (joking|kidding|exaggerating|lying|dramatic|being dramatic|asking|for attention|a joke|about attention)
(not|isnt) (that|just) i
not only|even|sure|the first|alone

[veiled]
(id|would|ill|i would|i will) (just|probably|definitely|only)? try again
i want to do it
(i have|ive got) a plan
(going to|gonna) jump

[ideation]
(do away with myself|put an end to myself|topped myself|top myself|take myself out|taking myself out|off myself|offed myself|finish with myself)
(just|think|head|thinking|thought|voice|says|is) __ (hang yourself|kill yourself) (kill yourself|and|every|all|already|now|like|over)
(me dying|my death|my dying|if i died|me being dead) (is|would be|was) __ (least|best|kindest|only|easiest|better|easier|relief|simplest)
(maybe|perhaps|probably|think|thinking|thought) __ i (should|ought to|need to|deserve to) (just|really|actually|probably)? __ (die|be dead|end it|go for good)
(wanted|wanting|want) to end it (and|but|last|that|all|when|so|tonight|because|then)

[passive]
(cant|dont|couldnt|never) see myself (at|being|making it|past|reaching|turning|in a|in five|in ten|alive|getting old|older)
(tired|sick|weary|done|exhausted) (of|with) being alive
(dont|not) want (any|anymore|no) more of (it|this|life|living)
(ready|want) to go (and i|not to|i dont mean|to god|to heaven|meet my maker|be with|now lord|when god)

[plan]
(planning|plan|going|gonna|want|about|decided|intend|ready) __ to? __ (take an overdose|overdose|od|take all my pills|take all my meds|take all of them|take the pills|slit my|cut my wrists)

[attempt]
(ive|i have|i) just? (taken|took|swallowed) (them|them all|all of them|everything|the lot|the whole)
i (attempted again|attempted last|attempted two|attempted three|attempted ten|attempted suicide|attempted on|attempted in|attempted twice|attempted a few|odd on|overdosed)

[other]
(he|she|they|boy|girl|lad|son|daughter|husband|wife|friend) __ (says|said|saying|told|wrote|posted|writes) __ (he|she|they|hell|shell|theyll) __ (jump off|jump from|jump if|jump in front|die before|kill himself|kill herself|hang|drown|not be here|be gone)
(wants|wanted|want) to kill herself|himself|themselves

[intent]
(going to|gonna|will|ill|about to) (fix|end|solve|sort|stop) (that|it|this|everything|all of it) (tonight|forever|for good|once and for all|permanently)

[goodbye]
(bye|goodbye|farewell) (everyone|everybody|guys|all|friends|reddit|yall)
(last|final) (post|message|text|entry|letter)

[veiled]
(letters|letter|notes|note) (are|is|all|already)? (written|sealed|for my kids|for the kids|to my kids|to my parents)
(wont|not|dont|never|doubt) __ (be here|be around|be alive|make it to|live to see|last to|stick around|plan to be around|intend to be here) __ (by then|next|another|christmas|spring|summer|winter|new year|the year|much longer|for it|my birthday|graduation|that long|to see|tomorrow|year)
(if there was|if there were|if i had) a button __ (id|i would|press|push|hit)
(i want to|id) go where (she|he) is

[idiom]
last night (in|at|here|of|with|out|on)
(we|she|he|they) (decided|agreed|want|wanted|chose) to end it
jump|jumping|jumped (in|into|on|out of) (the|a|my|bed)? (shower|car|pool|bath|call|zoom|meeting|bed|lake|queue|line|train|bus)
jump (at|on) (the|it|this|a)? (chance|offer|opportunity|trend|call|bandwagon|it)
kill|killed|killing himself|herself|themselves|myself|yourself laughing|with laughter
hang|hanging|cut|cutting|shoot|shooting myself a|an|some|another
delete|remove|deleting|removing myself from (this|the|a|your|that|my)
overdosed|overdose|overdosing|od|oded on (cake|sugar|chocolate|coffee|caffeine|birthday|cheese|christmas|netflix|tv|cute|carbs|pizza|content)
(dont|not) want to live here|there|in|with (anymore|any)?
(sick|tired) of living (with|in|here|out|at|next|off|on)
take|took|taking|taken all of the|them __ back|out|home|down
