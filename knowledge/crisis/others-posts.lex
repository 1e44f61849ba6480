# Spanish, French, German and Portuguese: the concepts of en-posts.lex, shorter. Words of two languages that mean different things
# ("du", "mort", "son") are left out.
[you]
tu|te|ti|contigo|usted|ustedes|vos|vosotros|vous|toi|votre|ton|tes|dich|dir|dein|deine|deinen|deiner|euch|eure|voce|voces|vc|seu|sua|seus|suas|teu|tua

[self]
matarme|suicidarme|quitarme|ahorcarme|colgarme|morirme|desvivirme
mi|minha|ma propia|propria|propre? vida|vie
me quiero|quero|quiera|matar|morir|suicidar|tuer|matei|mato
(quiero|quisiera|prefiero|deseo|ganas|queria) ... morir|morirme|desaparecer|muerto|muerta
(quero|queria|vontade|prefiro|vou) ... morrer|sumir|desaparecer|morto|morta
me|m tuer|suicider|pendre|foutre|matar|suicidar|enforcar
(veux|voudrais|envie|prefere|aimerais) ... mourir|crever|disparaitre|mort|morte
mich|mir ... umbringen|umzubringen|umgebracht|erhangen|toten|erschiessen|leben|antun|anzutun|um
(will|mochte|wollte|wunschte|ware) ... sterben|tot|aufwachen|leben
mein|meinem leben

[past]
hace|desde|ha|faz _ _ anos
il y a _ _ ans|annees
vor _ _ jahren
anos atras
(tenia|tinha) (14|15|16|17|18|19|20|13|catorze|quince|quinze|dezesseis) anos
(als ich) (14|15|16|17|18|19|20|13)

[recovered]
nie|nicht wieder|mehr (suizidal|daran gedacht)
suizidal war ich __ nie
(ideias|ideas|idees) __ (foram embora|se fueron|ont disparu|ne sont plus|desapareceram|passaram)
n ai plus d idees
(ya|nao|ne|no) __ (aparecen|aparecem|reviennent|vuelven)

[support]
liga|ligue|ligar|llama|llamen|appelez|appelle|ruf|rufen|ruft (pro|para|al|a|le|la|bitte|doch|einfach)? (cvv|188|024|3114|la linea|telefonseelsorge|112|988|linea|o cvv|um amigo)
(no estas|nao esta|nao ta|nao estas|n es pas|n etes pas|bist nicht|sind nicht) (solo|sola|sozinho|sozinha|seul|seule|allein|alleine)
(fico|estoy|estou|je suis|ich bin) (aqui|la|hier|da) (contigo|para ti|com voce|pra voce|pour toi|pour vous|fur dich)
(obrigada|obrigado|gracias|merci|danke) (por|de|dass|d) (ter contado|contar|compartir|partager|avoir ecrit|du|escribir|escrever)
(mucha|muita|bon|beaucoup) (fuerza|forca|courage|animo)
kopf hoch
(abrazo|abraco) fuerte|forte|enorme|grande
(pide|pedi|procura|procure|busca|demande|demandez|hol|holen) ... (ayuda|ajuda|aide|hilfe)
(li|lei|leido|lu|gelesen) (seu|tu|ton|votre|deinen|todo|teu) (relato|post|mensaje|message|texto|beitrag|texte)

[idiom]
(certeza|acho|achei|medo|sensacao|impressao|parece) ... vou|ia|estava morrer|morrendo
(seguridad|certeza|miedo|sensacion|creo|crei|panico|senti) ... me|voy|iba moria|muero|morir|a
(peur|impression|cru|certain|certaine|sensation) ... vais|allais|suis mourir|mort
(angst|gefuhl|gedacht|panik|sicher) ... sterbe|sterben|sterben
(gefragt|fragte|fragt|fragen|frage) ob ich __ (antun|umbringen|leben|suizidgedanken|suizidal)
(se|s|sich) (quito|suicido|suicidou|matou|mato|est suicide|est tue|est suicidee|est pendu)
(se) quito la vida
(protocolo|guia|taller|jornada|formacion|formacao|reportagem|reportaje|noticia|cobertura|prevencao|prevencion) ... suicidio|suicidios

