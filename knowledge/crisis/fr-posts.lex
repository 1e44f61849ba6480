# French: concepts with room between them. An elided word stands apart: "m'enlever" is "m enlever"; "j'ai" may be written "jai".
@kin = ami|amie|frere|soeur|fils|fille|mere|pere|maman|papa|mari|femme|copain|copine|conjoint|conjointe|cousin|cousine|oncle|tante|ex|collegue|eleve|voisin|voisine|pote|enfant|ado|meuf|mec|chum|blonde|beau|belle|neveu|niece|compagnon|compagne|coloc|daron|daronne|patient|patiente|gars|frangin|frangine|gamin|gamine
@wish = veux|voudrais|voulais|voulait|vx|jveux|jvx|jvoudrais|aimerais|souhaite|prefere|prefererais|envie|envies|songe|songer|songeais|pense|penser|pensais|pensant|pensees|compte|vais|vas|vai|essaye|essaie|decide|besoin|souhaiterais|veu|tente|espere|imagine|imaginer|imaginais|idee|idees|demande|demander|hesite|projette|planifie|prevu|prevois|rumine|fantasme|reve|capable|pulsion|pulsions|failli|courage|moyen|solution|issue|option|reste|merite|devrais|pret|prete|oser|ose|obsede|obsession|finir|dis
@act = tuer|suicider|pendre|flinguer|buter|supprimer|zigouiller|noyer|empoisonner|defenestrer

[ideation]
@wish ... (me|m) @act
@wish ... je me (tue|flingue|bute|pends|suicide|supprime|noie)
(@wish) ... (m enlever la vie|m oter la vie|me tirer une balle|me mettre une balle|me mettre une corde|me foutre en l air|me foutre une balle|me foutre sous|me jeter sous|me jeter du|me jeter par|me jeter d|me jeter dans le vide|me jeter a l eau|me jeter contre|me balancer du|me balancer sous|m ouvrir les veines|me couper les veines|mettre fin a ma vie|mettre fin a mes jours|mettre un terme a ma|mettre un terme a mes|mettre fin a tout|mettre fin a tout ca|mettre fin a mon existence|en finir|arreter de vivre|arreter d exister|cesser de vivre|cesser d exister|quitter ce monde|quitter cette vie|quitter cette terre|passer a l acte|passer sous un train|sauter du|sauter d|sauter par|sauter dans le vide|crever|ne plus vivre|plus vivre|ne plus etre de ce monde|me faire sauter|me planter en voiture|foncer dans un|foncer contre un|lacher le volant|me faire du mal)
(m enlever|m oter|enleve|otee|enlever) la vie
(me|m) (tirer|tire|mets|mettre|colle|coller|loger) une balle
si je (me flingue|me tue|me suicide|me bute|me pends|saute|me jette|me foutais|me tuais|me flinguais|passe a l acte) (ou|pas|maintenant|ce soir|demain|personne|tout|ca)
je (me flingue|me bute|me fous en l air|me pends|me tue|me suicide|me jette) (et|ce soir|demain|bientot|si|ou|un jour|cette nuit)
(arreter|arrete|cesser) (de|d) (vivre|exister|respirer) (quoi|c est|tout court|voila|maintenant)?
(pas|plus|meme plus) (si|savoir si) mais quand
(je|j) (ne|n)? (veux|veu|voudrais|desire|souhaite|ai|supporte) (plus|pu|pas|aucune) (du tout|vraiment|jamais)? (vivre|exister|etre la|etre en vie|etre vivant|etre vivante|etre de ce monde|faire partie de ce monde|continuer a vivre|envie de vivre|envie d etre la|gout a la vie|de raison de vivre|la force de vivre)
jveux|jvx|jai|chui (plus|pu) (vivre|exister|envie de vivre|etre la)
(fatigue|fatiguee|tanne|tannee|ecoeure|ecoeuree|saoule|saoulee|marre|ras le bol|plein le cul|soulee) (de|d) (vivre|exister|la vie|etre en vie|etre vivant|respirer|etre la)
(idees|pensees|envies|pulsions|ideations) (suicidaires|de suicide|de mort|de mourir|noires|macabres|suicidaire|de me tuer|de me foutre)
(imagine|imaginer|imagine|visualise|planifie|cherche|cherchais|regarde|calcule) (comment|ma|la)? (mourir|me tuer|ma mort|mon suicide|mon enterrement|le faire sans|partir sans souffrir|en finir)
(me|m) (demande|demander|demandais) ... (si je me|si ca vaut le coup de vivre|a quoi bon vivre|pourquoi je vis|pourquoi je suis encore en vie|si je vais tenir)
(lui|eux|elle) au moins (c est fait|il est|elle est|est libre|est tranquille|sont)

