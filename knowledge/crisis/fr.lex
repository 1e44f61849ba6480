# French. An elided word stands apart: "j'ai" is "j ai".
~ suicider suicidaire mourir
@kin = ami|amie|frere|soeur|fils|fille|mere|pere|maman|papa|mari|femme|copain|copine|conjoint|conjointe|cousin|cousine|oncle|tante|ex|collegue|eleve|voisin|voisine|pote|meilleur|meilleure|enfant|ado|grand
@veux = veux|veut|voudrais|vx|jveux|jvx|aimerais|souhaite|prefere|prefererais|voulais|envie|songe|pense|pensais|compte|vais|essaye|decide|besoin|souhaiterais|veu|va|tente|esperant|espere

[ideation]
attenter a mes|ma jours|vie
passer|passe a l acte
faire|fasse une betise
me faire du mal
mettre fin a tout|mon|cette
@veux a|de|d|en|juste|vraiment|que? a|de? me|m? (mourir|tuer|suicider|crever|pendre|tue|buter|flinguer|mouri|supprimer)
me|m suicider|tuer|pendre|flinguer|supprimer|buter|foutre|jeter (ce soir|en l air|sous|du|cette nuit|demain)?
envie d|de en|mourir|crever|disparaitre|plus|suicide finir|vivre?
envie de me (suicider|tuer|foutre|pendre|flinguer|buter|supprimer|crever|jeter|noyer|faire du mal|tirer une balle)
envie de mourir|crever|disparaitre
foutre en l|lair air
(en finir|finir) avec|cette|ce|ma|la|tout (la vie|la|vie|nuit|soir|ma vie|ma|tout)?
veux|vais|voudrais|decide|envie|jveux|d en finir
mettre|mettant|mets fin a mes|ma|la jours|vie|mienne
(idees|pensees|envies|pulsions|ideation|idee) suicidaires|suicidaire|noires|de|du mort|suicide|mourir?
pense|penser|pensees|songe|pensais|parle au|a|de|du|me? suicide|suiside|mourir|mort|suicider|tuer|ma
(ne|n|j|je)? (veux|ai|veut|voudrais|peux|g|veu|desire|supporte) plus|pas|aucune|nulle (envie de vivre|vivre|exister|raison de vivre|gout a la vie|la force de vivre|etre en vie|etre vivant|continuer a vivre|envie d exister|envie de rien vivre|me reveiller)
(veux|voudrais) plus etre la
plus (envie|gout|force|raison|raisons) (de|a|d) (vivre|exister|la vie|continuer a vivre)
plus (la|le) (force|gout|envie) (de|a) (vivre|exister|la vie)
plus|pas vivre|exister
(suicide|mort) est|serait|comme ma|la|un|une|le|mon seule|soulagement|seul|solution|issue|liberation|mieux
solution|issue|option|choix|sortie que|d|autre la|le|mourir mort|suicide?
prefere|prefererais|mieux mourir|crever|etre que|mort
veux|vais|voudrais crever|mourir
suicidaire en|depuis|et|ce|tous|aussi
suis|deviens|sens|toujours tres|vraiment|de? suicidaire

[passive]
aimerais|voudrais|souhaite|espere|esperant|priant|prie|prefere|prefererais|veux __ (etre mort|etre morte|ne jamais etre ne|ne jamais etre nee|ne plus me reveiller|ne pas me reveiller|ne jamais me reveiller|ne plus etre la|ne plus exister|m endormir pour|disparaitre pour toujours|mourir|ne pas exister)
m endormir et|pour ne
ne|pas|plus|jamais plus|pas|jamais|me? me|m reveiller|reveille|reveillerai
(jamais|pas) (du naitre|etre nee|aurais du naitre)
(jamais) etre ne|nee
aurais|devrais jamais|pas du|etre|naitre naitre|ne|nee
disparaitre|partir|dormir pour toujours|de|bon|jamais (ce monde|cette terre)?
veux juste|que? que (tout|ca) (s arrete|finisse|cesse)
que tout s arrete
(egal|importe|fiche|fous) de|que|si? vivre|je|vive|vis ou mourir|meure|meurs
vivre ou mourir
(vie) ne|n (vaut|a) (plus|pas|aucun) (la peine|le coup|de sens|sens|rien)
rien ne me retient
vaut|merite pas|plus d|la|le|peine|coup __ vecue|vivre|vie
(fatigue|fatiguee|marre|las|lasse|epuise|epuisee|assez) de|d (vivre|exister|la vie|etre en vie|cette vie)
mort|mourir serait|sera|est un|une|mieux|plus|le|ma soulagement|delivrance|doux|simple|seule|paix|liberation?
merite|meritais|devrais pas|plus|de|ne? de|pas? vivre|exister|etre|la (en vie|vie)?
devrais mourir|crever|etre mort
raison|raisons|motif|but de|pour|a vivre|rester|continuer|la|exister
en peux|peut plus de|d (vivre|la vie)

