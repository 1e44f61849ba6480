# German: concepts with room between them; also Austrian, Bavarian and Swiss spellings. "ß" is "ss", an umlaut its plain letter.
@kin = freund|freundin|bruder|schwester|sohn|tochter|mutter|vater|mama|papa|mann|frau|partner|partnerin|cousin|cousine|onkel|tante|ex|kollege|kollegin|schuler|schulerin|nachbar|nachbarin|kumpel|kind|oma|opa|mitbewohner|mitbewohnerin|azubi|chef|nichte|neffe|mitarbeiterin|mitarbeiter|klientin|patientin|patient|erzieherinnen|verlobter|verlobte|schwager|schwiegervater|schwiegermutter|bub|tante|madel
@wish = will|wil|woit|mochte|mocht|moecht|moechte|mag|wollte|wollt|wurde|wurd|wuerde|wunschte|wunsche|wunsch|kann|werde|werd|sollte|konnte|konnt|konnts|muss|soll|versuche|versucht|denke|denk|dachte|dacht|gedacht|nachgedacht|plane|geplant|uberlege|uberleg|uberlegt|uberlegte|uberlegen|gedanke|gedanken|vorstelle|vorgestellt|stelle|impuls|drang|kurz|davor|entschieden|entschlossen|beschlossen|vor|vorhabe|vorhab|traue|trau|mut|ausweg|losung|moglichkeit|option|bereit|lieber|besser|liebsten|frage|frag|wenn|ob|dass|bevor|daran|lust|bock|wieder
@plan = will|wil|woit|mochte|mocht|moecht|moechte|wollte|wollt|wunschte|wunsche|werde|werd|versucht|denke|denk|gedacht|nachgedacht|geplant|uberlege|uberleg|uberlegt|gedanke|gedanken|entschieden|entschlossen|beschlossen|liebsten|lieber|traue|mut|bereit|drang|impuls|kann
@act = umbringe|umbring|umbringen|umzubringen|umgebracht|erhange|erhangen|aufhange|aufhang|aufhangen|aufzuhangen|erhang|weghange|weghang|wegmache|wegmachen|erschiesse|erschiessen|erschiess|totmache|vergifte|vergiften|ertranke|ertranken|suizidiere|suizidieren|abmurksen|kille|killen|abknalle|abknallen|wegballere|wegballern|entleibe|entleiben|strangulieren|stranguliere

[ideation]
(ich|i|ichs) ... (mich|mi) ... @act
@wish ... (mich|mi) ... @act
(warum|wieso|weshalb|grund|gegen|dagegen) ... (mich nicht umbringen|mich nicht umzubringen|mich nicht umbringe|nicht zu sterben|es nicht zu tun)
(mir|ma) ... (das leben|mein leben|es leben) ... (nehmen|nehm|nehme|zu nehmen|genommen)
(mir|ma) ... (die kugel|eine kugel|ne kugel|den strick|einen strick|die pulsadern|die adern|die pulsader) ... (geben|gebe|geb|nehmen|nehme|auszuknipsen|aufschneiden|aufzuschneiden|aufschneide|aufschlitzen|aufgeschnitten|jage|jagen|verpassen|schiessen|schiess|ausblasen)
(@plan) ... (mir was antun|mir etwas antun|mir was anzutun|mir was antu|mir das leben nehme|schluss machen mit allem|mit allem schluss|mit dem leben schluss|allem ein ende|dem ein ende setzen|aus dem leben|nicht mehr leben|nimmer leben|nicht mehr existieren|nicht mehr auf der welt|nicht mehr aufwachen|nicht mehr da sein|nimmer da sein|vor den zug|vor die bahn|vor die u bahn|vor n zug|vor nen zug|vor einen zug|vorn zug|vor die s bahn|von der brucke|von ner brucke|von einer brucke|vom dach|vom balkon|aus dem fenster springen|vom hochhaus|gegen den baum|gegen einen baum|gegen n baum|vor den lkw|in den gegenverkehr|gegen die wand fahren|sterben|krepieren|verrecken|tot sein)
(aufhoren|aufhor) zu leben|existieren
(jetzt|da|dort|dann|einfach|gleich) spring|springe|spring|hupf i|ich (halt|jetzt|einfach|runter|da)?
(dacht|dachte|gedacht|denk|denke|uberlegt) ... (spring|springe|runterspringen|runter springen|nicht bremsen|nicht lenken)
(mit dem leben|mit meinem leben|mit der welt|mit allem) abgeschlossen
(sich) (umzubringen|das leben zu nehmen|umbringen) ... (frage ich mich|frag ich mich|frage mich|egoistisch|feige|ernsthaft|wem wurde ich)
(egoistisch|feige|sunde|schlimm|falsch) ... (sich umzubringen|sich das leben zu nehmen|sich umbringt|suizid|selbstmord|mich umbringe)
(will|wui|mog|mag|mocht|mochte|wollte) (i|ich|einfach|eigentlich)? (nimmer|nimma|ned mehr|net mehr|nid meh|nicht mehr|nicht langer|nie mehr|nie wieder) (leben|lebn|da sein|do sein|aufwachen|auf|sein|aufstehn|existieren|weiterleben|weitermachen mit dem)
(suizidale|suizid|selbstmord|selbsttotungs|dunkle|schwarze) gedanken|gedanke|phantasien|fantasien|absichten|plane
(todessehnsucht|todeswunsch|suizidfantasien|suizidplane|suizidabsichten|selbstmordplane|todeswunsche|suizidabsicht|suizidimpulse)

