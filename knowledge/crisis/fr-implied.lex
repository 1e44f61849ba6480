# French, what is said without its name. An elided word stands apart.
@kin = ami|amie|frere|soeur|fils|fille|mere|pere|maman|papa|mari|femme|copain|copine|conjoint|conjointe|ex|collegue|eleve|voisin|voisine|pote|grand

[passive]
(fait|vecu) mon|assez temps|vecu
attendre|attends la mort|fin
(force|forces|courage|envie|raison|raisons) de|d continuer|rester|vivre|me (a vivre|lever|vivre|ici|en vie)?
a|pour quoi bon (vivre|continuer|rester|me lever)
(seule|seul|unique) chose|raison|personne qui me|m (retient|retienne|tient|maintient|garde|empeche) (en vie|ici|debout|de)?
(dormir|m endormir|partir|reposer) pour toujours|de bon|et ne
(aurais|aurait) du|prefere mourir|y rester|ce jour la|a sa place
fatigue|marre|lasse|las d|de etre|exister|vivre|me (la|en vie|reveiller)?
(derange|importe|peur) pas|plus de|que|si mourir|je|une (meurs|voiture|camion)?

[intent]
(vais|pars|irai|va|veux|compte|aller) (la|le|les)? rejoindre|retrouver (ma femme|mon mari|mon fils|ma fille|ma mere|mon pere|la haut|bientot)?
compte|vais la|le|les|te retrouver|rejoindre (avant|bientot|la haut|enfin)?
(ne|je|n) passerai|verrai|finirai|tiendrai pas|plus la|le|l|demain (nuit|matin|printemps|semaine|annee|hiver|ete|noel)?
(prochaine fois|cette fois) je? (ne)? (m arreterai pas|me louperai pas|me raterai pas|louperai pas|raterai pas)
(decide de|vais) le faire (ce soir|cette nuit|demain|pour de bon)
prochaine fois je __ (pas|plus|vraiment|jusqu au bout)
ce soir|demain|bientot c|tout|ce est|sera fini (pour moi)?
apres ce|demain|aujourd soir|hui? plus personne|vous
(rien|personne) ne|n|peut|pourra me|m (retiendra|arretera|arreter|fera changer)

[plan]
(ecrit|ecris|laisse|prepare) la|une|ma|des|les|mes lettre|lettres|mot __ (courage|adieu|apres|enfants|plus qu|reste)
(reste|manque|trouver|ai|avoir) __ (courage de le faire|plus qu a trouver|le courage)
(mis|mets|range) mes affaires|papiers en|tout ordre (et|avant)
(etais|suis|debout|reste|assis|assise|hier) __ (quai|pont|toit|rebord|parapet|voies|rails) __ (failli|hesite|sauter|saute|pense|pensais|regarde|envie)
(etais|suis) sur|au le|du|bord quai|pont|toit|rebord|voies (et)?
failli (sauter|le faire|me jeter|passer a|y passer)
(arrete|arreter|stoppe) mon|ma|mes|l|la traitement|chimio|insuline|medicaments|dialyse (expres|pour|sans)

[burden]
(mieux|vaut|preferable) mieux|que|pour|si|tous? que|je|si|pour? (je parte|je disparaisse|je m en aille|je sois plus|je meure|parte|disparaisse)
si je disparais|disparaissais|meurs personne|demain|ce|nul (ne|personne)? (ne|remarquera|verra|remarque|pleurera)?
poids pour mes|ma|tout|tous|les (enfants|famille|monde|parents|proches)? __ (parte|disparaisse|meure|mieux que|libres)
(personne) ne|s|le remarquera|apercevra|remarquerait|pleurera|manquera (que|si|mon|ma|alors)?

[farewell]
(pardonnez|pardonne|desole|desolee|excusez) moi? __ (plus la force|plus le courage|peux plus|partir|fallait|adieu)
occupez|prenez|prends|occupe vous|toi|soin bien|de du|de|mon|ma (chien|chat|enfants|mere|fils|fille)
ne me|m cherchez|cherche|attendez|attends pas|plus
merci pour tout adieu

[other]
(mon|ma|une|un|notre|meilleur|meilleure) _? @kin __ (message d adieu|lettre d adieu|mot d adieu|plus vivre|se tirer une balle|se foutre en l air|se jeter|en finir|voulait mourir|rejoindre sa|mieux sans lui|mieux sans elle)
(se|te) tirer une balle

[veiled]
c est decide
une|la seule issue
n|ai pas|plus le coeur|gout a|de
des|mes|les idees noires

[give_up]
plus|pas la|le force|courage
n en peux|pouvais plus

[idiom]
vais me|m coucher|lever|laver|reposer|occuper|preparer|faire|marier|inscrire|renseigner|baigner|promener|acheter|habiller
(suis|toute|tout|completement|trop|vraiment) creve|crevee|morte|mort (de|ce soir|je vais|apres|aujourd)?
