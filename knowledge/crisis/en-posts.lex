# English, what long posts say: concepts with room between them, so that one line stands for many wordings.
@wish = want|wants|wanted|wanting|wanna|wish|wished|wishing|need|ready|hope|hoping|hoped|pray|praying|prayed|beg|begging|prefer|long|longing|crave|craving|desire|desperate|tempted|love|dream|fantasize|fantasise|fantasizing
@think = think|thinking|thinkin|thought|thoughts|consider|considering|considered|contemplate|contemplating|contemplated|imagine|imagining|fantasize|fantasise|fantasizing|fantasising|fantasies|fantasy|dream|dreaming|daydream|daydreaming|obsess|obsessing|obsessed|ruminate|ruminating|ideation|ideating|urge|urges|plan|planning|planned
@means = pills|pill|meds|medication|medications|tablets|rope|noose|gun|pistol|shotgun|rifle|revolver|handgun|razor|razors|blade|blades|knife|knives|helium|nitrogen|insulin|fentanyl|heroin|xanax|benzos|tylenol|ambien|bullet|bullets|ammo|exhaust|bleach|antifreeze|opioids|morphine|oxy|painkillers
@them = everyone|everybody|family|kids|children|wife|husband|parents|mom|mum|mother|dad|father|people|they|theyd|daughter|son|friends|world|others|boyfriend|girlfriend|partner|loved|siblings|sister|brother
@place = bridge|overpass|ledge|rooftop|roof|tracks|railing|cliff|balcony|platform|garage|viaduct|rails

[ideation]
(im|am|been|feel|feeling|feels|felt|being|become|becoming|get|getting|got) ... suicidal
@think ... about|of|bout (suicide|dying|ending it|ending my|ending everything|ending things|not being here|not being alive|not existing|being dead|being gone|overdosing|jumping off|jumping in front|hanging myself|offing|taking my|my own death|my death|self deleting|just ending|just dying|never waking|how i would do|how id do|how to do it|ways to do it|ways to die|ways to kill|ways to end)
@wish ... i _ _ (was dead|were dead|died|dead|never woke|didnt exist|never existed|wasnt born|wasnt here|wasnt alive|were gone forever|werent here|werent alive)
kill|killing|end|ending|hang|shoot my|mah self
(suicide|suicidal) ... (every day|everyday|daily|all the time|constantly|lately|more and more|each day|every night|every single|all day|nonstop|non stop)
(suicide|suicidality|ending it|death|dying) ... (crosses|crossed|enters|entered|on|in|consumes|occupies|fills) my mind|head|thoughts
(keep|keeps|kept|cant stop|constantly|always) __ (picturing|imagining|seeing|planning|thinking) ... (my death|my funeral|dying|dead|hanging|jumping|crash|crashing|the gun|the rope|the bridge)
(way|ways|time|times|day|days) i (could|would|might|can) __ (kill myself|end it|end my|die|off myself)
(serious|seriously|strong|strongly|heavily|actively|really) __ considering|contemplating|thinking (suicide|it again|ending|about suicide|about ending|doing it)
(take|took|taking|taken) my own life