[intent]
(vais|va|decide|compte|allons|vas) (de|d)? (me|m|en) (tuer|suicider|pendre|finir|jeter|supprimer|foutre en l air)
(vais|va) (mourir|sauter) (ce soir|cette nuit|demain|maintenant|du pont)
(vais|compte|decide) (de)? mettre fin a (mes jours|ma vie)
vais sauter|mourir|crever
me tue|suicide|pends ce|cette|demain|si|maintenant
quand|lorsque|si tu|vous liras|lirez|lis|lisez|aurez|trouverez ce|cela|ca|ces|cette
(serai|sera) plus (la|un probleme|un poids|de ce monde|parmi vous|vivant|vivante|en vie|un fardeau) (pour|demain|quand|vous)?
bientot __ plus|pas|fini|libre|partie|parti un|la|probleme|de|poids
(c est|ce soir|cette nuit|voici) ma|mon|c|la (derniere nuit|dernier soir|dernier message|dernier jour|derniere fois|derniere lettre|est la fin)
decide d|de|que en|mourir|partir|me|mettre|finir
ne me reveillerai|cherchez|retenez pas|plus

[plan]
(compte|comptes|comptais|garde|accumule|stocke|mis de cote|comptees|compte) mes|les|des|tous|de __ (cachets|comprimes|medicaments|pilules|medocs)
(cachets|comprimes|medicaments|pilules|medocs) __ (compte|comptes|comptees|prets|devant moi|remis|remettrai)
(avale|pris|prends|prend|aval|gobe|ingere) toute|tous|une|trop|plein|la|des|toutes|mes|les la|mes|les|boite|de|plaquette|cachets? (boite|medicaments|cachets|comprimes|plaquette|medocs|pilules|mes)
(lettre|lettres|mot|message|note) d|de adieu|adieux|suicide|depart
(ecrit|ecris|ecrire|redige) ma|mes|une|la|mon lettre|lettres|mot d|de|pour adieu|suicide|mes|apres
(sur|au|suis|bord) le|du|un|bord|sur pont|toit|balcon|rebord|quai|vide|rails et|pour|je|prete|pret je|vais|sauter|envie|veux
achete|ai une|la|de corde|arme et|pour|prete me|je|sais|mon
(plan|plans) et|pour|de|precis une|me|en|date|mourir|suicide|finir
(fixe|choisi|decide) une|la|le date|jour
(donne|distribue|offert|legue|donnees) toutes|mes|tout|mes affaires|mes|ce|choses affaires|besoin|plus?
n en aurai plus besoin
(sauter|jeter|jette|lancer) du|d|sous|par|de un|le|la|haut|ce? train|pont|balcon|fenetre|toit|metro|immeuble|haut
(ouvrir|couper|taillader|ouvert|coupe) les veines|poignets
(tout) est (pret|prepare|en ordre)
tous? mes (affaires|papiers) (en ordre|en regle|sont prets)

[method]
(facon|maniere|methode|moyen) la|le|de|plus|sans moins|plus|se|mourir|douleur|rapide douloureuse|rapide|suicider|douce|tuer|simple|mourir|efficace|de de|pour|sans? mourir|tuer|douleur|suicider|finir?
comment mourir|me|se|en sans|suicider|tuer|pendre|finir|vite (douleur|souffrir)?
combien de|faut cachets|comprimes|medicaments|pilules|medocs __ (mourir|reveiller|mortel|mortelle|se tuer|en finir|plus se reveiller|pas se reveiller|plus me reveiller|pas me reveiller)

[attempt]
(essaye|tente|essaie|rate|failli|essayer|voulu) de|d|mon|ma|me me|m|en|suicide|mettre tuer|suicider|pendre|finir|fin|ouvrir
(tentative|tentatives|ts) de|d suicide|en|suiside
fait|faire une|plusieurs|ma|deux ts|tentative|tentatives

[burden]
(mieux|heureux|soulages|tranquille|meilleure|libre|libres|heureuse) (sans moi|si je mourais|si je n etais|quand je serai mort|quand je ne serai|si je meurs|si j etais mort|si je disparais)
mieux|meilleur|heureux sans moi
vaux plus|davantage mort|morte
manquerais|manquerai|manque|manquera a|pas personne|a
(personne|nul) ne (me regrettera|me regretterait|remarquerait|pleurera|pleurerait|s en apercevrait) (si|mon|ma|que)?
si je|j mourais|meurs|disparaissais|disparais|etais personne|tout|ca|plus|mort|morte (le monde|ne|la)?
(serait|seraient|irait|vivrait|vivraient) mieux|soulage|soulages|plus|heureux __ (sans moi|si je|mort|morte|plus la)

