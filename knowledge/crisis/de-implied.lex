# German, what is said without its name.
@kin = freund|freundin|bruder|schwester|sohn|tochter|mutter|vater|mama|papa|mann|frau|partner|partnerin|ex|kollege|kollegin|schuler|schulerin|nachbar|nachbarin|kumpel|kind|oma|opa|mitbewohner|mitbewohnerin

[passive]
(wozu|warum|wofur|weshalb) noch|uberhaupt|eigentlich|weiter|soll|bin|muss? ich? (leben|weiterleben|weitermachen|da sein|aufstehen|noch da|noch leben|noch am leben)
(habe|hab|hatte) genug|lange vom|von|gelebt|genug (leben|allem|gelebt)?
lange|genug genug? gelebt
(nicht|nimmer) warten|abwarten bis|auf __ (von allein|aufhort|vorbei|den tod|zu ende|ende|stirbt|sterbe)
(einzige|einziger|einzigen) grund|der|was|mensch|ding|die __ (noch lebe|am leben|noch da|noch hier|halt|halten|abhalt)
(fur|auf) immer schlafen|ruhe|einschlafen
(tod|sterben|gestorben) statt|anstelle|mit mir|ihm|ihr|ihnen (ware|hatte)?
(hatte|wunschte|ware) es|ich|damals mich? (mich erwischt|mich getroffen|ich gewesen|damals gestorben|nicht uberlebt)
(mude|satt|leid) vom? am? leben|dasein|existieren|aufwachen
(endlich|fur immer|ewig|ewige) ruhe|frieden|schlaf haben|finden

[intent]
(bald|dann|schon) bin|werde|sehe|komme|folge ich __ (meine frau wieder|meinen mann wieder|ihr nach|ihm nach)
(heute|jetzt|morgen) mache|mach ich schluss
niemand|keiner muss|braucht|wird sich|mehr|mich|noch? __ (um mich|sorgen|ertragen|mit mir|kummern)
(mich) (kann|wird|halt) (keiner|niemand|nichts) (mehr|jetzt)? (aufhalten|abbringen|abhalten|auf)
(letzte|letzter|letztes) nachricht|mal|nacht|tag von mir|dass ich
(ist|alles) bald|gleich|heute vorbei|zu ende|geschafft

[plan]
(stehe|steh|sitze|sitz|bin|stand|sass) (gerade|jetzt|hier|wieder|ich)? (auf|an|am|oben) (der|dem|einer|einem)? (brucke|dach|gelander|gleisen|bahnsteigkante|abgrund|klippe|hochhaus)
(weiss|wusste|uberlegt|geplant) __ (wie und wo|wo und wie|wann und wie|wie und wann)
(uberlegt|weiss|geplant) wie|wo|genau|schon __ (machen|wo|mache|springe|tue|ruhig)
(weg|weise|moglichkeit|methode|art) der|die|das|zu|ohne? __ (nicht weh tut|nicht wehtut|schmerzlos|ohne schmerzen)
(katze|hund|tiere|haustier) weggegeben|abgegeben|versorgt (damit|wenn|ist)?
wenn|falls ich weg|fort|nimmer bin|da
(alles|papiere|sachen) geregelt|geordnet|vorbereitet (fur|wenn|damit|danach)
(medikamente|insulin|dialyse|chemo|tabletten) abgesetzt|abgebrochen|nicht|gesammelt (mehr|absichtlich)
(tag|termin|datum|entschluss) steht fest

[burden]
(zur|als|eine|nur) last|belastung fallen|falle|fur|bin|zu __ (besser|tot|weg|gehen)?
(falle|fall) meinen|allen|euch|der|meiner|ihnen kindern|familie|frau|nur|zur|eltern __ last
(besser|leichter|billiger|erlost) wenn|dran|fur|ich|ware __ (ich gehe|nicht mehr bin|weg ware|nicht gabe|versicherung)
versicherung __ besser dran|versorgt

[farewell]
lebt|leb|lebe wohl (es|ihr|alle|ich|und|danke|macht)?
(es|das) ist|war nicht eure|deine|ihre schuld
sucht|such|suchen nicht nach? mir|mich
danke fur alles (lebt|leb|macht|ich|es|tschuss)

[other]
(mein|meine|meinem|meiner|bester|beste|ein|eine) _? @kin|freund __ (verabschiedet|abschiedsnachricht|nicht mehr da sein will|nicht mehr leben will|nicht mehr hier sein will|ohne ihn besser|ohne sie besser|mit der versicherung|versicherung besser|will nicht mehr leben|will nicht mehr sein|lebensmude)
verabschiedet und geht|ist|antwortet|reagiert nicht|weg

[veiled]
kein|keinen bock mehr auf (alles|nichts|irgendwas)
ernst|ernsthaft diesmal
(nur|einzige) gedanke|gedanken __ (ruhig|trost|hilft)
alles egal|sinnlos|vorbei

[give_up]
(komme|komm) nicht|nimmer mehr? klar
habe|hab genug

[practical]
auf der brucke im|in
(komme|bin) spater|verspatet
migration|deployment|release fertig
