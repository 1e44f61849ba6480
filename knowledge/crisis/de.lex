# German.
~ selbstmord umbringen suizidal selbstmordgedanken suizidgedanken
@kin = freund|freundin|bruder|schwester|sohn|tochter|mutter|vater|mama|papa|mann|frau|partner|partnerin|cousin|cousine|onkel|tante|ex|kollege|kollegin|schuler|schulerin|nachbar|nachbarin|kumpel|kind|oma|opa|jemand|bester|beste|mitbewohner
@will = will|wil|mochte|moechte|mag|wollte|wurde|wuerde|wunschte|wuenschte|wunsche|kann|werde|darf|sollte|mocht|konnte|muss|soll|versuche|denke|plane|will's

[ideation]
mir|mich etwas|was antun|anzutun|anzutun
freitod
(aus|von) dem leben scheiden
nicht|nimmer mehr (leben|weiterleben|weiter leben|auf der welt sein) (will|mag|mochte|kann)?
@will nur|einfach|endlich|jetzt|am|liebsten|nicht? sterben|stirben|krepieren|verrecken
@will einfach|nur|endlich? tot sein
will tot sein
@will mich umbringen|toten|erhangen|aufhangen|erschiessen|totmachen|umbrigen|umbringn|vergiften
@will mir das leben nehmen
mich umbringen|umzubringen|umgebracht|erhangen|toten|aufhangen|vergiften|erschiessen|umbringe|umbring
bring|bringe|bringt ich? mich um
mir das|mein leben (nehmen|zu nehmen|genommen|nehme|nimm)
(leben|meinem leben|dem leben|allem) ein ende (setzen|machen|bereiten|zu|gesetzt)
allem|leben ein ende
(@will|will|mag|kann|wil|mochte|moechte) nicht|nimmer|nimma|net mehr|langer|weiter (leben|existieren|weiterleben|weiterexistieren)
(will|mag|wil|mochte|moechte|kann) nicht|nimmer|nimma|net (mehr|langer|weiter) (leben|existieren|weiterleben|aufwachen|da sein|hier sein)
(will|mag|mochte) nicht aufwachen
nimmer|nimma leben|weiterleben
kein|keinen|keine|null bock|lust|kraft|grund|lebenswillen|willen|sinn mehr? auf|zu|zum|am|im|fur|mehr? leben|leben|weiterleben|existieren
selbstmordgedanken|suizidgedanken|suizidgedanke|todessehnsucht|suizidal|suizidale|suizidgefahrdet|lebensmude|selbstmordgefahrdet|todeswunsch
suizidale|suizidalen gedanken
denke|denk|nachdenke|gedanken|gedanke|gedacht|nachgedacht|denken oft|jeden|standig|viel|nur|tag|immer|daruber|an|wieder? tag|noch|nach? an|uber|mit|mir|nach? den|meinen|das? selbstmord|suizid|tod|sterben|umzubringen|suizidversuch|leben
selbstmord|suizid|tod ist|ware|bleibt|scheint|als die|der|mein|das|fur einzige|beste|einziger|letzte|erlosung|losung|ausweg
ausweg|losung|moglichkeit als|ausser den|dem|selbstmord|tod tod?
lieber tot|sterben als|sein
ware|war|waer|sei ich? am|lieber|ich|gern|gerne|besser? liebsten|lieber|besser|gerne? tot|gestorben|weg|nie
liebsten|lieber tot|sterben|nicht|weg (mehr)?
sterben will|mochte|wollen