[farewell]
(occupez|occupe|prenez|prends|veille|veillez) vous|toi|soin|de|sur de|d|mes|ma|mon mes|mon|ma|enfants|chien|chat|mere|eux|lui|elle? __ (quand|plus la|apres|partie|serai|sans moi|pour moi)
adieu a|le|mon|ma|tout|mes|et|pour|tous|je|maman|pardonnez tous|monde|toutes|amour|toujours|pardon|pardonnez|famille|amis|vous
adieu pardonnez|pardon
(pardonnez|pardonne|pardon) moi|a|maman|de|pour tout|tous|ce|mes|partir|avoir|je
(dis|dites|disez) a|lui|leur|que maman|mes|ma|mon|papa|que|ma __ (pas sa faute|l aime|les aime|aime|desole|desolee|faute|pardonne)
(pas|rien|n|est) de|ta|votre|sa|leur faute
ne (sois|soyez|pleure|pleurez) pas (triste|tristes|pour moi|sur moi)
ne m en (veux|voulez) pas
te|vous laisse|legue|donne ma|mon|mes guitare|chien|chat|affaires|velo|voiture|enfants
suis (calme|apaise|apaisee|serein|sereine|en paix) (maintenant|desormais|enfin)
fais|dire|dis|faire mes adieux|aurevoir|adieu
ce monde

[other]
mon|ma|une|un|notre|meilleur|meilleure _? _? @kin __ (veut mourir|veut se tuer|veut se suicider|veut plus vivre|ne veut plus vivre|va se suicider|va se tuer|se suicider|se tuer|tentative de suicide|suicidaire|idees suicidaires|pensees suicidaires|en finir|a dit adieu|dit adieu|mettre fin a ses jours|se pendre|envie de mourir|pense au suicide|veut en finir)
(il|elle|qu il|qu elle|on|qui) ne|va|veut|dit|menace|parle|a|pense|voulait __ (se tuer|se suicider|mourir|plus vivre|en finir|suicide|fin a ses jours|se pendre|suicider)
se suicider|tuer et|si|ce|cette|je
ami|amie|copine|copain|fils|fille|frere|soeur|proche|collegue|personne suicidaire
m a dit adieu
menace|menacer|parle|menaces de|du|se suicider|suicide|tuer|mourir

[exit]
(seule|unique|seul) issue|solution|sortie|option|porte|moyen
(aucune|pas|sans|plus|autre) d|autre? issue|solution|sortie|espoir
en finir
disparaitre
que (tout|ca) (s arrete|finisse|cesse)
assurance vie
(veux|voudrais|peux) plus (rester|continuer) (la|ici|comme ca|ainsi)
[death]
suicid*|suisid*
mourir|mort|creve|crever
[give_up]
(en|n|j|jen) peux|peut|ai plus|pas|marre|assez
peux plus
n y arrive|tiens plus
j|je abandonne|renonce|lache
a bout|force de|forces
[hopeless]
aucun|plus|pas|sans|perdu|tout d|l? espoir|avenir|issue|sens|futur|interet
desespoir|desespere|desesperee
rien ne|n|a va|sert|importe|sens|changera|marche
ma vie est|n|ressemble (foutue|finie|un enfer|nulle|un echec|vide|a rien|gachee)
[load]
(suis|etre|comme|d etre|qu) un|une|le poids|fardeau|boulet|charge|probleme|erreur|echec|gene
personne ne|m|n m|me aime|comprend|ecoute|veut|voit
[self_hate]
me deteste|hais|degoute|sens nul|nulle|inutile|moche|minable?
nulle|nul|inutile|minable|rate
deteste ma vie
[self_harm]
me scarifie|scarifier|coupe|mutile|mutiler|scarification|automutilation
[pain]
souffre|souffrance|souffrir|douleur|insupportable|epuise|epuisee|fatigue|fatiguee|mal
[distress]
triste|tristesse|depression|deprime|deprimee|angoisse|seul|seule|pleure|pleurer|anxiete|peur|vide|honte
[idiom]
(mort|morte|meurs|mourir|meurt|morts|mourrai|creve|crever|mourait) de (rire|faim|soif|froid|chaud|fatigue|honte|peur|envie|ennui|sommeil|rires|jalousie|chaleur|trouille|curiosite)
meurs|mourir|meurt d (envie|ennui|impatience|amour)
(me|te|nous) (tue|tues|tuent|tuer|tuera) (quand|ce|avec|le|la|s|si|a|l|les|cette|mes|il|elle|de|lorsque|car|tes|serieusement|mon)
(va|vas|vont|pourrait) me tuer
ma|mon|mes mere|pere|parents|patron|prof|chef|femme|mari va|vont|allait me|m tuer
(bug|chaleur|code|boulot|dos|travail|suspense|prof|reunion|projet|ca) me tue
tuer|tue|tuez (le|la|les|un|une|ce|l|du) (temps|processus|serveur|process|service|job|conteneur|session|tache)
tuer a la tache
en finir avec (ce|cette|le|la|les|ces|l|mon) (rapport|migration|projet|dossier|bug|travail|reunion|chapitre|devoirs|memoire|demenagement|paperasse|examens|histoire|sujet|debat)
suicide politique|commercial|professionnel|assiste|squad|collectif|economique
(code|serveur|telephone|portable|batterie|point|langue|angle|saison|ordinateur) est|encore|deja|a? mort|morte|encore
(nature|lettre|temps|peine) morte|mort|perdu
a crever|mourir de|chaleur
fin a|de|du (mon abonnement|mon contrat|notre relation|mon bail|la reunion|l abonnement|mon stage|la semaine|mois)
mettre fin a (mon|notre|l|cet|ce|la) (abonnement|contrat|bail|reunion|relation|appel|session)
vivre (a|en|au|dans|avec|sans|chez) (paris|lyon|france|la|mes|mon|internet|cafe|ville|campagne|marseille|bruxelles|quebec|ce pays|deux)
vivre a paris
peur|crainte|phobie de la|mourir mort?
(veux|ai) pas (mourir|envie de mourir|me tuer)
bourreau|raide|ivre mort
question de vie
[software]
serveur|code|bug|conteneur|compilation|logiciel|deploiement
[game]
jeu|jeux|boss|joueur|manette
[fiction]
film|films|roman|personnage|chanson|poeme|romeo|juliette|chapitre|scene
[news]
statistiques|euthanasie|prevention|insee|oms