(raison|raisons) de (ne)? pas (me|m) (suicider|tuer|foutre en l air|pendre|flinguer|jeter|enlever la vie)
(raison|raisons) de (ne)? pas (sauter|en finir|le faire|mourir|passer a l acte)
(pourquoi|qu est ce qui m empeche) ... (pas me suicider|pas me tuer|ne pas me tuer|ne pas en finir|me tuer|me suicider|pas en finir)

[passive]
(aimerais|voudrais|souhaite|espere|prie|demande|reve|envie|veux|prefererais|prefere|attends|supplie|si seulement) ... (ne plus me reveiller|ne pas me reveiller|ne jamais me reveiller|pas me reveiller|plus me reveiller|ne plus exister|ne pas exister|plus exister|n avoir jamais existe|ne jamais etre ne|ne jamais etre nee|n etre jamais ne|disparaitre pour de bon|disparaitre pour toujours|disparaitre de la|m endormir et ne|m endormir et pas|m endormir pour|ne plus etre la|plus etre la|etre mort|etre morte|mourir|crever|y passer|y rester|m eteindre|qu on m oublie|que ca s arrete pour|ne pas voir demain)
(espere|prie|demande|aimerais|voudrais|souhaite|attends|reve|veux|faudrait|si seulement|pourvu) ... (qu un camion|qu une voiture|qu un bus|qu un train|qu un accident|qu un cancer|qu une maladie|qu on me renverse|me reprendre|me reprenne|me rappeler a|me rappelle a|me prenne|m emporte|vienne me chercher|me fauche|me renverse|m ecrase|me percute|avoir un cancer|avoir un accident|une crise cardiaque|un avc)
(dieu|allah|seigneur|ciel|bon dieu) ... (me reprendre|me reprenne|me rappelle|me rappeler|me prenne|vienne me chercher|m emporte|me laisse mourir|de mourir)
si (un|une) (camion|voiture|bus|train|bagnole) (me|m) (renverse|renversait|ecrase|ecrasait|fauche|fauchait|percute|percutait) ... (mieux|tant|grave|soulagement|bien|egal|derangerait|arrangerait|pire)
(si je) (meurs|mourais|creve|crevais|me reveille pas|me reveillais pas) ... (grave|tant pis|tant mieux|egal|soulagement|mieux|rien|personne)
(ca|cela) (me|m)? (derangerait|gene|generait|ferait rien|arrangerait) ... (mourir|mort|de crever|de ne pas me reveiller|si je mourais|y passer)
(vaut|valait|vaudrait) mieux (que je)? (mourir|crever|sois plus la|disparaisse|meure|ne sois plus|mort|morte)
(raison|raisons|interet|sens|but) (de|d|a|pour)? (vivre|exister|rester en vie|continuer a vivre|etre en vie)
(qui|que|ce|seule|seul) ... (me tient en vie|me retient en vie|me garde en vie|m empeche de le faire|m empeche de passer|m a empeche de|me retient de le faire|me retient de passer|me tient ici|m empeche d en finir|m empeche de me)
(le monde|ils|tout|ma famille|mes enfants|tout le monde|elle|il|eux) ... (mieux|tranquille|heureux|soulage|soulages|debarrasses|debarrasse) (sans moi|si je suis plus|si j etais plus|quand je serai plus|si je disparais)
(j aurais|aurais) (du|prefere|voulu) (mourir|crever|y rester|y passer|ne pas naitre|ne jamais naitre|que ca marche|ne pas me reveiller|partir avec)