[passive]
@wish|could|if|id ... (sleep|asleep|bed|eyes) ... (never|not|dont|wont|didnt|forever|permanently) __ (wake|waking|woke|up|open)
@wish|if|hoping|imagine ... i|me|id|to|would|that? (get|got|had|have|catch|develop|diagnosed|with) __ (cancer|terminal|tumor|tumour|aneurysm|heart attack|stroke|brain bleed|fatal)
@wish|if|hoping|imagine ... (hit by|run over|hits me|hit me|crashes into|crash into|kills me|kill me|take me out|takes me out|struck by|fall on me|falls on me|shoot me|shoots me|stab me|murder me|murders me)
(no|any|what|whats|see|lost|without|zero|little|find|finding|wheres) __ (point|purpose|reason|reasons|meaning|sense|use) ... (living|to live|being alive|stay alive|staying alive|to exist|existing|being here|to be here|go on living|keep living|waking up|continue living|to stay)
(tired|sick|exhausted|done|weary|drained|enough|finished) __ of|with (living|life|being alive|existing|existence|this life|this world|breathing|being here)
(life|living|existence|anything|it) __ (not|isnt|aint|wasnt|never|hardly|no) longer? worth __ (living|the pain|the effort|the struggle|the suffering|anything)
(dont|not|cant|never|doubt|didnt) __ (see|picture|imagine|plan|expect|think|want|believe) ... (living|alive|be here|being here|survive|surviving|live) ... (past|another|next|until|till|much longer|long|year|month|christmas|birthday|30|40|25|20|21)
(wouldnt|would never|never|not going to|not gonna|wont|not that id|not that i would|dont think i would|dont think id|dont think i could) (actually|ever|really)? (act on it|act on them|go through with it|kill myself|hurt myself|end it|attempt|end my life) ... but|though
not|never|isnt that i (would|want|am going)? ... (kill|suicide|die) but
(wouldnt|dont|not|wont|didnt) (mind|care|object|complain|be mad|be upset|fight|resist) ... (dying|died|die|dead|killed|wake up|waking up|woke|stopped existing|gone)
(if|when) i (died|die|was killed|got killed|passed|dropped dead) ... (relief|relieved|fine|okay|ok|good|better|happy|peace|care|mind|matter)
(relief|relieved|peaceful|comforting|comfort|calming|calm|freeing) ... (dying|death|being dead|not existing|not being here|ending it|suicide|gone)
(dying|death|being dead|not existing|not being here|suicide|ending it) ... (relief|peaceful|comforting|comfort|calming|freeing|appealing|inviting|tempting|easier|escape)
(hate|despise|resent|regret|disappointed|angry|sad|upset) ... (being alive|im alive|still alive|i woke up|to wake up alive|exist|existing|was born|being born|survived|still here|didnt die|didnt work)
(dont|not|never|cant|no longer|stopped) (feel|feeling|have|want|wanting|see|care)? ... (will|want|wanting|desire|drive|reason|care) to (live|be alive|stay alive|exist|be here|survive|keep living|wake up|stay here)
(once|when|after|if|until) ... (mom|mum|dad|dog|cat|parents|mother|kids|grandma|pet|pets|wife|grandmother) ... (dies|die|passes|pass|gone|grown|goes|go) ... (im done|im gone|ill go|i can go|i can leave|free to|nothing left|nothing keeping|follow|end it|i can die|im next|checking out)
(exist|existing|alive|living|keep living|stay alive|staying alive) ... (only|just|solely|purely) ... (because|for|so) ... (mom|mum|dog|cat|parents|family|kids|mother|sister|brother|guilt|hurt them|pets|son|daughter|wife|husband|afraid|scared|coward)

[intent]
going|gonna|will|ill|plan|planning|decided|intend|want|ready|about|might __ do|end|doing|ending it (tonight|tomorrow|soon|today|this week|this weekend|this month|this time|next week|next month|on my birthday|before christmas|after christmas|before my|for good|once and for all)
(ive|i have|i) (decided|made|chosen) __ (my mind that|my mind to|to die|to end my|to end it|to do it tonight|end my life|that its time to go)
(this|tonight|today|tomorrow|soon) ... (be|is) my (last|final) (night|goodbye|words|birthday|hours|sunrise|christmas|day alive|day on earth|night alive)
(want|wanted|needed|need|just) ... (say|tell|write|leave|post) ... (goodbye|before i go|before i die|before i do|before i end|before im gone|one last time) 