[passive]
wunschte|wuenschte|wunsche|hoffe|hoff|bete|mochte|will|wollte|hoffen __ (tot|nie geboren|nicht mehr aufwachen|nie wieder aufwachen|nicht mehr aufzuwachen|nicht aufzuwachen|einschlafen und nie|nicht mehr da sein|nicht mehr da ware|weg ware|gestorben|nie wieder aufzuwachen|nicht aufwachen|nicht mehr aufwache|nie mehr aufwachen|nicht mehr existieren)
einschlafen und|um nie|nicht|nimmer
nie|nicht|nimmer wieder|mehr aufwachen|aufzuwachen|aufwache
nie geboren|existiert worden|ware|wurde?
(fur|auf) immer verschwinden|weg|schlafen|gehen
verschwinden fur|auf immer
(will|mag|mochte|wurde|einfach|gern|gerne) nicht|nimmer mehr (da sein|hier sein|existieren|am leben|auf dieser welt|dasein)
einfach nicht mehr|da da|sein|hier sein?
egal ob|wenn ich __ (sterbe|lebe|tot|sterben)
lebe|leben|leb oder sterbe|sterben|tot
leben (ist|hat|lohnt|macht) (nicht mehr lebenswert|nicht lebenswert|sich nicht|keinen sinn|nicht wert|nichts wert|nicht mehr wert)
(es) lohnt sich nicht (mehr)? zu leben
nicht|kein|nichts mehr? lebenswert
(grund|grunde|sinn|kraft|willen|motivation) mehr|weiter|mehr? zu|am|zum|im|um leben|weiterzuleben|weiterleben|weiter|existieren|hier
(leid|mude|satt|leidig) zu|des|das|vom|mein|zum? leben|lebens|existieren
(verdiene|verdient|wert|sollte|durfte|verdien) es|nicht|kein|gar|nicht|das|mehr? nicht|zu|mehr|kein? zu? leben|existieren|leben|am|sein|da
sollte nicht|besser|lieber|eigentlich mehr|tot|sterben|nicht leben|sein|da|mehr|sterben?
halte|halt|ertrage|ertrag das|dieses|mein|es leben|dasein nicht|nimmer|kaum mehr|langer|aus
leben nicht mehr|langer aus|ertrage
kann so|nicht|das nicht|mehr mehr|so (weiterleben|leben)
tot sein|ware|besser

[intent]
schluss|ende mit (meinem leben|dem leben|allem|mir)
ich beende es|mein heute|jetzt|bald|leben
(heute|morgen|bald|jetzt|nacht) nacht|abend? (bring|bringe|beende|mach|mache|werde|sterbe) (ich|es) __ (um|umbringen|schluss|sterben|toten|ein ende|springen|leben)
werde|beschlossen|entschlossen|entschieden|vor|entschluss ich|mich|mir|heute|dass|hab|habe __ (umbringen|umzubringen|sterben|toten|springen|zu sterben|das leben nehmen|gehen|ein ende)
(wenn|falls|sobald) du|ihr|sie (das|dies|diese|den|diesen|es|diese nachricht|diese zeilen|diesen brief) (liest|lest|lesen|findest)
(bald|morgen|dann) bin|werde ich (nicht mehr da|nicht mehr hier|tot|weg|nicht mehr am leben|kein problem|niemandem mehr|nicht mehr sein|fur niemanden)
(ich)? (bin|werde) (bald|morgen) (nicht mehr da|nicht mehr hier|tot|weg|nicht mehr am leben|kein problem)
bald bin|ist|falle|werde ich|es|niemandem|alles (fur|tot|weg|niemandem|vorbei|keine|nicht)
(das|heute|dies) ist|war|wird meine|mein letzte|letzter nacht|tag|abend|nachricht
mache|mach|machen heute|jetzt|bald|endgultig|morgen|ich schluss
schluss machen mit|leben|dem|meinem (leben|allem)
springe|spring|springen|werfe (ich)? gleich|jetzt|heute|mich vor|von|runter?

[plan]
(tabletten|pillen|medikamente|schlaftabletten|pulver) sind|habe|schon|liegen|alle|gesammelt|mutter|meiner|gehortet|gezahlt|angeschaut|und|von __ (gezahlt|gesammelt|gehortet|bereit|vor mir|geschluckt|genommen|zuruckgelegt|zusammen)
(alle|ganze|ganzen|viele|zu|viel|haufen|packung|schachtel) viele|die|meine|packung|schachtel|von? (tabletten|pillen|packung|medikamente|schachtel|schlaftabletten) genommen|geschluckt|geschluckt|eingenommen|intus|runter
tabletten|packung|pillen genommen|geschluckt|gezahlt|gehortet|gesammelt
(abschiedsbrief|abschiedsbriefe|abschiedsnachricht|suizidplan)
(stehe|steh|sitze|sitz|bin|auf) auf|am|an|der|dem|einer der|dem|einer|brucke|dach|abgrund? (brucke|dach|gelander|balkon|abgrund|gleisen|hochhaus|klippe) und|ich|will|werde will|ich|werde|springen|springe
(seil|strick|waffe|pistole|messer|gurtel|rasierklinge) gekauft|bereit|liegt|besorgt|in|um und|weiss|vor|bereit|mir|ich|der|meiner|meinen|den (wo|mir|hand|hals)?
(einen|mein|den|genauen) plan und|wie|steht|mich|ein|fur (ein|ich|mich|wann|datum|wo|fest|den)
(alles|meine|sachen|sachen) verschenkt|sachen|weggegeben|verschenke|verschenkt (ich|brauche|weil|verschenkt|weggegeben)
brauche|brauch es|sie|das|nichts nicht|nimmer|mehr mehr|nicht (mehr)?
(datum|tag|termin) festgelegt|gewahlt|ausgesucht|steht
(springen|werfen|schmeissen|springe|sturzen|werfe) vor|von|vom|aus|mich den|der|dem|einen|einer? zug|brucke|dach|balkon|fenster|bahn|hochhaus
(pulsadern|adern) aufschneiden|aufgeschnitten|auf|aufschlitzen
lebensversicherung
mehr wert als|tot
tot mehr wert