[passive]
(wunsche|wunschte|wunsch|hoffe|hoff|bete|bet|mochte|mocht|will|ware|wollt|traume|sehne|am liebsten) ... (nicht mehr aufwache|nicht mehr aufwachen|nicht mehr aufzuwachen|nicht aufwache|nicht aufwachen|nicht mehr wach werde|nicht mehr wach werden|nie wieder aufwachen|nie mehr aufwachen|nie wieder aufzuwachen|nimmer aufwachen|nimmer aufwach|nicht mehr da|nicht mehr da sein|nicht mehr hier sein|nicht mehr existiere|nicht zu existieren|nicht existieren|nie existiert|nie geboren|nie auf die welt|nicht geboren|ich tot ware|ich war tot|ich ware tot|tot umfallen|tot umfalle|ich gestorben|ich sterbe|ich weg ware|ausgeloscht|einschlafen und nicht|einschlafe und nicht|einschlafen und nie|die nachste zu sein|der nachste zu sein|mitgestorben|fur immer schlafen)
(wenns|wenn es|gabe es|gabs|hatt es|wenn) mich (nie|nicht|nicht mehr|gar nicht)? (gegeben|gabe|geben|gegeben hatte|gabe ware|mehr gabe|mehr gibt)
(dass|damit|bis) (mich|mi) __ (der schlag|der blitz|ein auto|ein lkw|ein laster|n auto|ein bus|jemand|ein herzinfarkt|der herrgott|gott|der teufel|der krebs|n lkw) __ (trifft|uberfahrt|erwischt|holt|umfahrt|zu sich|mitnimmt|erschiesst|uberrollt|holen|dahinrafft)
(hoffe|hoff|wunsche|bete|bet|wunschte) ... (ich|mich|mir) __ (krebs|herzinfarkt|schlaganfall|hirnschlag|unfall|tumor|laster|lkw|auto|bus) (kriege|krieg|bekomme|bekam|hatte|trifft|uberfahrt|erwischt|umfahrt)
(wenn|falls) mich (ein|n|der|das|jemand) (auto|lkw|bus|zug|laster|tram|bahn) (uberfahrt|erwischt|umfahrt|uberfahren wurde) ... (egal|recht|gut|froh|schlimm|besser|erleichtert)
(egal|wurscht|gleich|scheissegal|schnurz) ... (ob ich lebe|ob ich sterbe|ob ich morgen|ob ich noch|ob ich aufwache|ob ich draufgehe|wenn ich sterbe|wenn ich draufgehe|obs mich gibt|ob es mich gibt|ob ich tot)
(alle|euch|anderen|familie|kinder|ihnen|eltern) ... (besser|leichter|einfacher|ruhiger|glucklicher) ... (ohne mich|wenn ich weg|wenn ich nicht|wenns mich|wenn es mich nicht|wenn ich tot|wenn ich nimmer|wenn ich gar nicht)
(lebensmude|lebensmud|lebensuberdruss|lebensunlust)
(keinen|kein|null|nimmer|wenig|ohne) ... (lebenswillen|lebensmut|grund zu leben|grund weiterzuleben|sinn am leben|sinn im leben|grund noch da|grund zum leben|bock zu leben|lust zu leben|bock mehr auf leben|bock aufs leben|lust aufs leben|sinn mehr im)
(einzige|einziges|einziger|nur|bloss) ... (am leben halt|abhalt|noch am leben|davon abhalt|warum ich noch da|warum ich noch lebe|warum ich es nicht|weshalb ich noch|wegen dem ich noch|noch halt)
(nur|bloss|einzig) (wegen|fur) ... (noch da|noch am leben|noch nicht gemacht|noch nicht getan|lebe ich noch|leb ich noch|bin ich noch)
(neidisch|beneide) ... (toten|sterbenden|verstorbenen|gestorben)