[plan]
(have|got|bought|buy|ordered|order|found|hid|hidden|stashed|saved|saving|hoarding|hoarded|stockpiled|stockpiling|stocked|collected|counted|counting|prepared|loaded|stole|acquired|getting) ... @means ... (ready|enough to|for when|do it|end it|kill|die|dead|myself|my head|my mouth|my throat|overdose|od|lethal|goodbye|way out|the job|the trick|final|if it gets|last resort|exit)
@means ... (to|in|against|on|around|at|inside) my (head|temple|mouth|wrist|wrists|throat|neck|chest|heart|forehead|chin)
(sat|sit|sitting|stood|stand|standing|walk|walked|walking|drove|drive|climbed|went|go|ended up|found myself) ... @place ... (jump|jumping|jumped|step off|stepping off|let go|thinking about it|almost|end it|for hours|courage|fall|falling|die|dying|over the edge|train|chickened|talked down|police|stranger)
(looked|looking|look|googled|googling|google|search|searched|searching|research|researched|researching|read|reading) ... (ways|methods|method|how|painless|lethal|easiest|sites|forums) ... (to die|to kill|suicide|end my|overdose|hang|noose|lethal|painlessly|end it|ending|kill myself)
(have|had|got|made|making|chosen|picked|set|decided|came up with|working on) ... (plan|plans|method|date|deadline|spot|place) ... (to do it|to die|end it|kill|suicide|end my|carry it out|doing it|how id do)
(only|one|sole|main|biggest) __ (thing|things|reason|reasons|person) ... (keeping me|keeps me|stopping me|stops me|holding me|preventing me|still here|still alive|not dead|im alive|i am alive|stay alive|staying alive|havent killed|havent done it|havent ended|havent gone|hold on|hanging on|holding on)
(keeping|keeps|keep|kept|stopping|stops|stopped|prevents|preventing|holding|holds) me ... (from ending|from doing it|from killing|from suicide|alive|from dying|from jumping|from going through|from pulling|from taking my|here is)
(affairs|passwords|accounts|insurance|arrangements|funeral) ... (in order|when im gone|after im gone|ready for|for after|easier for|if i die|when i die|after i die)
(wrote|written|writing|write|typed|drafted|started|finished) __ (note|notes|goodbye|goodbyes) (to|for|and|in|on|already|last|explaining|so|then|that|my)?  
(too|such|much|enough|a|being) ... (scared|afraid|coward|cowardly|chicken|weak|pussy|courage|guts|balls|brave) ... to (do it|kill|end it|go through|actually do|die|pull the|jump|try again|follow through|just do it|end my)
(if) i (had|owned|could get|have) __ (gun|pistol|pills|rope|guts|courage|balls|button) ... (would|id|wouldve|gone|dead|already|kill|end|use|press|do it)

[method]
(painless|painlessly|quickest|easiest|fastest|surest|foolproof|peaceful|peacefully|cleanest) ... (way to die|ways to die|way to go|way out|to die|method|methods|suicide|death|exit|end it|end my|to kill)
(how many|how much|will|would|does|enough) ... (pills|mg|milligrams|tylenol|xanax|insulin|ambien|benadryl|aspirin|ibuprofen|melatonin|seroquel) ... (kill me|to kill|to die|lethal|fatal|overdose|never wake|not wake|end it)

[attempt]
(tried|attempted|attempt|attempts|trying|try) __ (suicide|to kill myself|to end my|to take my|to overdose|to od|to hang|to jump|to end it|killing myself|to commit|to die|to shoot|to slit|to drown)
my (first|last|second|third|previous|recent|failed|only|latest|most recent|past|next|other|two|three)? (suicide)? (attempt|attempts) (was|were|failed|in|at|and|when|last|but|left|made|a|i|two|this|years|ended|landed|put|is|has|didnt|with|by)
(woke|ended|landed|put|sent|taken|rushed|admitted|committed|hospitalized|hospitalised|stay|stayed|weeks|days|inpatient|sectioned|released) ... (hospital|icu|er|psych|ward|inpatient|facility|unit) ... (attempt|attempts|attempted|overdose|overdosed|overdosing|tried|suicide|suicidal|od|hanging)
stomach pumped
(took|taken|swallowed|downed|popped|swallowing) ... (bottle|whole|entire|handful|handfuls|bunch|dozens|20|25|30|40|50|60|80|90|100) _ _ (pills|tablets|meds|medication|tylenol|aspirin|xanax|ambien|painkillers|sleeping|of them|antidepressants|benzos|paracetamol)
(overdosed|overdose|od|oded) __ (on|last|again|when|in|yesterday|twice|before|and|but)
(slit|slitting|cut|cutting|slashed) __ (wrist|wrists|throat|veins|artery|arteries)
(tied|tie|tying|hung|hang|hanged|hanging|put) ... (noose|rope|belt|cord|sheet) ... (neck|beam|closet|door|tree|rafters|garage|broke|snapped)

[burden]
@them ... (better|happier|easier|relieved|fine|free|freer|peace|richer) ... (without me|if i was gone|if i were gone|if i died|if i was dead|if i were dead|if i wasnt here|if i wasnt around|if i werent|if i didnt exist|if i disappeared|if i never|when im gone|once im gone|after im gone|im dead|with me gone|with me dead|if i just died|if i just disappeared|if i killed|if i was never|i wasnt alive|i wasnt here)
(nobody|noone|none|anyone|who|hardly) ... (miss me|notice|care|mourn|cry|find me|funeral|remember me|realize|realise) ... (gone|dead|died|die|disappeared|disappear|killed|body|existed|not here)
no one ... (miss me|notice|care|mourn|cry|find me|remember me|realize|realise) ... (gone|dead|died|die|disappeared|disappear|killed|body|existed)