(souhaite|aimerais|voudrais|espere|envie|prie) (de)? ne (pas|plus|jamais) (voir|connaitre|me lever|ouvrir|revoir) (le lendemain|demain|le jour|le matin|les yeux|une)
(souhaite|espere|aimerais|voudrais|prie|reve) (qu|que|d|avoir) (un|une) (anevrisme|avc|infarctus|cancer|crise cardiaque|accident|tumeur|embolie|camion|bus)

[intent]
(ce soir|cette nuit|demain|ce week end|ce weekend|bientot|vendredi|lundi|dimanche|samedi) ... (je me tue|je me suicide|je me pends|je me flingue|j en finis|je le fais|je saute|je pars pour toujours|je mets fin|je passe a l acte|je me jette|je vais au pont|je vais au viaduc|je serai mort|je serai morte|je serai plus la|je ne serai plus|c est fini pour moi)
(je vais|jvais|je vai|vais) (me|m) (tuer|suicider|pendre|flinguer|buter|supprimer|foutre en l air|tirer une balle|jeter sous|jeter du|ouvrir les veines|enlever la vie|oter la vie|noyer)
(quand|lorsque|si) (tu|vous) (liras|lirez|lisez|lis|verrez|recevrez|trouverez) ... (mort|morte|partie|parti|plus la|trop tard|serai)
(j ai|jai|je viens de|viens d) (avale|pris|prendre|gobe|avaler|ingere) (toute|toutes|tous|tout|une boite|la boite|trop|plein|deux boites|trois boites|mes|20|30|40|une plaquette|deux plaquettes) ... (boite|boites|cachets|comprimes|medocs|medicaments|somniferes|plaquette|xanax|doliprane|lexomil|stilnox|imovane|pilules)
(ma|la) decision est prise ... (mourir|partir|vie|adieu|soir|date|serai)
(je me suis donne|me suis donne|me donne|me laisse) (jusqu a|jusqu au|jusqu en|jusque) (mon|noel|la fin|lundi|mon anniversaire|l ete|janvier|dimanche|ma|demain)
(jattends|j attends|attends) (juste|plus que|seulement)? (le bon soir|le bon moment|le bon jour|que mes parents|que tout le monde dorme|d etre seul|d etre seule)
(passerai|verrai|tiendrai|ferai|finirai) pas (noel|l hiver|l annee|la nuit|la semaine|le week end|mes|l ete)

[plan]
(boites|boite|cachets|comprimes|medocs|medicaments|somniferes|pilules|xanax|tramadol|insuline|doliprane) ... (mis de cote|mets de cote|de cote|stockes|stocke|accumule|accumules|caches|cache|planques|planque|dans mon sac|dans mon tiroir|de cote depuis|prets|suffisamment|assez pour|comptes|compte)
(mets de cote|mis de cote|met de cote|stocke|accumule|garde|collectionne|economise|planque|cache|vole|volais|pique) ... (cachets|comprimes|medocs|medicaments|somniferes|pilules|boites|xanax|doliprane|ordonnance|tramadol|ce qu il faut)
(corde|fusil|flingue|pistolet|carabine|arme|lame|rasoir|poison|bonbonne|cutter) ... (achete|pret|prete|charge|chargee|sous le lit|cave|garage|sous la main|dans le coffre|j ai prepare|regarde|regarder|devant|sur la table|a cote de moi)
(lettre|lettres|mot|mots|message|messages|mail|video|videos) ... (d adieu|adieux|pour apres|pour quand je serai|programme|programmee|programmes|quand je serai plus|quand je ne serai|pour mes parents quand)
(fini|termine|reste) (d ecrire|a ecrire|mes lettres|ma lettre) (a|pour|d)? (mes parents|ma mere|mes enfants|chacun|adieu|tout le monde|ma soeur|mon pere)?
(horaires|passage|heures) (du|des|de|a) (fret|train|trains|rer|tgv|niveau|metro)
(choisi|trouve|repere|fixe|decide) (le|la|un|une|mon|ma) (endroit|lieu|pont|jour|date|methode|arbre|bois|moment|falaise) ... (mourir|calme|personne|fin|dernier|promeneurs|en finir|tombe|mort)
(vais|irai|suis|etais|reste|monte|montee|va) (au|sur le|sur la|a la|devant le|en haut) (viaduc|pont|falaise|toit|voies|rebord|parapet|rails) ... (sauter|soir|nuit|vide|ecrit|fini|jeter|bas|hesite|failli|regarde)
(tout|affaires|papiers|comptes|abonnements|testament) ... (regle|resilie|en ordre|pret|prepare) ... (apres moi|plus la|mon depart|apres ma mort|m en aille|quand je serai)