[intent]
(heute|morgen|bald|jetzt|nachher|am wochenende|samstag|sonntag|freitag|montag|heut) ... (bring ich mich um|bringe ich mich um|mach ich schluss|mache ich schluss|nehme ich mir das leben|nehm ich mir|spring ich|springe ich|hange ich mich|hang ich mich|erschiesse ich mich|gehe ich fur immer|ziehe ich es durch|zieh ich es durch|zieh ichs durch|mach ichs|beende ich es|beende ich alles|ist alles vorbei|bin ich tot|bin ich nicht mehr da|bin ich nicht mehr am)
(werde|werd|ich) (mich|mi) (umbringen|erhangen|aufhangen|erschiessen|toten|vor den zug|vom dach|von der brucke|vergiften|wegmachen|ertranken)
(weil|da|dass|wo) ich (dann|vorher|bald|bis dahin|da|danach|morgen|schon) (nicht mehr da|nimmer da|nicht mehr am leben|tot|nicht mehr lebe|nicht mehr bin|nimmer bin) (bin|sein werde|lebe)?
(wenn|falls|sobald) (ihr|du|sie) (das|dies|den|diese|diesen) (lest|liest|lesen|findet|findest|hort) ... (tot|weg|nicht mehr|lebe|leb)
(habe|hab) (gerade|jetzt|eben|vorhin|grad|alle|ganze|heute) ... (tabletten|pillen|schlaftabletten|packung|medikamente|blister) ... (genommen|geschluckt|eingeworfen|intus|geschmissen|runtergespult|reingezogen)

[plan]
(sammel|sammle|sammele|horte|spare|hamster|hamstere|gesammelt|gehortet|zuruckgelegt|aufgehoben|gebunkert|bunker|bunkere|geklaut|besorgt|zahle|gezahlt) ... (tabletten|pillen|schlaftabletten|medikamente|medis|tavor|insulin|opiate|tropfen|blister|morphium)
(tabletten|pillen|schlaftabletten|medikamente|medis|tavor|insulin) ... (sammel|sammle|horte|gesammelt|gehortet|gebunkert|genug|reichen|reicht|zuruckgelegt|versteckt|aufgespart|besorgt|liegen bereit)
(abschiedsbriefe|abschiedsbrief|abschiedsvideo|abschiedszeilen|abschiedsworte|abschiedsmail)
(brief|briefe|zettel|video|nachricht|nachrichten|sprachnachricht) ... (wenn ich nicht mehr|wenn ich tot|fur danach|fur nachher|zum abschied|wenn ich weg|nach meinem tod|hinterlassen|hinterlasse)
(strick|seil|waffe|pistole|gewehr|messer|klinge|rasierklinge|gift|heliumflasche|kabelbinder|gurtel|schusswaffe|flinte) ... (gekauft|bestellt|bereit|besorgt|im keller|liegt|geladen|im auto|im schrank|bereitgelegt|vorbereitet|getestet|in der hand|angeschaut|geholt)
(stand|stehe|steh|gstanden|gestanden|gsessn|sass|sitze|war|geklettert|bin|gelaufen) ... (brucke|bruckn|eisenbahnbruckn|dach|gleis|gleise|gleisen|bahnsteig|bahnsteigkante|balkon|gelander|parkhaus|hochhaus|klippe|schienen|talsperre) ... (spring|springe|springen|gesprungen|runter|zug|gedacht|dacht|uberlegt|hinunter|wollte|loslassen)
(wollt|wollte|woit|wollten) (ich|i)? (gestern|letzte woche|heute|schon|mich)? (vor|von|vom) (den|die|einen|n|der|nen|dem|ner)? (zug|bahn|brucke|dach|ubahn|u bahn|s bahn|lkw|balkon|hochhaus|tram)
(stelle|baum|ort|platz|brucke|stell) ... (ausgesucht|ausgewahlt|angeschaut|rausgesucht|gefunden) ... (springen|hange|hangen|erhangen|finden|keiner|niemand|sterben|ruhig)
(testament|patientenverfugung|ordner|unterlagen|versicherung|versicherungssachen) ... (geschrieben|handschriftlich|sortiert|gemacht|geregelt|bereitgelegt|erklart) ... (fur danach|wenn ich|nicht mehr|tot|allein zurecht|ohne mich|fur sie|fur ihn)
(hab|habe) (schon|jetzt|auch)? alles was ich brauch|brauche ... (keller|daheim|zuhause|schrank|auto|garage|hier)
(alles da|alles bereit|alles vorbereitet) ... (heute|morgen|bald|nacht|wochenende)
(fahrplan|fahrplane|guterzug|guterzuge|ice strecke|zugzeiten) ... (angeschaut|gegoogelt|auswendig|kenne|weiss)