[farewell]
(sorry|forgive) ... (when im gone|after im gone|ill be gone|i wont be here|leave you|leaving you|goodbye forever|what im about to|i have to do this|couldnt stay|wasnt strong enough|not strong enough)

[veiled]
(want|need|wish|ready|begging|praying|wanted|hope) ... (it|this|everything|pain|suffering|hurt|hurting|all|nightmare|torture) ... (to end|to stop|to be over|over with|be over|be done|ended|to go away|to finally stop)
[exit]
(button|switch|pill) ... (end it|die|dead|be gone|exist|existing|my life|disappear|painless|painlessly|not be here|not wake)
[give_up]
(dont|not|cant|wont|couldnt|doubt) ... (go on|keep going|hold on|keep doing this|live like this|carry on|continue|survive|last|hang on|keep this up|make it|be here) ... (much longer|any longer|another day|another week|another year|another night|anymore|any more)
[veiled]
i|just|really want|wanted|need|needed out
[hopeless]
(nothing|noone|nobody) __ (left|keeping|to live|to stay|worth)
[exit]
(dont|not) want to __ (be here|be alive|live|exist|be in this world) anymore|any
(disappear|vanish|gone|cease|fade) __ (forever|for good|completely|permanently|from this|off the face)
(ready|time|okay|ok|fine) (for me)? to (die|give up for good|let go|leave this world|check out for good|go for good|leave forever)
(suicide|suicidal) ... (options|option|answer|solution|way out|choice)
at peace with (dying|death|it|ending|leaving|my decision)

[self_harm]
(cut|cutting|burn|burning|scratch|hit|hitting|punch|hurting|harming|self) ... (arms|thighs|wrists|legs|scars|razor|blade|myself|harm)

[distress]
fired|unemployed|homeless|divorce|divorced|divorcing|bankrupt|evicted|dumped|cheated|miserable|worthless
lost my job|home|house|wife|husband|kids|apartment

[support]
(please|pls|plz|just) dont|never (do it|do this|give up|kill yourself|hurt yourself|end your life|do anything|go through|end it|leave us|let)
(you are|youre|ur|u are|your) (not alone|loved|worth|enough|strong|important|needed|valued|not a burden|stronger|worthy|a good person|amazing|beautiful|so young|not worthless|going to be okay|gonna be okay|not broken|not weak)
(you|your life|your feelings) matter|matters
(it|things|life|everything) (does|do|will|can|really|gets|get|truly|definitely) (get|gets)? (get|better|easier|improve)
(hang|hold) (in there|on buddy|on friend|on please|on my friend|on tight)
(reach out|talk|speak|open up) to (someone|a friend|a professional|me|anyone|somebody|a therapist|a doctor|your|family|a counselor)
(pm|dm|message|text|inbox) me (if|anytime|any time|whenever|and|please|so)?
(sending|send) (you|hugs|love|virtual|good|positive|all|much)
(im|i am|we are|were|we) here for you|if you|to listen|to talk|if u
(ive|i have|i was|i) been|was (there|where you|in your shoes|in your position|exactly where|in the same)
(call|text|try|contact|ring) (a|the|your|this)? (hotline|helpline|crisis line|lifeline|988|911|suicide hotline|samaritans|suicide prevention|crisis text)
(your|ur) (family|kids|parents|friends|mom|children|loved ones|wife|husband|dog|cat|brother|sister) (would|will|need|needs|love|loves|wants|want|care|deserve|might|may)
(have|did|do|are|can|could|would|will) you (tried|try|considered|thought|talked|seen|spoken|have anyone|have a|safe|want to talk|ever|been|able|see)
stay (strong|safe|with us|alive friend|here with us|with me please)
proud of you
(so|im|really) glad you (posted|wrote|told|are here|made it|reached|updated|called)
(get|seek|find) (some|professional|real|medical)? (help|counseling|counselling|therapy) (please|you|as soon|now|asap|from|if)
(you|u) (wont|will) (regret it|get through|make it through|feel better|be okay|be ok|find)
(please|just) (put|give|keep|lock) (them|the pills|it|the gun) (somewhere|away|to)
i read (every word|your post|all of|this and)
(tell|talk to) (someone|them|your|a) (everything|all of it|doctor|mom|therapist|how you feel)
(my|our) (advice|suggestion) (is|to|would)