[method]
(schmerzlos|schmerzloseste|schmerzlosesten|schnellste|schnellsten|einfachste|sicherste|friedlich|leichteste) sterben|art|methode|weg|zu|sich|stirbt (sterben|zu|umzubringen|weg)?
stirbt man am|schnell|ohne schmerzlosesten|schnellsten|schmerzen|leichtesten
wie|womit (bringe|bring) ich mich (schmerzlos|am|schnell)? um
wie|womit (kann|konnte) (ich mich|man sich) (schmerzlos|am schnellsten|am besten)? umbringen|toten|erhangen
wie (sterbe|stirbt) (ich|man) (am|ohne|schmerzlos) (schmerzlosesten|schnellsten|schmerzen)?
wie viele|viel tabletten|pillen|schlaftabletten|medikamente|braucht __ (sterben|aufzuwachen|aufwachen|todlich|umzubringen|tot|nicht mehr aufzuwachen)

[attempt]
(versucht|probiert|versuch|versuche) mich|mir|sich|das|es|zu __ (umzubringen|leben zu nehmen|toten|erhangen|umbringen|zu nehmen)
(suizidversuch|selbstmordversuch|suizidversuche|selbstmordversuche|selbsttotungsversuch)

[burden]
(besser|glucklicher|leichter|froh|erleichtert|freier) __ (ohne mich|wenn ich tot|wenn ich weg|wenn ich nicht|wenn es mich nicht|ich tot ware|ich weg ware|ich sterbe|ich nicht mehr)
ohne mich besser|waren|ware|geht|seid alle|dran|besser|es|ihr|die
besser ohne mich
niemand|keiner|keinem|niemandem wurde|wuerde|wird|vermisst|fehle|wurde's|fallt mich|es|auf|ich|wenn|merken? vermissen|merken|wenn|ich|auffallen|interessieren
wenn ich (tot|weg|verschwunden) (ware|bin|ginge)
wenn ich (sterbe|sterben wurde|nicht mehr da|nicht mehr ware|nicht mehr lebe|nimmer bin)

[farewell]
(kummert|pass|passt|kummere|sorgt|schaut) euch|dich|auf|um|gut|fur um|auf|meine|mein|meinen? meine|mein|meinen|mama|ihn|sie|kinder|hund? __ (wenn ich|nicht mehr bin|weg bin|tot bin|ohne mich|nicht mehr da)
lebt|leb|lebe wohl __ (verzeiht|verzeih|vergebt|verzeihung|es tut|welt|alle|ich liebe|fur immer)
(verzeiht|verzeih|vergebt|vergib) mir (bitte|dass|was|alle|ich|mama)?
(sag|sagt|sagen) mama|papa|meiner|meinem|ihr|ihm|ihnen|allen|bitte|meinen __ (schuld|liebe|leid|lieb|danke)
(nicht|war|keine|ist) ihre|deine|eure|seine|meine|nicht schuld
sei|seid|weint|weine nicht|bitte traurig|bose|um|nicht
bin jetzt|endlich|ganz|nun ruhig|gelassen|friedlich|erleichtert
lasse|lass|schenke|vermache dir|euch meine|mein|meinen gitarre|hund|katze|sachen|auto|rad|kinder
(abschied|verabschieden|verabschiede|lebewohl) fur|nehmen|von|mich|sagen von|fur|euch|allen|der|immer (immer|welt|euch|allen)?