[attempt]
(essaye|essaie|tente|voulu|failli|essayer|rate) ... (m enlever la vie|m oter la vie|me tuer|me suicider|me pendre|me noyer|en finir|mettre fin a|me tirer|m ouvrir les veines|me couper les veines|me jeter sous|me jeter du|me foutre en l air|sauter du|de mourir|mon suicide|ma ts)
(fait|refait|faire|apres|depuis|sortie|suite) (une|ma|mon|deux|trois|plusieurs|d une|a ma|a une)? (ts|tentative|tentatives|tds) (de suicide|il y a|la semaine|le mois|hier|en|au|de|avec|medicamenteuse|medicamenteuses)?
(lavage d estomac|lavage gastrique)
(il y a) (un|une|deux|trois|quelques|quinze|dix|2|3|4|5|10|15) (jours|semaines|semaine|mois) (j ai|jai) (essaye|tente|fait une|voulu mourir|avale|failli)

[exit]
(je|j|jai|l ai|ai) (l)? (ai)? (essaye|tente) ... (ca a rate|ca a pas marche|j ai rate|rate mon coup|s est rate|on m a trouve|on m a sauve|ca n a pas marche|mal dose|me suis loupe|me suis loupee|me suis rate|me suis ratee)
(ca|qui) (me)? redonne envie
(rester|reste|restais|resterai) devant (l armoire|le fusil|les cachets|la boite|la fenetre|le vide|la corde)
(fusil|carabine|arme) ... (vienne le prendre|vienne la prendre|l enleve|me l enleve|le confisque)
(peur) (de ce que|de) (je vais|je pourrais|moi) (faire|me faire|meme)
(ne)? (souhaite|veux) pas qu on me (dissuade|retienne|sauve|empeche|cherche)
(c est) (la|ma) fin (pour moi|de mon histoire|cette fois)

[veiled]
(j ai|jai) (essaye|tente|rate) (avant hier|hier soir|cette nuit|la nuit derniere|la semaine derniere|le mois dernier)
(ca a rate|ca a foire|me suis loupe|me suis loupee)
(mis|mets|met) de cote (au|ce|petit|depuis|tout)
(ce|tout ce) qu il (me)? (faut|fallait) (sous la main|dans mon|dans le garage|de cote|pour en finir|pour partir)
(plus|pas) (de)? date (encore|precise|fixee)
(resilie|vide|donne|legue|distribue) ... (resilie|vide|donne|legue|distribue) ... (abonnements|congelo|frigo|livres|affaires|meubles|vetements|emmaus|voiture)
(donne|distribue|legue) toutes mes affaires
il me reste (deux|quelques|encore)? (choses|trucs|bricoles) a regler