[you]
you|your|youre|yourself|ur|u|yours|youve|youll|youd

[self]
myself|suicidal|kms
my suicide|death|funeral|attempt
my own? life
my own|miserable|pathetic|shitty|worthless|whole life|existence
i|im|id|ive|ill|me __ die|dying|dead|died|exist|existing|alive|living|live
(want|wanted|wanna|wish|ready|deserve|hoping|rather|better|like) (to|be|off|i was|i were)? just? (die|dead|live|exist|be dead|be alive)
wake up|waking up|woke up

[idiom]
you|youre|u|youd|youve (ever|might|may|still|also|really|say|said|just|even|dont)? (want|wanted|wish|wished|wanting|feel|felt|feeling|were|are|tried|thinking|think|said|got|have) _ _ (to die|suicidal|to be dead|to end|hopeless|like dying|about suicide|about dying|the pills|pills|wanted to die|to kill)
your suicidal thoughts|feelings|urges
(keeping|keeps|keep) me (sane|awake|warm|busy|entertained|motivated|company|up at night|posted|from quitting|from finishing|from sleeping|updated|honest|grounded|young|fit)
(dad|mom|mum|mother|father|grandma|grandpa|grandmother|grandfather|dog|cat|husband|wife|brother|sister|aunt|uncle|friend|he|she|they) is|are|was|were|s? (dying|dead|about to die|going to die|terminally ill|on life support)
(took|taken|lost) (his|her|their) (own)? (life|lives)
(killed|hung|hanged|shot|drowned) himself|herself|themselves|themself

[past]
__ years|months ago
(for|in) (my|his|her) (teens|twenties|20s|early twenties|late teens)
(with|after|during) my (first|second) (baby|child|pregnancy|kid|marriage|deployment)?
no treatment since
(that|those|the) (year|years|time|days|winter|summer) (was|were|when i was|in)

[plan]
(had|have|hung|put|tied|got|keep) (the|a|my) rope|noose|belt (up|ready|tied|hanging|over|around|on|in the closet|out)
(know|knew|have|got|bought|chosen) ... what im|ill|i (gonna|going|will|would|plan) __ use
(had|have|wrote|started|writing) (a|my|the) (note|letters) (started|written|ready|drafted|done|in my|is)
(pills|gun|pistol|rifle|rope|blade|knife) ... (take|took|get|got|pull|set|put|hold|held) (it|them) out

[veiled]
i|just|already took|swallowed|drank them|it|em|everything (all)?
(it|this) (would|wld|will|could|might|is) ... (easier|better|best|simpler) ... to just? (finish|end|stop) it|this|everything
(choose|choosing|decide) when|how it|i|to (is over|ends|go|end|leave)
like|love|want to be done (with it|with this|with everything|now)?
(for|want) it to be over
(whether|if|maybe) (today|tonight|tomorrow|this) is the (day|night|one)
(know|knowing) the date|day (has|made|makes|is)
(understand|get|see) (him|her|them|why he|why she|why they) now
(not to have to|dont want to|not have to|tired of having to) (be a person|be me|be anything|be anyone|do the next|be alive|be here)
(do|doing|done|try|trying) it again (soon|as soon|when|once|tonight|tomorrow|this|next)

[farewell]
sorry|forgive ... (to do this to you|for doing this to|about the mess|abt the mess|for the mess|to leave you|for leaving you|to leave you all|it had to)
(dont|do not) (come upstairs|come in|open the door|go into|come home|look in|come looking) ... (call|ring|police|999|911|112|kitchen)
tell (mama|mom|mum|dad|papa|her|him|them|the children|the kids|my kids|my son|my daughter|everyone) ... (was quick|moved somewhere|it was quick|i was praying|loved them|loved her|loved him|i was proud|was sick|didnt suffer|i went)
(dont|do not|please dont) tell (the kids|the children|my kids|my children|my mom) what i did
its not (ur|your|her|his|their|anyones|anybodys) fault
(ask|asking|asks) (that|for) (nobody|noone|no one) (make|fuss|cry|mourn|be sad|blame)
leaving together (on|tonight|soon|at)
thats|thats it|this is it|that was it from me (guys|everyone|all|then)

[goodbye]
(can have|is for|belongs to) (my|the|him|her)
u|you were the best
(passwords|password|login|logins|keys|papers|documents) ... (in the|on the|pinned|with the|are in|is in|under)
not hurting|suffering|in pain anymore|any