[other]
sich etwas|was antun|anzutun|antut
(mein|meine|meinem|meiner|ein|eine|unser|unsere|einer|einem) _? _? @kin __ (will sterben|will sich umbringen|bringt sich um|sich umbringen|nicht mehr leben will|nicht mehr leben mochte|sich das leben|suizidal|selbstmord|suizid|er will sterben|sie will sterben|er sich umbringt|sie sich umbringt|suizidgedanken|selbstmordgedanken|umzubringen|sich umzubringen|sich verabschiedet|hat sich verabschiedet|suizidgefahrdet|umbringen will|sterben will|will nicht mehr leben)
(er|sie|der|die) (will|mochte|wollte|droht|sagt|redet|spricht|versucht) __ (sterben|umbringen|umzubringen|selbstmord|suizid|nicht mehr leben|sich das leben|toten)
(sich) umbringen|umzubringen|umbringt|das leben|erhangen|toten will|mochte|wollte|wird|nehmen|zu|und|konnte (nehmen|will)?
bringt sich um und|wenn|oder|heute
(suizidgefahrdeten|suizidalen|suizidgefahrdete|suizidale|lebensmuden) @kin|person|menschen|schulerin|patienten
droht|drohen|redet|spricht|drohte mit|von|vom|uber selbstmord|suizid|sterben
freund|freundin bringt sich um