[farewell]
(dire|dis|disais|fais|faire) (juste|vous|te|un|mes|simplement)? (au revoir|aurevoir|adieu|adieux) (a tous|a tout|et|pour|une derniere|avant|les|la|mes)?
(ne cherchez|cherchez|cherche|ne cherche) pas (mon|a me|ou|pourquoi|apres moi|de coupable|a comprendre)
(ne laisse|laissez|laisse) pas (papa|maman|les enfants|mon|ma|mes|les petits) ... (chambre|regarder|trouver|voir|entrer|seul|seule)
(pas d eglise|a mon enterrement|mes obseques|mes funerailles|mes cendres|disperser mes|incinere moi|incinerez)
(vous avez|tu as) ete (ma|mon|une|un|la|le) (seule|seul|plus|meilleure|meilleur|soeur|frere|belle|beau|rayon) ... (pardon|adieu|au revoir|ciao|tristes|merci|t aime|aime)
(pardon|desole|desolee|pardonne|pardonnez) ... (je t aime|je vous aime|t aimerai|vous aimerai|adieu|de partir|plus la force|pas ta faute|pas votre faute)
(suis|enfin) en paix (avec ca|avec ma decision|avec cette)
(pas|rien) (a cause|la faute|de la faute) (d elle|de lui|de personne|d eux|a personne)
dites (lui|leur) (si jamais|que je|que c est pas|que je l)

[other]
(dit|dis|disait|ecrit|menace|menacait|parle|parlait|envoye|message|poste|jure|avoue|repete|annonce) ... (qu il veut mourir|qu elle veut mourir|veut mourir|veut plus vivre|voulait mourir|voulait plus vivre|va se tuer|va se suicider|se suicider|se tuer|se pendre|se foutre en l air|en finir|se jeter|se flinguer|se tirer une balle|mettre fin a ses jours|mettre fin a sa vie|sauter du|va sauter|de mourir|plus la demain|mieux sans lui|mieux sans elle|m enlever la vie|s enlever la vie|s oter la vie|du suicide|de suicide)
(peur|crains|inquiet|inquiete|terrifie|terrifiee|trouille|sens|crois) ... (qu il se tue|qu elle se tue|qu il se suicide|qu elle se suicide|qu il se foute|qu elle se foute|qu il fasse une betise|qu elle fasse une betise|fasse une connerie|fasse une betise|passe a l acte|mette fin a|attente a|se fasse du mal|recommence|se loupe pas|en finisse)
(mon|ma|mes|une|un|notre) __ @kin ... (fait une ts|a fait une tentative|a tente de se|a essaye de se|a voulu mourir|a voulu en finir|a avale|lettre d adieu|message d adieu|fait ses adieux|veut plus vivre|ne veut plus vivre|envie de mourir|plus envie de vivre|idees noires|idees suicidaires|a achete une corde|donne ses affaires|est sur le pont|est sur le toit|est sur le parapet)
(il|elle) (est|s est) (monte|montee|assis|assise|sur|enferme|enfermee) ... (toit|pont|rebord|parapet|salle de bain|balcon|viaduc|fenetre) ... (sauter|saute|couteau|lame|cachets|medocs|sauter|repond)
(trouve|decouvert|vu|tombe) ... (lettre d adieu|une corde|ses scarifications|recherches sur le suicide|boites de medicaments) 
(a|vient d) (avale|avaler|pris|gobe) ... (boite|cachets|comprimes|medicaments|medocs) ... (repond plus|repond pas|ne repond|samu|urgences|appelle qui|appeler|quoi faire|hopital)

[self]
(m enlever|m oter) la vie
(me|m) flinguer|flingue|buter|supprimer|pends|noyer
arreter|cesser de|d vivre|exister
me tirer une balle
[reflexive]
(m enlever|m oter) la vie
me flinguer|flingue|pends|buter|supprimer
me tirer une balle

[still]
tous les (jours|soirs|matins)
chaque (jour|soir|nuit|matin)
(depuis|ca fait) __ (jours|semaines|mois|ans) (que)?