[ideation]
(me quiero|quiero|quisiera|voy a|ganas de|pienso en|pensando en|pensar en) ... (morir|morirme|matarme|suicidarme|quitarme la vida|acabar con todo|terminar con todo|no despertar|desvivirme|acabar con mi vida|tirarme)
(me quero|quero|queria|vontade de|penso em|pensando em|pensar em|vou) ... (morrer|me matar|me suicidar|acabar com tudo|tirar minha vida|tirar a minha|dar fim|sumir de vez|nao acordar|me jogar)
(veux|voudrais|envie de|pense a|penser a|songe a|vais) ... (mourir|me tuer|me suicider|en finir|me foutre en l air|mettre fin a mes|mettre fin a ma|me pendre|ne plus vivre|ne pas me reveiller|plus exister|me jeter)
(will|mochte|werde|wollte|denke|uberlege|daran) ... (sterben|mich umbringen|mich umzubringen|mir das leben|nicht mehr leben|nicht mehr aufwachen|schluss machen mit allem|allem ein ende|tot sein|mich aufhangen|vor den zug|von der brucke)
desviv*

[passive]
(ojala|quisiera|deseo|espero|pido|rezo|si) ... (no despertar|no despertara|no despierte|me atropella|me atropellara|me muriera|me muera|no existiera|no haber nacido|desaparecer para siempre)
(tomara|queria|quero|peco|rezo|espero|desejo) ... (nao acordar|nao acordasse|morresse|nao existir|nunca ter nascido|sumir pra sempre|que acabe|um caminhao)
(j aimerais|je voudrais|j espere|je prie|si seulement|envie) ... (ne plus me reveiller|ne pas me reveiller|ne plus exister|ne jamais etre ne|disparaitre pour|m endormir pour|qu un camion|ne plus etre la)
(wunsche|wunschte|hoffe|bitte|bete|ware) ... (nicht mehr aufwachen|nicht mehr aufwache|nicht mehr da|nie geboren|auch tot|auch gestorben|fertig ist mit mir|tot ware|nicht mehr existieren|mitgestorben)
(cansado|cansada|canse|harto|harta|cansei|marre|fatigue|mude|satt) ... (de vivir|de existir|de viver|de la vida|de vivre|d exister|zu leben|des lebens|da vida)
(sin|sem|sans|kein|keinen|ninguna|nenhuma|aucune) ... (ganas de vivir|razon para vivir|motivo para vivir|vontade de viver|razao para viver|raison de vivre|envie de vivre|grund zu leben|lebenswillen|grund mehr zu)
(mejor|melhor|mieux|besser|alivio|soulagement|erleichterung) ... (sin mi|sem mim|sans moi|ohne mich|si yo no|se eu nao|si je n etais|wenn ich nicht|si me muero|se eu morresse|si je mourais)

[plan]
(pastillas|pastilhas|comprimidos|remedios|cachets|medicaments|tabletten|pistola|arma|soga|corda|corde|strick|arme) ... (contadas|conte|contei|compte|comptes|gezahlt|guardadas|guardo|guardei|garde|gesammelt|preparada|pronta|prete|bereit|en la mano|na mao|no colo|encima de la mesa|sur la table|auf dem tisch)
(guardo|guarde|guardando|guardei|junto|juntei|compte|garde|sammle|zahle|conte|contei) ... (pastillas|comprimidos|remedios|cachets|medicaments|tabletten|pildoras)
(carta|nota|bilhete|lettre|mot|brief|zettel|mensaje|mensagem) ... (despedida|adieu|abschied|despedir|para cuando|quando eu|por si|explicando)
(puente|azotea|balcon|ponte|sacada|pont|toit|brucke|dach|gleise|vias|trilhos|rails) ... (saltar|tirarme|pular|me jogar|sauter|me jeter|springen|lanzarme)

[farewell]
(gracias|obrigado|obrigada|merci|danke) ... (por todo|por tudo|pour tout|fur alles) ... (adios|adeus|adieu|lebt wohl|hasta siempre|perdon|perdao|pardon|culpa|faute|schuld)
(no fue|no es|nao foi|nao e|n est|war nicht|ist nicht|pas) ... (culpa de nadie|culpa de ninguem|la faute de personne|niemandes schuld|eure schuld|tu culpa|sua culpa|ta faute)
(no me|nao me|ne me|sucht|cherchez) ... (busquen|busqueis|busques|procurem|procure|cherchez pas|mich nicht)