[attempt]
(versucht|probiert|versuch|versuchte|wollte) ... (mich umzubringen|mich zu erhangen|mich aufzuhangen|mich zu toten|mir das leben zu nehmen|mir die pulsadern|die pulsadern|mich zu vergiften|mich zu erschiessen|mich wegzumachen|mich aufhangen|pulsadern aufzuschneiden|mir was anzutun|mich umbringen|mich totzusaufen|mit tabletten)
(suizidversuch|selbstmordversuch|suizidversuchs|sv|selbsttotungsversuch) (hinter mir|gehabt|hatte|gemacht|vor|letzte|letzten|im|am|uberlebt|und|gescheitert|war|ist)
(nach|seit|wegen) (meinem|dem|einem|meinen|zwei|drei) (letzten|ersten|zweiten|dritten)? (suizidversuch|selbstmordversuch|versuch|suizidversuchen)
(magen ausgepumpt|magen auspumpen)
(uberdosis|tabletten|pulsadern|strick) ... (hat nicht geklappt|nicht geklappt|uberlebt|gefunden worden|gerettet|aufgewacht|abgebrochen|gerissen|fehlgeschlagen|auf der intensiv)
(wollt|wollte) (ich)? (vor den zug|von der brucke|vom dach|springen|nicht mehr aufwachen|mich) ... (gepackt|festgehalten|gerettet|zuruckgehalten|runtergeholt|polizei|runtergezogen)

[exit]
(danach|dann) im (januar|februar|fruhjahr|dezember|marz|sommer|herbst|november) gehen
(hab|habe) mein leben (gehabt|gelebt)
(mochte|mocht|will|wunschte|wurde|wollte) __ (gern|gerne|einfach|nur noch) weg sein
mir (jetzt|schon|selbst|selber)? (eine|nen|einen|n|ne)? (frist|termin|datum|tag) (gesetzt|ausgesucht|gegeben)
(habs|hab es|habe es|habs schon) (schon|vor|letzte|gestern|am)? (mal|zwei|drei|paar|einer|ein|einmal|zweimal|mehrmals)? (wochen|tagen|woche|monat|monaten|wochenende|mal)? (versucht|probiert) (mit|und|aber|hat|wurde|bin|vor|letzte)
(vor) (zwei|drei|einer|ein paar|paar|ca 3|vier|2|3|4|5) (wochen|tagen|woche|monaten) (hab|habe) ichs|ich (es)? (versucht|probiert)
(nur|bloss) noch (weihnachten|geburtstag|die hochzeit|das abi|bis) ... (dann|danach|schuldig|mitnehmen|abgearbeitet)
(kann|kanns|konnte) (es)? (ihr|ihm|ihnen|euch|dir) (dann|ja|spater|ja dann)? __ (nicht mehr selber|nicht mehr selbst|nimmer selber|nicht mehr sagen|nicht mehr personlich)
(frage|fragen) (nach dem)? wie stellt sich nicht
(den winter|weihnachten|das jahr|den sommer|das wochenende|den morgen) (nicht|nimmer) (mehr)? (mitmachen|erleben|uberleben|mitnehmen)
(bin|hab) (eh|sowieso|ohnehin|bald) (nicht mehr lang|nimmer lang|nicht mehr lange|nicht mehr da|nimmer da)

[give_up]
(pack|packs|dapack|derpack|daschaff) (i|ich)? (des|das|es)? nimmer|nimma

[veiled]
(dass|wann) ich (ihr|ihm|bald|dir|bald zu ihr|bald zu ihm) (nachkomme|nachfolge|nachgehe)
(seitdem|seither) ... (viel ruhiger|ganz ruhig|sehr ruhig|endlich ruhig|so ruhig|ruhiger)
(hab|habe|bin) (jager|sportschutze|zugang|eine waffe|an alles ran)
(verschenkt|weggegeben|ausgeraumt|uberschrieben) ... (alles|werkstatt|sachen|haus|firma|sammlung)
(dieser|der) punkt ... (jetzt da|gekommen|erreicht)