[idiom]
(suis|etais|ete|suis vraiment) (pas|jamais|plus|nullement|absolument pas) (du tout)? (suicidaire|depressif suicidaire|en danger)
(pas|jamais|aucune|sans|ni) (d|de|eu d|eu de|eu)? (idees|idee|pensees|pensee|envies|envie|intention) (suicidaires|suicidaire|de suicide|de mort|de mourir|noires|de me tuer|d en finir|de me suicider)
(entre) ... (et je veux mourir)
(veux|vais|voudrais|pense|envie) (pas|jamais|nullement) (me|m|de me) (tuer|suicider|faire du mal|foutre en l air|mourir)
envie de (me)? (cacher|coucher|barrer|casser|tirer d ici|reposer|lever|laver|marier|changer|balader|remettre|mettre|rouler|blottir|plaindre|confier)
(en finir|finir) (avec) (ce|cette|le|la|les|ces|mon|ma|l) (these|boulot|dossier|procedure|dispute|relation|travaux|memoire|divorce|proces|article|stage|bail|examen|examens|partiels|rapport|demenagement)
(me|m) (tue|tuer) (a|au) (la tache|boulot|travail|petit feu|repeter)
(mourir|mort|morte|crever) de (rire|honte|faim|froid|chaud|trouille|peur|fatigue|soif|ennui|sommeil)
(sauter) (du|de|sur|par) (joie|lit|repas|l occasion|le pas|la corde|dans la piscine)
peur (de|que) (mourir|crever|je meure)
(me jeter) (a l eau|dans les bras|dans le travail|sur le frigo|dans le vide de)
arreter de vivre (dans|avec|comme|pour|chez|a)

[no_negation]
(raison|raisons|pourquoi) (de)? (ne)? pas

[past]
(a|vers|quand j avais) (12|13|14|15|16|17|18|19|20|21|22|23) (ans|et) (j ai fait|j ai voulu|j ai essaye|j ai tente|je voulais|et|21|22|23|24|25)
(en|de|depuis|a|vers) (2003|2004|2005|2006|2007|2008|2009|2010|2011|2012|2013|2014|2015|2016|2017|2018|2019)
il y a (8|9|10|11|12|13|14|15|16|18|20|huit|neuf|onze|douze|treize|quinze|vingt) ans
moi aussi (j ai|j avais|je voulais|je suis passe|je suis passee|jai|j y)
[recovered]
(oui on s en sort|je m en suis sorti|je m en suis sortie|m en suis sorti|m en suis sortie|on peut s en sortir)
(la|ma|les|mes) (derniere|dernieres) (idee|idees|crise|crises|ts|tentative|envie) ... (remonte|remontent|date|en 20*|il y a)
(j en ai) (maintenant|aujourd hui)? (30|31|32|33|34|35|36|37|38|39|40|41|42|43|44|45|46|47|48|49|50|51|52|53|54|55)
(prends|ai) plus (de traitement|aucun traitement|d idees noires|d idees suicidaires)
(contente|content|heureux|heureuse|soulage|soulagee|fiere|fier|ravi|ravie|reconnaissant|reconnaissante) (d etre|que|d avoir) (encore|toujours|survecu|en vie|la|rate|vivante|vivant|ca ait rate) (la|en vie|vivant|vivante|rate)?
(brule|brulee|jete|jetee|dechire|dechiree|retrouve|relu) (ma|la|l|en|mon|cette) ... (lettre|barbecue|poubelle|feu|rangeant|grenier)
(retrouve|relu|relisais|tombe sur|brule) ... (ancienne|vieille|de 20*) (lettre|mot)?
ca (finit par passer|va beaucoup mieux|a fini par passer)
(aujourd hui|maintenant|desormais) (je suis|je vis) ... (heureux|heureuse|marie|mariee|stable|epanoui|epanouie)
(aujourd hui|maintenant|desormais) (je vais bien|je vais mieux|ca va bien|tout va bien)
[support]
(bon courage|courage a toi|courage a vous|plein de courage|tiens bon|accroche toi|accrochez vous|tenez bon|lache rien|lachez rien|parle nous|t es pas seul|t es pas seule|tu n es pas seul|tu n es pas seule|mp moi|ne reste pas seul|ne reste pas seule|ne fais rien|reste avec nous)
(appelle|appelez|appeler|compose|contacte|contactez) (le|sos|la|un|une) (3114|15|112|sos|amitie|988|ligne|samu|medecin|psy)
[news]
(je suis|infirmiere|infirmier|prof|psychologue|journaliste|educatrice|educateur|benevole|interne|aide soignante) ... (formation|atelier|expose|memoire|protocole|support|intervention|article|sensibilisation|dossier) (sur|de|du|pour)? (prevention|suicide|la crise|suicidaire|risque)?
(comment) (aborder|evaluer|parler de|reperer|accueillir|depister) ... (suicidaire|suicidaires|suicide|risque)
(patient|patients|patiente|usager|eleve|eleves|personne|personnes) (suicidaire|suicidaires|avec des idees) (en|au|dans|comment|aux|et)