[passive]
(sort|kind|kinda|secretly|always|just) of? (hope|hoping|wish|wishing) ... (crashes|crash|hit me|hits me|doesnt stop|dont wake|goes down|explodes|falls on)
(please|just|god|begging) ... let me (die|go|not wake|fall asleep)
i cross ... (without looking|dont look|against the light|not looking)
thinking oh good
not (look|looking) (both ways|when i cross|before crossing|before i cross)

[reflexive]
myself|suicidal
my own? life

[software]
codebase|codebases|dockerfile|dockerfiles|celery|pod|compilers|sysadmin|devops|pipeline|pipelines|uptime|downtime|systemctl|journalctl|dockerd|kubelet|oomkiller|nodejs|deno|bun|lint|linting|typecheck|transpile|transpiler|bytecode|opcode|opcodes|breakpoint|breakpoints|hexdump|strace|ltrace|eof|utf8|unicode|base64|checksum|tarball|toolchain|cmake|llvm|gcc|clang|rustc|javac|pycache|virtualenv|conda|jupyter|dataframe|numpy|pandas
(the|a|this|each|every|celery|nginx|gunicorn|sidekiq|background|build|one|another|our) worker|workers|agent|agents (is|keeps|dies|died|should|wants|would|has|needs|commits|attempts|kills|ends|leaves|takes|refuses|gives|hangs|no|was|that|process|cannot|says|wishes|jumps|slits|overdoses|puts|terminates|wrote)
(main|kernel|worker|background|ui|render|second|listener|event) thread|threads
(the|this|our|my|a|every|nightly|broken|failing|release|ci) build|builds (is|fails|failed|breaks|broke|broken|agent|server|dies|died|hangs|again|times|pipeline|takes|wont|never|makes)
(not|wont|doesnt|to|cant) build|compile
(last|first|this|my|that|next|previous|initial|final|squash|revert) commit|commits
commit (before|and|push|hash|message)
(drop|truncate|alter) table|tables|database|every
(the|my|a|celery|async|gulp|gradle) task (dies|died|hangs|fails|should|is|commits|attempts|kills|ends|wants|leaves|would|has|needs|cannot|refuses|gives|no|says|wishes|takes|puts|jumps|slits|overdoses|terminates|wrote)

[tech]
loop|loops|log|logs|timeout|timeouts|retry|retries|sprint|queue|reaps|variable|variables|crashes|restarts|reboot|reboots|rebooted|printer|driver|drivers|pointers|terminates|flag|flags|script|scripts|desktop|firmware|hotkey|hotkeys|shortcut|formatting|spreadsheet|excel|powerpoint|wifi|modem|browser|tab|tabs|plugin|service|services|function|functions|method|methods|pr|ticket|tickets

[software]
ethernet|keyboard|yml|toml

[idiom]
(overdose|overdosed|overdosing|od) on|of coffee|caffeine|sugar|chocolate|memes|cuteness|candy|espresso|pizza|vitamins|cheese|information|content
(will|desire) to live after|during this|that|today|these|our|my sprint|meeting|meetings|standup|lecture|exam|exams|shift|class|episode|call

[reflexive]
still want|wanted|wanna to? die
(be|being|stay|staying) alive
my family|kids|mom|mum|mother|parents|wife|husband|children|daughter|son|dad|father
family|kids|parents|everyone|mom __ without me

[plan]
(email|emails|send|sends|message|messages|letter|letters|note|instructions|passwords|mail) ... (family|mom|mum|wife|kids|parents|everyone|friends|husband|them|her|him) ... (after|when|once|if) (im|i am) (dead|gone)

[idiom]
(would|will|even) (miss|notice|cry over|mourn) it|this|that|them|him
garbage|trash collector|collection|collected|truck|can|day|bag

(says|said|prints|printed|saying|print|output) goodbye cruel|world

[plan]
(have|got|made|had) a plan and|with|plus a|the|my|means|how|know|everything
(gun|pistol|revolver|rifle|shotgun|pills|rope|razor|knife|handgun) ... (keep|keeps|kept|always|started) (taking|looking|holding|picking|staring|touching|going back|pulling)
(take|takes|taking|took) (it|the gun|the pistol|the rope|the pills) out ... (look|hold|put it back|stare|again|every night|each night)