[exit]
(einzige|einziger|einzigen|keinen|keine|letzter|letzte) ausweg|losung|anderen|andere|moglichkeit
kein|keinen anderen? ausweg
verschwinden
alles|es soll|muss|endlich|hort|vorbei|ende aufhoren|enden|vorbei|auf|ein
(will|mag|mochte|kann) nicht mehr (da sein|hier sein|weiter)
[death]
suizid*|selbstmord*|selbsmord*|selbsttotung
sterben|tod|tot
[give_up]
kann|halte|ertrage|schaffe|pack|packe ich|das|es|so|einfach? nicht|nimmer|kaum mehr|langer|aus|weiter
gebe|geb|aufgegeben|aufgeben auf|alles
am|meine ende|kraft
keine kraft mehr
[hopeless]
(keine|hoffnungslos|aussichtslos|sinnlos|keinen|verzweifelt|verzweiflung) hoffnung|zukunft|sinn|ausweg
sinnlos|hoffnungslos|aussichtslos|verzweifelt
nichts|alles hat|macht|hilft|bringt|ist (sinn|mehr|sinnlos|was|egal|verloren)
mein leben ist (die holle|vorbei|scheisse|sinnlos|kaputt|nichts wert|leer)
[load]
(eine|nur|allen|nur eine|als) last|belastung|burde|ballast|klotz
niemand|keiner liebt|braucht|will|hort|versteht|mag mich|mir
[self_hate]
hasse|hass|verachte|ekle mich|mein
wertlos|nutzlos|versager|versagerin|nichts wert
[self_harm]
ritze|ritzen|geritzt|selbstverletzung|selbstverletzend|verletze mich|schneide mich
[pain]
schmerz|schmerzen|leide|leiden|unertraglich|erschopft|mude|qual|ertragen
[distress]
traurig|trauer|depression|depressionen|depressiv|angst|allein|einsam|weine|weinen|leer|schame|verzweifelt
[idiom]
(lach|lache|lachen|lachte|gelacht|arger|langweil|schame) mich|mir|uns|vor? tot|kaputt|schlapp
(sterbe|sterben|stirbt|gestorben|starb|sterb) vor|fast|vor (hunger|langeweile|scham|durst|neugier|angst|lachen|hitze|kalte|sehnsucht|mudigkeit|peinlichkeit|aufregung)
(scham|lachen|angst|peinlichkeit|langeweile|schreck) fast|beinahe|schier gestorben|sterben|gestorben
(bringt|bringen|brachte) (mich|dich|uns|ihn|sie) (um|noch um) __ (wenn|hitze|bug|mutter|sieht)?
(bug|hitze|mutter|vater|chef|eltern|lehrer|stress|projekt|rucken|warten|sie|er|das|es|job|meeting|wetter|ding|kollegin|schule|fehler) bringt|bringen|bringst|brachte mich|uns noch? um
konnte|kann|wurde ihn|sie|den|die|dich|meinen|meine umbringen|erwurgen|toten
todmude|todsicher|todlangweilig|todernst|todschick|totschlagen|totschlag|mausetot|todesangst
(politischer|wirtschaftlicher|beruflicher|sozialer|kommerzieller) selbstmord
suicide squad
(server|handy|akku|code|leitung|telefon|laptop|winkel|punkt|toter|toten|rechner|batterie) ist|schon|wieder|war|code|winkel|punkt? wieder? tot|toter|gestorben|code|winkel|punkt
toter code|punkt|winkel|link
(beende|tote|kill|killt|schliesse|stoppe) den|die|das|alle prozess|prozesse|server|dienst|session|task
(prozess|elternprozess|kindprozess|thread|worker) stirbt|endet|beendet|wird
(chaos|vertrag|diesem|dem|der|streit|spuk) __ ein ende
ein ende (setzen|machen) __ (repo|chaos)?
vertrag|abo|arbeitsverhaltnis|mietvertrag|sitzung beenden|kundigen
in|mit|bei|ohne (berlin|munchen|hamburg|koln|wien|zurich|der stadt|deutschland|meinen eltern|dieser stadt|einer wg|kaffee) leben|wohnen|weiterleben
mehr in (berlin|munchen|hamburg|koln|wien|zurich|der|deutschland|dieser|einer) stadt|leben|wg|land?
angst vor|zu dem|vorm|sterben tod|sterben?
(will|mochte|will's) (nicht|noch nicht) sterben
leben und|oder tod
um leben und
ums leben
[software]
prozesse|code|bug|repo|elternprozess|kindprozess|datenbank|compiler|pid|skript|deployment
(der|dem|den|vom|am|unser|mein) server
[game]
spiel|spiele|boss|level|gegner|zocken|runde
[fiction]
film|filme|roman|romans|figur|buch|serie|lied|gedicht|stuck|romeo|julia|kapitel|szene|marchen|fasse|zusammenfassung
[news]
studie|suizidrate|forschung|statistik|sterbehilfe|pravention|debatte|bundesamt|meldet
was bedeutet|ist (der|die|das|ein|eine) (begriff|wort|suizidrate|sterbehilfe|unterschied|werther)
[humour]
haha*|lol|witz|witzig|spass|scherz|xd
[past]
vor (zehn|vielen|jahren|funf|zwanzig|einigen)
[recovered]
heute bin|geht|lebe|liebe ich|es|mir? glucklich|gut|gern|gerne|froh
geheilt|uberwunden
[loss]
(mein|meine|unser|unsere) @kin|onkel|grossvater|grossmutter __ (gestorben|verstorben|das leben genommen|umgebracht|gestern gestorben)
(tod|verlust) meines|meiner|von|unseres
(seit|nach) dem tod
beerdigung|trauerfeier|beileid|verstorben|trauern|gestorben
sich|hat vor|zehn|jahren __ leben genommen
[practical]
reservieren|bewerbungsschreiben|klettern|urlaub|bluthochdruck
im stau|urlaub|buro
in rente
[negator]
nicht|nie|niemals|kein|keine|keinen|ohne|weder
[no_negation]
(weiss|kann|halte|schaffe|ertrage|mach|will|mag|verdiene|wusste) es|das|ich|so|mich? nicht (mehr|was|wie|ob|warum|zu)?
nicht (nur|mehr|spass|gelogen|zu|wahr)
kein (spass|witz|ausweg|bock|grund)
ohne mich
(nie|nicht) (aufgehort|auf)
(keine|nicht) angst|mal angst
kein tag
[turn]
aber|doch|jedoch|weil|trotzdem|nur|sondern
[me]
ich|mich|mir|mein|meine|meinem|meinen|bin|werde|mochte
[still]
wieder|immer|jeden|heute|nacht|seit|wochen|standig|jetzt

[software]
(der|den|ein|einen|diesen|zombie|eltern|kind) prozess (stirbt|killen|kill|beenden|toten|hangt|lauft|abschiessen|abgeschossen|startet|endet|abbrechen|neu|neustarten|beendet|sich)
(kind|eltern|zombie|hintergrund|worker) prozess|prozesse
(das|dieses|mein) programm (sturzt|hangt|stirbt|startet|beenden|beendet|lauft|absturzt|abgesturzt)
(auf|am) port
build|update|deploy (schlagt|fehlgeschlagen|bricht|kaputt|hangt|lauft|rot|pipeline|server)

[news]
laut (studie|polizei|who|statistik|einer|dem|bericht|bundesamt|forschern)
(polizei|regierung|gericht|bundestag) (meldet|sagt|berichtet|teilt|beschliesst|ermittelt|debattiert)
(suizid|selbstmord)? rate|gesetz (in|unter|bei|zur|zum|uber)
suizidpravention|rechtslage

[past]
als ich (klein|kind|jung|junger|ein|noch|15|16|17|14|13|zwanzig|student|schuler|teenager)
(fruher|damals|einst) (wollte|war|hatte|habe|dachte|ging|einmal|mal|hab)
(war|wollte|hatte|dachte) ich? (fruher|damals|einst|mal|einmal)

[recovered]
(wieder|heute|jetzt|bin|inzwischen|endlich) (wieder|sehr|richtig)? glucklich|gesund|stabil