# Said plainly, in any order and spelling.
[ideation]
(jveu|jve|jveux|je veu|jvx|jai|g|ge|jvoudrai) (plu|pu|plus|pa|envi|envie|trop)? (envi|envie|de)? (de)? (vivre|mourir|crever|exister|me tuer|me suicider|en finir)
(plu|plus|pu|pa) (envi|envie|vivre) (de)? (vivre|exister|jen|jpp)
(envi|envie) de (mourir|crever|me tuer|men aller pour|me suicider|plus exister|plus vivre|ne plus vivre)
(pense|penser|pensais|songe|reve|obsede|obsedee|idee|idees|tete|pensees) ... (a mourir|a la mort|a ma mort|de mourir|au suicide|a me suicider|a me tuer|a en finir|de me tuer|de me suicider|d en finir|de la mort|a sauter|de sauter|de me jeter|a me jeter|a me pendre)
(doigts|bord|deux doigts|point) de (me tuer|me suicider|me foutre|me jeter|sauter|me pendre|passer a l acte|faire une betise|faire une connerie|en finir|le faire)
(m imagine|imagine|me vois|visualise) ... (sauter|me pendre|morte|mort|me tuer|mon enterrement|me jeter|mourir)
(la mort|le suicide|mourir|crever) ... (seule solution|seule issue|seule option|delivrance|soulagement|liberation|unique solution|seule sortie|me soulagerait)
mon (propre)? suicide
[passive]
(si je|je) (pouvais|pourrais|voudrais|aimerais|peux) ... (m endormir|fermer les yeux|disparaitre|mourir) ... (jamais|pas|plus|toujours)
(personne) ... (remarque*|pleure*|manque*|verra*|apercevr*) ... (si je meurs|si je mourais|si je disparais|ma mort|si je suis plus|si j etais plus|mon absence|si je creve)
(aucune|plus|pas de|pas une|nulle) ... (raison de vivre|raison de rester|raison d exister|raison de continuer a|raisons de vivre|envie de vivre|raison d etre en vie)
(devrais|devrait|merite|meritais) (pas|plus|meme pas)? (vivre|exister|etre ne|etre nee|mourir|crever|etre en vie|etre mort|etre morte)
(ma vie) ... (doit s arreter|s arrete|devrait s arreter|ne vaut|vaut rien|vaut pas la peine|n en vaut pas)
[intent]
(serai|sera) (mort|morte) (avant|demain|d ici|ce soir|bientot|dans|quand)
(c est|ce sera) (pour|ce) (ce soir|cette nuit|demain) ... (adieu|mourir|fini|pret|prete|corde|cachets|pardon)
[method]
(combien|quelle dose|dose) ... (cachets|comprimes|medicaments|pilules|medocs|doliprane|xanax|paracetamol|somniferes|lexomil|stilnox|tramadol|insuline|grammes|boites|metres|etages) ... (mourir|reveiller|mortel|mortelle|letale|crever|se tuer|en finir|suffit|etre sur|pas se reveiller|plus se reveiller|pas me reveiller|plus me reveiller|jamais se reveiller|pas y survivre)
(comment|facon|moyen|methode) ... (mourir|me tuer|se tuer|se suicider|en finir|se pendre|me pendre) (sans douleur|sans souffrir|vite|rapidement|sans que|facilement|proprement)?
(ca fait mal|fait mal|douloureux|combien de temps) ... (se pendre|de se pendre|mourir noye|de mourir|se tailler les veines|se noyer)
[other]
(mon|ma|un|une|notre|son) __ @kin ... (se tirer une balle|se tuer|se suicider|se pendre|veut mourir|voulait mourir|voudrait mourir|en finir|se jeter|veut plus vivre|se foutre en l air|a un fusil|se scarifie et|mettre fin)
[recovered]
il y a _ ans ... aujourd hui (je suis maman|je suis papa|j ai un|j ai une|j ai deux|j ai trois|je travaille|je vis|je suis heureux|je suis heureuse|tout va|je vais)