[attempt]
(tentative|tentativa|intento|versuch) __ (remonte|foi|fue|war|il y a|hace|ha|vor|de suicidio|de suicide)
(j ai|he|ich habe|ich hab|eu) ... (avale|tragado|tome|tomei|geschluckt|pris) ... (cachets|pastillas|comprimidos|tabletten|boite|caja|caixa|packung|todas|todos|tout)

[give_up]
(ya no|nao|ne|nicht) ... (puedo mas|aguento mais|en peux plus|mehr konnen|kann mehr)
[exit]
hasta aqui llegue|llego
hoje acaba|acabo

[reflexive]
matarme|suicidarme|ahorcarme|colgarme
(quitarme|mi|minha|ma|mein|meinem) la? vida|vie|leben
me matar|suicidar|enforcar|tuer|suicider|pendre
(mich) umbringen|umzubringen|umgebracht|erhangen|toten
bring|bringe mich um

[software]
compilateur|hauptthread|backtrace|debugueur|depurador|debugger
(le|ce|mon|du|un) build|thread|worker|script|commit|merge|deploiement
(der|dem|den|diesem|dieser|mein|meinem|ein) build|thread|worker|commit|merge|container|skript|rebase|deployment
(el|este|del|mi|un) build|worker|hilo|commit|merge|script|thread|despliegue
(o|esse|do|meu|um|a|essa) build|worker|thread|commit|merge|script|deploy

[veiled]
(azotea|puente|balcon|toit|pont|viaduc|brucke|dach|ponte|sacada|telhado|ventana|fenetre|fenster|janela|vias|rails|gleise) ... (mirando|mirar|regarder|regardant|regarde|schaue|schauen|olhando|olhar|parado|parada|debout|gestanden|steh) ... (abajo|bas|runter|unten|baixo|vacio|vide|pensando|pense|rato|longtemps|lange)
(pensamientos|pensees|gedanken|pensamentos|ideas|idees) ... (volvieron|vuelto|regresaron|reviennent|revenues|wieder da|zuruck|voltaram|voltando)

[exit]
(estrellarme|me estrellar|estrellar el coche|gegen einen baum|gegen die wand|contre un arbre|contre un mur|contra um poste|contra uma arvore|contra un arbol|bater o carro)
(so nao|solo no|no lo he|nao fiz|ne l ai pas|nur nicht|noch nicht) ... (fiz|hice|hecho|fait|gemacht|getan) ... (por causa|por mi|por mis|a cause|wegen|pelos|pelo)
(cuando|quando|quand|wenn|sobald) ... (muera|morrer|morra|mourra|sera mort|stirbt|tot ist) ... (voy yo|vou junto|vou tambem|me voy|je pars|je le suis|gehe ich|ich auch|eu vou)
(no lo haria|no haria nada|nao faria|nunca faria|je ne le ferais|je ne ferais|wurde es nie|wurde ich nie|nie tun) ... pero|aber|mais|mas

[recovered]

[other]
(um|uma|un|una|ein|eine|mein|meine|meiner|meu|minha|mi|mon|ma|meine beste) ... (se despedindo|se despediu|se despidio|despidiendose|sich verabschiedet|sich fur alles bedankt|fait ses adieux|nous a dit adieu)
(regle ses papiers|arreglo sus papeles|papiere geregelt|deixou tudo em ordem|mis sus asuntos en orden|ses affaires en ordre)

[intent]
(manana|pronto|hoy) ya? no voy a estar (aqui|viva|vivo|mas)

[exit]
no quiero estar aqui

[ideation]
(por|dar|botar|colocar|poner|ponerle) fim|fin (a|na|em|al|ao)? (vida|minha vida|mi vida|la vida|tudo|todo|a vida|tudo isso|todo esto)

[veiled]
(j y|y) pense (tous les|chaque|souvent|sans arret|tout le temps)
(denke|denk) (jeden|jede|standig|immer|oft) tag|nacht|wieder? daran
(pienso|penso) (en eso|en ello|nisso|nisto) (todos|todo|cada|siempre|sempre)

[negator]
(pregunto|pregunta|preguntado|preguntaron|perguntou|perguntaram|perguntado|demande|gefragt|fragte) si|se|ob|s

[support]
tu dir nichts an
(kenne|conozco|conheco|connais) (das gefuhl|esa sensacion|esse sentimento|ce sentiment)
schreib mir (gern|gerne|bitte|an)