[farewell]
(danke|verzeiht|verzeih|tut mir leid|entschuldigt|lebt wohl|machts gut|macht es gut|passt auf) ... (fur immer|lebt wohl|ich liebe euch|hab euch lieb|hab dich lieb|vergesst mich|trauert nicht|weint nicht|keiner schuld|niemand schuld|nicht eure schuld|nicht deine schuld|seid nicht bose|nicht nach mir|wunsche euch ein schones)
(sagt|sag|richte|richtet|sagts) (bitte)? (meiner|meinem|meinen|mama|papa|ihr|ihm|allen) ... (dass ich|lieb|leid|liebe|schuld)
(auf|bei|zu|an) meiner (beerdigung|trauerfeier|bestattung|urne|grab)
(das|dies|hier) (ist|wird|war) (mein|meine) (letzter|letzte|letztes|abschied) (post|beitrag|nachricht|brief|eintrag|worte|mal|text|lebenszeichen)?
(wollte|will|mocht|mochte) (mich|nur|nur noch|euch|noch)? (verabschieden|tschuss sagen|lebewohl sagen|abschied nehmen|auf wiedersehen sagen)

[other]
(sagt|sagte|gesagt|schreibt|geschrieben|droht|drohte|gedroht|redet|spricht|meinte|meint|angekundigt|erzahlt|nachricht|gepostet|schickt) ... (sich umbringt|sich umbringen|sich was antut|sich etwas antut|sich was antun|umbringen will|sterben will|sterben mochte|nicht mehr leben will|nicht mehr leben mochte|nimmer leben will|nimmer leben mag|will nicht mehr leben|will sterben|springt|springen will|sich erhangt|sich aufhangt|das leben nimmt|das leben zu nehmen|sich umzubringen|vor den zug|von der brucke|vom dach|nicht mehr kann und|nicht mehr mitmachen|nicht mehr da sein will|bald weg ist|heute oder morgen|tabletten genommen|ohne ihn besser|ohne sie besser|mit suizid|mit selbstmord)
(er|sie|der|die|bruder|freund|vater|mann|sohn) bringt sich|si um|noch um
(angst|sorge|sorgen|befurchte|panik|furchte|glaube|glaub|schiss) ... (sich was antut|sich etwas antut|sich umbringt|sich das leben nimmt|springt|sich was tut|dummheit macht|dumme macht|was dummes macht|sich totet|sich erhangt|es wieder versucht|nochmal versucht|ernst macht)
(steht|sitzt|ist|klettert) ... (brucke|dach|balkon|gleis|gleisen|fensterbrett|gelander|hochhaus|parkhaus|badezimmer) ... (springt|springen|spring|messer|klinge|tabletten|runter)
(mein|meine|meinem|meiner|meinen|unser|unsere|eine|ein|einer) __ @kin ... (suizidversuch|abschiedsbrief|abschiedsnachricht|hat versucht sich|versucht sich das leben|hat tabletten genommen|hat tabletten geschluckt|suizidgedanken|selbstmordgedanken|nicht mehr leben will|sich umbringen|lebensmude|verschenkt seine sachen|verschenkt ihre sachen|verabschiedet sich|will sterben|mit dem leben abgeschlossen)
(gefunden|entdeckt|gesehen) ... (abschiedsbrief|strick|seil|tablettenvorrat|gesammelte tabletten) ... (ihrem|seinem|bei ihr|bei ihm|ihrer|seiner|zimmer|schublade)

[self]
mich|mi erhange|aufhange|aufhang|weghange|weghang|umbringe|umbring|erschiesse|wegmache
(pulsadern|kugel) ... aufschneiden|aufzuschneiden|aufgeschnitten|geben
mit dem leben abgeschlossen
vor den zug
von der brucke
[reflexive]
mich|mi __ umbringe|umbring|aufhange|aufhang|aufhangen|weghange|erhange|erschiesse|umbringen
pulsadern aufschneiden|aufzuschneiden|aufgeschnitten

[still]
jeden (tag|abend|morgen)
jede nacht
seit (tagen|wochen|monaten|jahren)
immer wieder|ofter