[ideation]
je me (serais|serai) (deja|surement|probablement)? (tue|tuee|suicide|suicidee|pendu|pendue|flingue|flinguee|foutu en l air|jete|jetee|tire une balle)
(sans|si) ... je (me tuerais|me tuais|me suiciderais|me foutrais en l air|serais deja mort|serais deja morte|serais plus la)
[passive]
(soulage|soulages|soulagee|mieux|tranquilles|heureux|libres) ... (si je disparaissais|si je mourais|si je crevais|si je partais pour|si j etais mort|si j etais morte|si j existais pas|quand je serai mort|quand je serai morte)
[plan]
(pris|avale|prendre|prends|avaler|gobe) (environ|genre|une|plus de)? (15|20|25|30|35|40|45|50|60|80|100|vingt|trente|quarante|cinquante|trentaine|vingtaine) (de)? (cachets|comprimes|doliprane|xanax|lexomil|medocs|pilules|somniferes|stilnox|medicaments|paracetamol)
[idiom]
(pense|penser|pensais|repense|reve|songe) (souvent|encore|beaucoup)? (a|de) la mort de (mon|ma|mes|notre|son|sa|ses|l)
(disparaitre|rentrer|mourir) (sous terre|dans un trou de souris|sur place|du champ)
(en vacances|loin) pour de bon
(mes|nos|ses) adieux (a|aux) (mes|nos|ses|la)? (collegues|equipe|classe|eleves|boite|promo)
[news]
(evaluer|depister|reperer) (le|un)? risque suicidaire
[no_negation]
sans (mon|ma|mes|elle|lui|eux)

[passive]
(serait|ce serait|c est|etait) (plus|tellement plus|bien plus) (simple|facile) (d etre|si j etais|de) (mort|morte|mourir|crever)
(aurais|aurait|faudrait|fallait|voulais|regrette) ... (qu on me laisse|qu on ne me trouve|qu on me trouve pas|me laisser mourir|me laisser partir|qu on m ait sauve|pas me sauver|me laisser crever|pas etre sauvee|pas etre sauve)
[attempt]
(reveille|reveillee|fini|termine|passe) (en|aux|a l) (rea|reanimation|soins intensifs) ... (cachets|tentative|medocs|mardi|lundi|hier|laisse|suicide)
[exit]
(pont|quai|metro|rer|train|balcon|viaduc|toit) ... (saute|un pas|juste un pas|un seul pas|allez saute|vas y saute)
tout s arrete pour moi
[veiled]
(tout|ca|c est) (fini|termine|la fin) pour moi
[idiom]
(demande|demandee|demandait) (si|s) ... (idees suicidaires|idees noires|pensees suicidaires|me suicider|idees de mort)
(si) ... (encore|continue) je me (jette|balance|defenestre) (par la)? (fenetre)?

[idiom]
(choisi|fixe|decide) (la|une|le) (date|jour) (du|de la|de notre|pour le|pour la|de l) (mariage|bapteme|fete|demenagement|examen|operation|voyage|reunion|rentree|accouchement)