[humour]
mdr*|ptdr*|haha*|lol|blague|blagues|rigole
[past]
il y a (dix|des|quelques|longtemps|cinq|vingt)
autrefois
a l epoque
(je voulais|voulais) (mourir|me tuer|en finir) (a|quand|il|mais|avant|et aujourd)
quand j etais
[recovered]
aujourd hui (je suis|je vais|ca va|tout va) (bien|mieux|heureux|heureuse|gueri|guerie)
(suis|enfin|tres|plus) heureux|heureuse (aujourd|maintenant|et|d etre|de)
guerie|gueri|remontee
[loss]
mon|ma|mes @kin|grand|oncle|mere|pere|grandmere s|est|a|mere est|morte|mort|suicide|decede|decedee
(mort|deces|suicide|suicidee|perte) de mon|ma|mes|notre
s est suicide|suicidee|tue|tuee il|l|dans|en|a
deuil|enterrement|obseques|condoleances
depuis la mort
[practical]
reserver|abonnement|escalade|vacances|facture
mon|notre dernier jour ici|au|dans|chez
[negator]
pas|jamais|ni|sans|aucunement
[no_negation]
(sais|peux|veux|vois|arrive|comprends|n en|plaisante|rigole|suis) pas|plus (quoi|comment|ca|pourquoi|d autre|d issue|ou)?
ne sais|vois|peux|plaisante pas|plus
(n|ne|nai) ai|a|as? jamais|pas (arrete|cesse|peur)
(jamais|pas) (arrete|cesse|peur)
(n|ne) (arrete|arretent|cesse|cessent) pas|jamais
(arrete|arretent|cesse|cessent) pas|jamais
[turn]
mais|pourtant|car|parce|juste|sauf
[me]
je|j|me|m|moi|mon|ma|mes|suis|jai|jveux|g|vais|veux|voudrais
[still]
depuis|encore|toujours|tous|soir|nuit|maintenant|semaines|jours

[software]
(le|un|ce|les|mon) processus (fils|pere|enfant|parent|zombie|meurt|mort|plante|bloque|tourne|se|ne|qui|est|refuse|systeme)
(tuer|tue|tuez|kill|terminer|relancer) (le|un|ce|les|l|mon) processus|process|service|thread|conteneur|serveur
base|bases de donnees
(le|mon|ce) programme (plante|se|bloque|crashe|tourne|ne)
(message|code) d erreur
requete|requetes sql|http|lente|lentes
branche|branches git|main|principale

[fiction]
(piece|serie|livre|conte) de|que|ou|sur|dont (theatre|netflix|shakespeare|je lis)?
(le|un|ce|mon|dans) livre (que|de|parle|raconte|sur)

[news]
selon (l|la|le|une|un|les|des) (etude|insee|oms|police|statistiques|recherche)?
(une|l|cette|nouvelle) etude|recherche (sur|montre|de|publiee|indique)
(le|les|un) taux de (suicide|suicides|mortalite)
(la|une|projet de) loi sur
(la police|le gouvernement|l oms) (a|annonce|indique|enquete|dit)
(c est quoi|qu est ce que) (l|le|la) (effet|suicide assiste|taux|euthanasie|difference)