[idiom]
(nicht|nie|niemals|keineswegs|weder) (akut|wirklich|mehr|im geringsten)? (suizidal|selbstmordgefahrdet|suizidgefahrdet|lebensmude)
(keine|keinerlei|nie|niemals|kein|weder) (akuten|akute|mehr|konkreten|solche|suizid|wirklichen)? (suizidgedanken|selbstmordgedanken|suizidabsichten|todeswunsch|suizidplane|selbstmordabsichten|suizidale gedanken|suizidalen gedanken)
(suizidgedanken|selbstmordgedanken|suizidal|suizidale gedanken) (hab|habe|bin|hatte|war) ich (keine|nicht|nie|aber nicht|gar keine|zum gluck)
(suizidgedanken|selbstmordgedanken) (nein|keine|nicht|habe ich keine|verneint)
(gefragt|fragte|fragt|frage|fragen|wissen wollte|wollte wissen) ... (ob ich|obs|ob i) ... (antun|anzutun|umbringen|umzubringen|das leben nehmen|leben zu nehmen|suizidal|suizidgedanken|selbstmordgedanken|sterben will)
(sterben|umbringen|tot sein) (will|wollte|mochte) ich (schon|sehr|auch|ja|mich|aber|seit|nicht)? (sehr|lange|langst|langem|seit)? (lange|langst|jahren)? nicht (mehr)?
(will|wollte|mocht|mochte|werde|wurde|hab) (mich|mir) (nicht|nie|ja nicht|aber nicht) (umbringen|umgebracht|toten|was antun|etwas antun|das leben)
(konnt|konnte|konnten|wurde) (ihn|sie|den|die|meinen|meine|meinem|dem|der|dich) ... (erwurgen|umbringen|erschiessen|an die gurgel|auf den mond)
(kopf) (gegen|an) die wand
(lach|lache|lachen|gelacht|freu|arger|sauf|schuft|arbeit|arbeite) (mich|mi|mir|uns) (tot|kaputt|zu tode|scheckig)
(zu tode|halb tot|fast gestorben|bin gestorben|tot umgefallen) (gelangweilt|geschamt|erschrocken|vor|als|gelacht)?
(nicht mehr|nimmer) leben (in|mit|bei|ohne|unter|neben|wie) (berlin|dieser|diesem|ihm|ihr|meinen|der|dem|einem|kaffee|hund)
(nicht|nie) ohne (dich|meinen|kaffee|sie|ihn) leben
von der brucke (aus|gesehen|fotografiert|geangelt|links|rechts)
(aus dem|vom) (bett|fenster) (springen|gesprungen|schauen)

[past]
_ jahre|jahren|jahr (her|zuruck)
(mit) (12|13|14|15|16|17|18|19|20|21|22|23) (war|hatte|wollte|suizidal|depressiv)
(von|in|im|seit|zuletzt|irgendwann|ende|anfang|sommer|herbst|winter|fruhjahr) (jahr)? (2003|2004|2005|2006|2007|2008|2009|2010|2011|2012|2013|2014|2015|2016|2017|2018|2019)
(war|waren|bin) (auch|mal|selbst|selber|fruher|damals|ich auch|ich mal|lange|jahrelang) (mal|so|schwer|stark)? (suizidal|lebensmude|an dem punkt|da wo du|depressiv|gewesen)
(vor) (acht|neun|zehn|elf|zwolf|dreizehn|vierzehn|funfzehn|zwanzig|8|9|10|11|12|13|14|15|16|18|20|uber|fast) jahren
(ich|mir|mich) (auch) (mal|damals|schon) (so|gewollt|gedacht|gegangen|umbringen|sterben)
[recovered]
(heute|heut|inzwischen|mittlerweile|jetzt) (bin|lebe|arbeite|liebe|mag) (ich|es) ... (verheiratet|gerne|gern|glucklich|zufrieden|froh|stabil|gesund)
(heute|heut|inzwischen|mittlerweile) (geht|gehts) (es)? mir (wieder|richtig|sehr|heute)? gut
(heute|heut) (reg|rege|arger|argere) ich mich nur noch
(dachte|dachten) (das|es) (bleibt|wird|geht) (fur immer|nie|ewig|nie wieder) ... (blieb|wurde|besser|nicht)
(blieb|bleibt) (es)? nicht (so)?
(froh|dankbar|glucklich) (dass|daruber|noch) (ich|es|noch|da) (noch|nicht|lebe|am leben|da|geklappt|schief) (lebe|da|geklappt|bin)?
(suizidgedanken|gedanken|selbstmordgedanken) ... (zuletzt|seit jahren nicht|nie wieder|weg|verschwunden|nicht mehr gekommen|nicht wiedergekommen)
(zufrieden|spiessig|glucklich) und (zufrieden|spiessig|glucklich|gesund|verheiratet|stabil)
(klinik|therapie|medikamente|tagesklinik|psychiatrie|tabletten) ... (das leben gerettet|ausgeschlichen)
(genesungsbegleiterin|genesungsbegleiter|peer beraterin|exin)
es wird (wirklich|tatsachlich) besser
es wird besser (glaub|versprochen|ehrlich|wirklich)
[support]
(holt|hol|such|sucht|nehmt|nimm) (euch|dir|bitte)? (bitte|professionelle|professionell)? hilfe
(du bist nicht allein|bist nicht alleine|halt durch|haltet durch|bleib da|bleib hier|tu es nicht|tus nicht|schreib mir|schreib uns|wir sind da|fuhl dich gedruckt|drucke dich|alles gute dir|gib nicht auf|fur die die grad)
(ruf|rufe|ruft|wende|wendet) (bitte|dich|euch|doch|sofort|gleich)? (die|bei der|an|an die|den|beim|mal) (telefonseelsorge|seelsorge|112|krisendienst|nummer|116|0800|notarzt|arzt|psychiatrische|die telefonseelsorge)
[news]
(ich bin|als|arbeite als) (lehrerin|lehrer|psychologin|psychologe|krankenpfleger|krankenschwester|sozialarbeiterin|sozialarbeiter|journalistin|journalist|arztin|arzt|studentin|sozialpadagogin|pflegekraft) ... (fortbildung|workshop|leitfaden|referat|artikel|unterrichtseinheit|schulung|konzept|masterarbeit|bachelorarbeit|vortrag|material)
(fortbildung|workshop|leitfaden|referat|schulung|vortrag|handreichung|bachelorarbeit|masterarbeit|unterrichtseinheit|suizidpraventionstag) (zu|zum|zur|uber|fur) (suizid|suizidalitat|suizidpravention|umgang|krisen|thema)
(umgang mit|gesprach mit|ansprechen von) (suizidalen|suizidalitat|suizidgedanken) 