[method]
(how much|how many) ... (pills|meds|medication|tablets|insulin|alcohol|mg|painkillers|xanax|tylenol) ... (would take|it takes|it would take|id need|i would need|would be enough|is enough|are enough|would do it|will do it|would it take)

[burden]
(world|life|things|everything|everyone) ... (spinning|turning|go on|goes on|move on|moves on|keep going|same|lighter) ... (if i wasnt|without me|if i was gone|if i were gone|if i werent|if i died|if i disappeared|after im gone|when im gone)
(theyd|they would|theyll|shed|hed) be (relieved|happier|free|better off|fine|okay) (if i|without|once|when im|to be rid)?

[other]
(he|she|they|friend|brother|sister|colleague|coworker|student|guy|kid|boy|girl|dad|father|mom|neighbor|neighbour|roommate|ex|cousin|uncle|nephew|niece|husband|wife|partner|son|daughter) ... (saying goodbye|said goodbye to each|thanked everyone for|goodbye message|goodbye text|goodbye voice|suicide note|affairs in order|papers in order|give away his|give away her|giving away his|giving away her|gave away his|gave away her)
(he|she|they) ... (better off without him|better off without her|rather be dead|doesnt want to be here|doesnt want to live|wants to end it|wants to die|no reason to live|nothing to live for|hurt himself|hurt herself)

[practical]
odd jobs|job|numbers|number

[intent]
(dont|cant|not|wont) __ (keep|stay) (myself)? safe
(do|doing) something (stupid|bad|terrible|crazy) (tonight|to myself|soon and)

[passive]
cease to be|exist
first thought ... (still here|still alive|not dead|awake again)

[veiled]
wont be around (anymore|anyway|then|much longer|to see)?
(see|be with) my|our (son|daughter|wife|husband|mom|mum|dad|baby|brother|sister|boy|girl) (again|soon)

[plan]
(only|one) thing|person standing between me and (it|death|the|that|doing|ending)

[passive]
not (made|meant|built) for this (planet|earth)
dont want to be on (this planet|this earth|it) (anymore|any)

[veiled]
(energy|nerve|strength) to (actually|finally|really) do it
(would|could|might) (just)? go tonight
(think|thinking) about it (every|all the time|constantly|each|more and more|all day)

[negator]
(asked|asks|ask|asking|questioned|wondered|screened) me|us|her|him|them? if|whether

[past]
(was|were|been) __ suicidal (for|in|back|when|throughout|as|at|until|most|during|after|before)
(most|much|all|half) of my (twenties|teens|thirties|childhood|adolescence|youth|twenties and)
(its|it has|has|is) been _ _ years
years (since|clean|sober|free|later|stable)
(was|used) in your shoes|position

[recovered]
(got|pulled|saw|carried) me through (it|that)?
(celebrating|celebrate|anniversary) ... (since|clean|sober|attempt)
(so|im|very|really) glad|happy|grateful i (climbed|came|stepped|turned|stayed|called|told|went|survived|lived)
never thought id|i (get|live|would) to (be|see|live|get)
dont think about it anymore
(im|i am) (safe|stable) (now|and|today)

[news]
call of the void
ocd|erp|intrusive|nursing|nurse|sophomore|freshman|roleplay|moderating|moderate|moderates|mod
role play
(school|guidance|crisis|grief|college) counselor|counsellor|counselors
(followed|follow|our|the|safeguarding|new) protocol|protocols
(my|our|a|the) (patient|patients|client|clients|caller|callers|students|pupils|residents|inmates) (says|said|who|is|was|has|told|tells|told|with|are|were)

[idiom]
suicidal (posts|post|people|person|users|user|patients|patient|clients|callers|students|members|individuals|content|intent|behavior|behaviour|character|characters|youth|veterans|inmates|customers|messages|comments)
(if|when) i (have|hear|see|get|read) ... (one more|another) ... (kill|throw|hang|shoot|fling|yeet|drown|off) myself

[software]
scheduler|schedulers|forks|rebooting|monolith|bluetooth|healthcheck|healthchecks|unhealthy|latex|dmesg|kubectl|orphaned|hypervisor|vm|vms|postgresql|sqlite|heroku|vercel|netlify|cdn|hostname|subnet|dhcp|packet|packets|throughput|latency|idempotent|polyfill|transpiled|minified

[tech]
node|nodes|crash|crashing|crashed|laptop|monitoring|install|installed|installing|update|updates|updated|version|hangs|freezes|reinstall|pairs|unplug|unplugged|cable|cables|charger