# Said plainly, in any order and spelling.
[ideation]
(will|wil|mag|mog|wui|woas|mecht|mochte) (i|ich)? (nd|net|ned|nit|nid|nimma|nimmer|nich|nicht) (mehr|mea|meh|meee)? (leben|lebn|labe|da sein|weiterleben|weiter leben)
(kb|kein bock|keinen bock|keine lust|keine kraft|kein lust|null bock) (mehr)? (zu|auf|zum|aufs|auf das)? (leben|dieses leben|mein leben|das leben|existieren|weiterleben|weiterzuleben)
(stell|stelle|stellte|vorgestellt|vorstelle|vorstellen|traume|fantasiere|male) ... (vom dach|von der brucke|springe|sterbe|tot bin|mich umbringe|mich erhange|mein tod|meine beerdigung|vor den zug|nicht mehr lebe|gegen den baum|mein begrabnis)
(denke|denk|denken|gedanken|nachgedacht|kreisen|gedacht|kopf|besessen) ... (an selbstmord|an suizid|ans sterben|an den tod|um den tod|ums sterben|um suizid|an meinen tod|zu sterben|uber suizid|uber selbstmord|ubers sterben|mich umzubringen|mir das leben zu nehmen|an umbringen|um selbstmord)
(sterben|tod|selbstmord|suizid|freitod) ... (einzige losung|einziger ausweg|einzige ausweg|einzigen ausweg|erlosung|einfachste|letzter ausweg|beste losung|am besten|einzige option)
(mein|eigener|eigenen) (suizid|selbstmord)
(es|allem|leben|alles|dem) (ein ende|endlich ein ende) (machen|setzen|bereiten|zu machen|zu setzen)
[passive]
(kein|keinen|keine|ohne) (grund|sinn|kraft|mut|willen|lebensfreude) ... (weiterzuleben|weiterleben|zu leben|am leben zu|da zu sein|zum leben|noch hier zu)
(niemand|keiner|keinem|niemandem|kein mensch) ... (vermissen|merken|auffallen|weinen|interessieren|fehlen) ... (wenn ich weg|wenn ich tot|wenn ich nicht mehr|wenn ich sterbe|wenn ich nimmer|wenn ich gehe|wenn ich mich)
(sollte|durfte|hatte) ... (nie geboren|gar nicht leben|nicht existieren|nicht auf der welt|nie existiert|nicht mehr leben|nicht am leben)
(augen|schlafen|einschlafen) ... (nie wieder aufmachen|nie mehr aufmachen|nicht mehr aufmachen|nie wieder offnen|nicht mehr offnen|nicht mehr aufwachen|nie wieder aufwachen|nicht mehr wach)
(leben|dasein) ... (nicht mehr ertragen|nicht ertragen|nimmer ertragen|nicht mehr aushalten|wegwerfen|keinen wert|nichts mehr wert|nicht lebenswert)
[method]
(wie viele|wie viel|wieviele|wieviel|welche dosis|dosis|ab wann|menge) ... (tabletten|pillen|schlaftabletten|paracetamol|ibuprofen|tavor|insulin|gramm|schlafmittel|meter|stockwerk|medikamente|zopiclon) ... (sterben|stirbt|todlich|tot|aufwachen|aufzuwachen|aufwacht|umbringen|letal|reichen)
(wie|womit|methode|art|weg) ... (umbringen|umzubringen|sterben|toten|erhangen|das leben nehmen) ... (schmerzlos|ohne schmerzen|schnell|sicher|ohne dass|leidet)
(tut es weh|tuts weh|wie lange dauert|dauert) ... (erhangen|ertrinken|verbluten|sich aufhangt|erhangt|zu sterben)
[plan]
(alles|briefe|brief) (vorbereitet|geschrieben|fertig) ... (briefe|abschied|abschiedsbriefe|seil|strick|tabletten)
(ist es|is es|ists) (so weit|soweit) ... (briefe|vorbereitet|abschied|schluss|endlich vorbei|alles geregelt)
[other]
(mein|meine|meinem|meiner|unser|unsere|ein|eine|sein|ihre) __ @kin ... (schluss zu machen|schluss machen will|waffe besorgt|umbringen|umzubringen|umbringt|das leben nehmen|das leben zu nehmen|sterben will|sterben mochte|will sterben|nicht mehr leben|nimmer leben|springen will|springt|ritzt sich und|von suizid|von selbstmord|mit selbstmord|mit suizid|aufhangen|erhangen)
[recovered]
vor _ jahren ... heute (geht es mir|habe ich|hab ich zwei|arbeite ich|lebe ich|bin ich glucklich|bin ich froh|bin ich verheiratet|bin ich stabil|bin ich mama|bin ich papa)

[ideation]
(hatte|hatt|ware|war) (ich|i) (mich|mi|mir)? (schon|schon langst|langst|sicher|bestimmt)? (umgebracht|erhangt|aufgehangt|erschossen|weggemacht|das leben genommen|gesprungen|nicht mehr da|nimmer da)
(tot|gestorben) (ware|war|waer) ich (besser|lieber|wenigstens)
(abdrucken|abzudrucken|abdrucke|abdruck) ... (kopf|mund|schlafe|einfach)
[idiom]
(denke|denk|gedacht|dachte|nachdenken) ... (an den|uber den) tod (meines|meiner|von|seines|ihrer|unseres)
(springe|springen|sprang) im (dreieck|quadrat)
(dachte|denk|denke) ich springe (im|auf|gleich im|mal)
[veiled]
(bald|dann|schon) (bin|sehe|komme) ich __ (bei meiner|bei meinem|wieder bei) (frau|mann|sohn|tochter|mama|papa|mutter|vater|oma|verstorbenen) (im himmel|da oben|druben|wieder vereint)
[practical]
hochzeit|umzug|geburtstagsfeier

[passive]
(ware|war|waer|ist) (es)? (alles|viel|doch|so viel)? (leichter|einfacher|besser|schoner) ... (tot zu sein|wenn ich tot|nicht mehr zu leben|nicht mehr da zu sein|nicht mehr zu existieren)
(wollte|hatten|hatte|wunschte) ... (nicht gefunden werden|nicht gerettet|mich nicht gefunden|mich nicht gerettet|mich sterben lassen|mich gehen lassen|mich liegen lassen)
[attempt]
(intensiv|intensivstation|notaufnahme) (aufgewacht|gelandet|gekommen) ... (tabletten|versuch|uberdosis|gefunden|pulsadern)
[exit]
(bahnsteig|zug|gleis|brucke|balkon|dach|ubahn) ... (nur ein schritt|ein schritt und|nur einen schritt|ein schritt|einen schritt)
[veiled]
(ist|wird|war) (dann|es|alles)? (schluss|vorbei|ende|zu ende) fur mich
[idiom]
(nach|wegen) (suizidgedanken|selbstmordgedanken|suizidalitat|suizidabsichten) (gefragt|fragen|fragte|fragt|befragt)
wenn ... spring|springe ich aus dem fenster (lol|haha*|xd)
