# Spanish: concepts with room between them, as people write to forums and chats. Accents and most commas are gone.
@kin = amigo|amiga|hermano|hermana|hijo|hija|madre|padre|mama|papa|mami|papi|viejo|vieja|marido|esposo|esposa|mujer|novio|novia|pareja|chavo|chava|primo|prima|tio|tia|abuelo|abuela|companero|companera|alumno|alumna|vecino|vecina|ex|sobrino|sobrina|pololo|polola|cunado|cunada|jefe|jefa|roomie|paciente|tutor|suegro|suegra|hermanito|hermanita|nena|nene|chico|chica
@wish = quiero|quisiera|queria|querria|kiero|deseo|deseaba|pienso|pensaba|pense|pensando|pensado|pensar|planeo|planeando|planeaba|ganas|gana|imagino|imagine|imaginando|imaginarme|fantaseo|fantaseando|fantasia|considero|considerando|considerado|contemplo|contemplando|plantee|planteo|planteando|planteado|plantearme|preferiria|prefiero|decidi|decidido|intente|intentado|trate|iba|voy|podria|puedo|necesito|ronda|rondando|obsesion|tentacion|tentado|tentada|impulso|impulsos|gustaria|estuve|estaba|casi|solucion|salida|opcion|unica|unico|merezco|deberia|dispuesto|dispuesta|lista|listo|valor|coraje|cojones|huevos|atrevo|animo|cobarde|quede|capaz|terminar|terminare|acabare
@hope = ojala|quisiera|espero|pido|pidiendo|pedia|rezo|rezando|ruego|deseo|deseando|deseaba|desearia|gustaria|preferiria|prefiero|sueno|fantaseo|rogando|suplico|querria|queria|quiero|hubiera|mejor|igual|encantaria|alivio
@act = matarme|suicidarme|ahorcarme|colgarme|desvivirme|envenenarme|dispararme|degollarme
@car = coche|carro|auto|camion|tren|bus|colectivo|micro|metro|bondi|trailer|moto|autobus|camioneta|tranvia

[ideation]
@wish ... @act
@wish ... (quitarme la vida|quitarme de en medio|quitarme del medio|quitarme mi vida|acabar conmigo|terminar conmigo|acabar con mi vida|terminar con mi vida|acabar con mi existencia|terminar con esta vida|acabar con esta vida|dejar de vivir|dejar de existir|dejar este mundo|irme de este mundo|poner fin a mi|ponerle fin a mi|ponerle fin a todo|poner fin a todo|poner fin a mis dias|hacerme desaparecer|matarse uno|abrirme las venas|cortarme las venas)
(pegarme|darme|meterme) (un|el)? tiro|balazo|plomazo|escopetazo|disparo|corchazo
(pegarse|darse|meterse) un tiro ... mejor|solucion|salida|yo
me (pego|doy|meto|pegaria|pegue) un (tiro|balazo|corchazo)
(@wish) ... (tirarme|aventarme|lanzarme|arrojarme|botarme|echarme|dejarme caer|saltar|brincar) (a|al|de|del|desde|por|bajo|abajo|debajo|contra|en)? (la|las|los|el|un|una)? __ puente|balcon|azotea|tren|metro|vias|via|ventana|acantilado|barranco|carretera|vacio|edificio|viaducto|precipicio|andenes|anden|camiones
(pensando|pienso|pense|pensar|ganas|gana|a punto|iba|estuve|casi|tentado|tentada) (en|de|a|por)? (tirarme|aventarme|arrojarme)
(pensando|pienso|pense|pensar|ganas) en|de (terminarlo todo|acabarlo todo|terminar con mi|acabar conmigo)
me (tiro|aviento|lanzo|mato|cuelgo|ahorco|estrello) y (ya|listo|se|chau|fuera|adios|punto|santas|asunto|acabo)
(terminar|terminare|acabar|acabare|voy a acabar|voy a terminar|termino) (por|matandome|suicidandome)? (matandome|suicidandome|matarme|colgandome)
(pienso|pensando|pense|pensaba|ganas|pensar|imagino) ... (no girar|no frenar|soltar el volante|estrellarme|estampar el|estamparme|dar un volantazo|no tomar la curva|girar el volante)
(me pregunto|preguntandome|preguntarme|dudo|duda) ... (si me mato|matarme|seguir viva|seguir vivo|si vale la pena vivir|seguir viviendo)
(no|ya no|tampoco) (quiero|kiero|quisiera|deseo|me apetece|me interesa|tengo ganas de|aguanto) (mas|seguir)? (vivir|existir|viviendo|existiendo|estar viva|estar vivo|estar en este mundo|seguir en este mundo)
(ellos|otros|todos|ella) quieren|quiere vivir y yo no
imaginando|pensando|planeando|buscando|busque|pienso|calculando|planear|imagino como (lo haria|matarme|morir|seria mi muerte|me mataria)
(pensamientos|ideas|ideacion) (suicidas|de muerte|de suicidio|de matarme|de morir|autoliticas|autolitica|suicida|de acabar con)
desear|deseo|deseando|anhelo (mi|la|una) (propia)? muerte (de)? (una misma|uno mismo)?
(me|se) (dan|da|dio|dieron|entran|entraron|vienen|volvieron) (las|unas|otra vez|muchas)? ganas de? (matarme|morir|morirme|suicidarme|desaparecer|no vivir)

[passive]
@hope ... (no despertar|no despertara|no despertarme|no me despertara|no me despierte|no me despertase|no despertase|no me levantara|no volver a despertar|nunca despertar|no amanecer|no amanezca|no amaneciera|ya no amanecer|no existir|no existiese|no existiera|no haber existido|no haber nacido|nunca haber nacido|no estar viva|no estar vivo|no estar mas|no estar aqui|dejar de existir|dejar de respirar|quedarme dormida para|quedarme dormido para|dormirme para siempre|dormirme y no|dormir y no despertar|estar muerta|estar muerto|morirme|morirme ya|desaparecer del mapa|desaparecer de este|me muera|me muriera|me muriese|morirme dormida|morirme dormido)
(ojala|quisiera|pido|rezo|ruego|deseo|gustaria|preferiria|querria|encantaria|fantaseo) __ (me diera|me de|me diese|tuviera|me saliera|me pase|me pasara) (un|una|algo|ya)? (infarto|derrame|ictus|cancer|algo|fulminante|ataque|accidente|aneurisma|paro|enfermedad|tumor|patatus)
@hope ... (me atropelle|me atropellara|me atropellase|me pille|me pillara|me lleve|me llevara|me llevase|me arrolle|me arrollara|me mate|me matara|me caiga|me cayera|me choque|me chocara|me aplaste) (un|una|el|ya|por|pronto)? @car|rayo|dios|delante|por|piano|autobus|meteorito
(dios|diosito|senor|virgen|cielo|alla) ... (me lleve|me recoja|me llevara|me llame a su|me saque de este mundo|me quite la vida|me mande la muerte)
(pido|rezo|ruego|pedia|suplico) ... (que me lleve|que me recoja|que me lleven|morirme|morir)
si me (pilla|atropella|lleva|arrolla|mata|pillara|atropellara|matara|choca|atropellan) un|una|el @car ... mejor|bien|igual|alivio|listo|favor|descanso|paciencia|problema|pena|ya|pues
(igual|importa|importaria|mismo) ... (si me da algo|si me pasa algo|si me muero|si no despierto|si me atropella|si me pilla|si manana no|si me mato|si me matan|estar muerta|estar muerto|morirme|vivir o|seguir viva|seguir vivo)
(cruzo|cruce|cruzar|crucé|manejo|conduzco) __ sin mirar ... igual|importa|ojala|alguien|coche|pase
(preferiria|prefiero|mejor|quisiera|gustaria) (ya)? no existir|haber|estar|ser|despertar|seguir (nacido|aqui|viviendo|existido|nadie|viva|vivo)?
(no|nunca|jamas) (le|les)? (veo|encuentro|hallo|tiene|tenia|tengo|hay) (el|ningun|mas|mucho)? (sentido|caso|objeto|chiste|razon|motivo|para que) (a|de|para|en|que)? (seguir|continuar|esto de)? (viviendo|viva|vivo|vivir|existir|respirando|existiendo|la vida|mi vida)
ya (he vivido|vivi) (lo que tenia|todo lo que tenia|lo suficiente|bastante|demasiado|lo que me tocaba)
(deberia|debi|tenia que|hubiera|tendria que) (haberme|haber)? (muerto yo|sido yo|morir yo|muerto ese dia|muerto en el|quedado ahi|muerto entonces)
(cansada|cansado|harta|harto|aburrida|aburrido|hasta la madre|hasta los huevos|podrida|podrido|chata|chato) (de|con) (vivir|existir|respirar|esta vida|la vida|estar viva|estar vivo|seguir viva|seguir vivo|despertar|despertarme)
(irme|ir|reunirme|encontrarme|estar|juntarme) (ya)? (con|junto a) (mi|mis)? (marido|mujer|esposo|esposa|hijo|hija|madre|padre|mama|papa|hermano|ella|el|difunto) (en el cielo|alla arriba|alla|donde esta|que me espera|que murio|que ya no)
(por|unica|unico|solo|lo) ... (que sigo viva|que sigo vivo|que no me mato|que no me he matado|que me ata a la vida|que me mantiene viva|que me mantiene vivo)
es por (ellas|ellos|ella|el|mi|mis|los|las) ... (sigo viva|sigo vivo|no me mato|no me he matado)
(mundo|todos|familia|hijos|casa) ... (mejor|igual|tranquilos|feliz|felices) (sin mi|si yo no|si no estoy|cuando no este|con otra mama|con otro papa|con otra madre|con otro padre)

[intent]
(esta noche|hoy|manana|este fin de semana|el viernes|el lunes|el domingo|el sabado|ya) ... (me mato|me suicido|me voy a matar|me cuelgo|me ahorco|me quito la vida|me voy de este mundo|dejo este mundo|me despido de este mundo|se acaba mi vida)
me voy a (matar|suicidar|ahorcar|colgar|envenenar|pegar un tiro|quitar la vida|quitarme la vida|desvivir|aventar del|aventar al|tirar al tren|tirar del|tirar por|tirar de|tirar a las vias|tirar al metro|lanzar del)
(ya|lo) (tengo|tome|he tomado|esta) (decidido|la decision|tomada la decision) ... morir|matarme|irme|fecha|dia|noche|suicid*|desaparecer
(cuando|para cuando|si) (lean|leas|leais|encuentren|veas|vean|reciban) (esto|este|mi|la) ... (muerta|muerto|no estare|me habre|habre|ya no)
(ya)? me (he tomado|tome|trague|he tragado|empastille|acabo de tomar) (todas|todo|un monton|una caja|el frasco|un frasco|el bote|las pastillas|un blister|dos blisters|veneno|cloro|raticida|todas las|como veinte|como treinta)

[plan]
(pastillas|medicamentos|pildoras|bote|frasco|blister|somniferos|ansioliticos|insulina) ... (las cuento|los cuento|las conte|guardadas|guardados|juntando|junte|junto|acumulando|acumule|escondidas|escondidos|ahorrando|suficientes|de una|todas juntas|preparadas)
(cuento|guardo|junto|acumulo|escondo|guardando|juntando|acumulando|escondiendo|juntado|robe|robando) __ (pastillas|somniferos|medicamentos|pildoras|ansioliticos|clonazepam|rivotril|zolpidem|paracetamol|blisters)
(carta|cartas|nota|notas|mensaje|video|videos|audio|audios) ... (para cuando ya no|para cuando no este|para despues de|cuando yo no este|cuando ya no este)
(escribi|escrito|escribiendo|grabe|grabado|grabando|deje|dejado|escribir|escribirle) ... (para cuando ya no|para cuando no este|cuando yo no este|cuando ya no este|por si no despierto|despedirme|despedida)
(puse|elegi|escogi|marque|fije|tengo|decidi) (ya)? (la|una|el|un)? (fecha|dia) (para|de)? (matarme|morir|irme|hacerlo|mi muerte|acabar|terminar|suicid*)
(soga|cuerda|cinturon|pistola|revolver|arma|escopeta|veneno|navaja|bisturi|mecate|lazo) ... (compre|comprado|tengo lista|preparada|preparado|cargada|cargado|en la mesita|bajo la cama|en el closet|en la mochila|colgada|en la mano|listo|lista|probe|mirando)
(compre|consegui|tengo|busque|agarre|saque|mire) ... (soga|revolver|veneno|raticida|escopeta|mecate) ... (y|para|porque|se)
(subi|subo|sali|parado|parada|quede|sentada|sentado|estuve|estaba|pase|fui) ... (puente|azotea|cornisa|balcon|terraza|vias|anden|acantilado|viaducto|barandal|baranda) ... (abajo|saltar|tirarme|terminarla|aventarme|vacio|hacerlo|matarme|acabar|lanzarme)
(a quien|quien) ... (mis cosas|mi perro|mis gatos|mi gato) ... (cuando no este|cuando ya no|despues de mi)

[attempt]
(intente|he intentado|habia intentado|trate de|intento de) ... (suicidarme|matarme|quitarme la vida|ahorcarme|colgarme|acabar con mi vida|suicidio|cortarme las venas|abrirme las venas|tirarme del|tirarme al|tirarme a las)
(lavado de estomago|lavado gastrico|lavaje)
(sobrevivi|desperte|salvaron|rescataron|bajaron|descolgaron|encontraron) ... (a mi intento|al intento|intento de|de un intento|la soga|la cuerda|las pastillas|sobredosis)
me (corte|tome|trague|colgue|tire|avente|lance) ... (y no funciono|y fallo|pero no funciono|pero no me mori|pero me encontro|y me encontro|y me encontraron|pero me encontraron|y no me mori|y aqui sigo|y sobrevivi|pero sobrevivi)
(mi|un|otro|segundo|tercer|ultimo|primer) intento (fue|de suicidio|hace|la semana|el mes|ayer)
me (avente|tire|lance|arroje) (a|al|de|del|desde|por) (la|las|el|un|una)? (vias|tren|metro|puente|balcon|azotea|segundo|tercer|cuarto|ventana|rio|carretera)

[exit]
(lo|ya lo) (intente|he intentado) (hace|ayer|anoche|anteayer|antier|antenoche) (un|una|dos|tres|unos|unas|cuatro|cinco|1|2|3|4|5|pocos|poco)? (dias|semanas|semana|mes|meses|noche)
(hace|ayer|anoche|antenoche) (un|una|dos|tres|unos|unas|cuatro|cinco|1|2|3|4|5)? (dias|semanas|semana|mes|meses)? lo intente
(me|se) volvieron|vuelven|vinieron (las|esas) ganas
(sentido|caso|chiste) (a|de|para|en) (seguir|continuar) (sufriendo|aqui|asi|en esto|luchando|respirando|adelante|haciendo)
no (le)? (veo|encuentro) (el|ya)? (caso|sentido) (a|de)? seguir (ya|aqui|viviendo|asi|luchando|mas|adelante)?
(aguanto|aguantar) ... (gradue|graduen|navidad|cumpleanos|boda|muera|crezca|nazca) ... (y despues ya|y luego ya|y ya|y me voy|despues me voy|despues ya)
es por (ellas|ellos|ella|el|mi|mis|los|las) ... (no lo he hecho|no lo hago)
(pensando|pienso|pense|pensar) en (acabar de una vez|terminar de una vez|terminarla)
(mirando|viendo|mire|mirar|ver) (para|hacia)? abajo ... rato|pensando|calculando|minutos|hora
(quede|quedo) mirando|viendo|parado|parada ... (calculando|para abajo|hacia abajo|el vacio|las vias)
(todo|cosas|papeles|cuentas) ... (arreglado|en orden|listo|pagado) ... (para cuando|para que no|antes de irme|cuando me vaya|cuando no este)
(no me|no nos) (busquen|busqueis|busques|escriban|escribais|escribas|llamen|llameis) ... (apagar|apago|voy a|adios|despido|perdon|siempre)
ya (cumpli|estuvo|descanso|descansare) ... (no me pregunten|adios|perdon|me voy|me toca)

[veiled]
(tengo|compre|consegui|junte|guardado) ... (lo que necesito|lo necesario|lo que hace falta|todo lo que necesito|lo que necesitaba)
cobarde (para|pa) (hacerlo|eso|intentarlo|matarme|suicidarme)
(imaginando|pensando|calculando|planeando) como hacerlo
(ganas|pensando|pensar) de|en (acabarla|acabar con esto)
(no voy a|no pienso) (llegar a|llegar al|ver el|pasar de) (manana|navidad|mi cumpleanos|ano nuevo|este ano)
no me voy a (hacer nada|hacerme nada|hacer dano|matar) ... pero
no voy a (hacerme nada|matarme|suicidarme) ... pero
(regale|regalando|regalado|repartido|repartiendo) (ya)? (la guitarra|mi guitarra|mi perro|mi gato|mis gatos|toda mi ropa|mi consola|todas mis cosas|mis cosas|todo lo mio|casi todo)

[farewell]
(gracias|perdon|perdonen|perdonenme|lo siento|cuidense|cuidaos) ... (hasta siempre|adios a todos|adios para siempre|no me olviden|siempre los quise|siempre os quise|fueron lo mejor|sois lo mejor)
(dile|diganle|decidle|digan|decirle) a (mi|mis|mama|papa) ... (que la quiero|que lo quiero|que lo siento|que la amo|que lo amo|que los amo|que los quiero|que me perdone|que me perdonen|que no fue)
(los|las|os|te) (voy a extranar|quise mucho|ame siempre|quiero mucho) ... adios|perdon|hasta siempre|despido
(no|para que no) (se|te) (quede|queden|sienta|sientan|quedes|eche|culpe|culpen|culpes) ... (culpa|por el|por ella|por ellos|culpable|culpables|nadie)

[other]
no quiere (ya|mas|seguir)? (vivir|viviendo|seguir viviendo|estar viva|estar vivo|seguir en este mundo|existir)
(se tomo|se ha tomado|se trago|se ha tragado|se acaba de tomar) (unas|muchas|todas|todo|un|una|el|la|como|mas de|varias)? (veinte|treinta|monton de|las)? (pastillas|frasco|bote|blister|veneno|cloro|raticida|somniferos|caja de pastillas)
se (corto|ha cortado|abrio) (las venas|las munecas)
se empastillo
(dice|dijo|diciendo|amenaza|amenazo|amenazando|escribio|mando|mensaje|audio|jura|nota|publico|subio|habla|hablando|hablo|conto) ... (se va a matar|se mata|se quiere matar|se quiere morir|quiere morirse|quiere matarse|quiere morir|no quiere vivir|hacer una locura|se va a colgar|se va a tirar|matarse|suicidarse|quitarse la vida|quitarse de en medio|tirarse del|tirarse al|tirarse por|ahorcarse|colgarse|pegarse un tiro|desaparecer para siempre|quitarse del medio|estariamos mejor sin|mejor muerto|mejor muerta)
(miedo|temo|temor|panico|asustada|asustado|aterra|preocupa|terror) ... que (se mate|se haga algo|se suicide|haga una locura|haga una tonteria|cometa una locura|se haga dano|atente contra|se quite la vida|se tire|se cuelgue)
(subio|esta|parado|parada|sentada|sentado|encerro|encerrado|encerrada) ... (techo|azotea|puente|tejado|cornisa|balcon|bano|ventana|barandilla) ... (se tira|se va a tirar|tirarse|aventarse|saltar|salta|cuchillo|pastillas|se mata|se lanza|lanzarse)
(mi|mis|una|un|su|nuestro|nuestra) __ @kin ... (intento suicidarse|intento matarse|intento quitarse|trato de matarse|trato de suicidarse|se quiso matar|se intento suicidar|se intento matar|se ha intentado|carta de despedida|nota de despedida|mensaje de despedida|mensajes de despedida|despidiendose|se despidio de todos|regalando sus cosas|regalo sus cosas|repartiendo sus cosas|busco como morir|ideas suicidas|pensamientos suicidas)
(encontre|encontramos|vi|descubri|halle) ... (una soga|pastillas escondidas|una nota|una carta|carta de despedida|las pastillas) ... (su cuarto|su cajon|su mochila|su pieza|su habitacion|de mi @kin|su cama)

[self]
(pegarme|darme|meterme) un tiro|balazo
tirarme|aventarme|lanzarme|arrojarme
dejar de vivir|existir
no existir|despertar|despertarme
me despertara|despierte|levantara|lleve|atropelle
[reflexive]
(pegarme|darme|meterme) un tiro
desvivirme

[still]
(hace|desde|llevo) __ que (pienso|quiero|tengo|deseo|estoy|no)
llevo __ dias|semanas|meses|anos|tiempo (pensando|asi|con|queriendo)
todas las noches|mananas
todos los dias
cada dia|noche|manana

[idiom]
(pense|pensaba|crei|creia|pensando|jure) (que)? (me|que me|ya me) (moria|iba a morir|estaba muriendo|daba un infarto|daba algo)
(mucho)? miedo (a|de|que)? (morirme|morir|morirse|me muera|me de|me pase)
no (quiero|quisiera|queria|me gustaria|vaya a ser|sea) (que)? me (de|diera|pase|pille|atropelle|lleve|muera)
(que)? (alguien|alguno|uno) me (pegue|mate|dispare|de|remate) (un tiro|ya|de una vez|por favor)?
(me|de) (pego|pegarme|pegaria|corto|cortarme|mato) (un tiro|las venas) (si|con|cada vez que|escuchando|de aburrimiento|viendo) (vuelve|otra|el|la|esta|este|una|un|hay|tengo que)
no (tengo|tuve|tenia|he tenido|hay|siento|presento|presenta) (ni|ningun|ninguna|ningunas|nunca)? (pensamientos|ideas|ideacion|intencion|pensamiento|idea|intenciones|riesgo) (suicida|suicidas|de suicidio|de suicidarme|de matarme|de morir|de muerte|de hacerme|de quitarme)
nunca (he tenido|tuve|pense en|he pensado en|quise) (pensamientos|ideas|suicidarme|matarme|morir|suicidas|el suicidio|hacerme) (suicidas|suicida|dano|de)?
no (estoy|soy|fui|era) suicida
no (es que)? (quiera|quiero|queria|pienso|pienso en|voy a|piense en) (matarme|morirme|suicidarme|hacerme dano) (ni|solo|eh|tranqui|tranquilos|nada|es)
(tirarme|me tiro|tirado|tirada|tirarme un rato) (en|a) (el|la|al)? (sofa|cama|piscina|pileta|siesta|sillon|agua|playa|pasto|suelo|bartola|llorar|dormir)
no quiere vivir (con|en|aqui|juntos|conmigo|sola|solo|lejos|de)
(se me|me) quita|quitan (las ganas|el hambre|el sueno)
(morirme|me muero|morir) (ahi|alli|aqui)? (mismo)? de (risa|verguenza|la verguenza|la risa|ganas|hambre|amor)
(quitarme|quitarse) (la ropa|el sueno|los zapatos|el maquillaje|de encima|el hambre)
(desaparecer|irme|perderme) (del mapa)? (un|una|unos|unas|el|por) (rato|finde|dias|semana|fin de semana|mes|tiempo|mes entero) (en|a|con|de)?
dejar de vivir (en|con|asi|de|pendiente)

[past]
(hoy)? hace (10|11|12|13|14|15|16|17|18|19|20|25|30|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte|8|9) anos
(con|a los) (12|13|14|15|16|17|18|19|20|21|22|23) (anos)? (quise|intente|pensaba|estuve|tuve|trate)
(en|desde|alla por) (2005|2006|2007|2008|2009|2010|2011|2012|2013|2014|2015|2016|2017|2018|2019)
(yo|a mi) tambien (quise|pense|intente|estuve|pase|lo intente|queria)
(ya)? (quise|pense en|intente) (morir|matarme|suicidarme|morirme) (hace|y hoy|y ahora|y aqui|cuando|una vez|de joven|de adolescente)
[recovered]
(hoy|ayer|manana) (hace|se cumplen|cumplo|hacen) __ anos (que|desde|de)? (que|mi|la)? (intente|intento|quise|me|estuve|sali|ultima|quise|lo)
(llevo|llevas|lleva|van) __ anos|meses (sin|limpia|limpio|bien|estable) (pensar|ideas|pensamientos|intentarlo|cortarme|eso|autolesionarme|hacerme|querer|recaer)?
(sali|salimos|salis|se sale|logre salir|pude salir|saque) (adelante|del pozo|del hoyo|del agujero|de la depresion)
(me alegro|agradezco|agradecida|agradecido|contenta|contento|feliz) (de)? (haber sobrevivido|seguir viva|seguir vivo|seguir aqui|no haberlo|estar viva|estar vivo|que no|que fallara|que saliera mal)
(no he vuelto|no volvi|nunca mas volvi|nunca volvi|jamas volvi) a (pensar|intentar|tener|querer|sentir)
(si se puede salir|se puede salir|de verdad pasa|de verdad se pasa)
(ahora|hoy) (tengo|soy|estoy|vivo|trabajo) ... (feliz|contenta|contento|mejor que nunca|estable|agradecida|agradecido)
[support]
(no estas|no estan) sol*
(busca|busquen|pide|pidan|buscad|pedid) ayuda
(no lo hagas|no hagas nada|no te rindas|mucho animo|te leo|te leemos|te abrazo|te mando un abrazo|quedate con nosotros|mandame mensaje|mandame un privado|escribeme por privado)
(llama|llamad|llame|marca) (al|a|ya al) (024|112|717|988|135|106|linea|telefono)
[news]
(soy|trabajo de|trabajo como) (psicologa|psicologo|enfermera|enfermero|orientadora|orientador|docente|periodista|trabajadora social|medico|medica|voluntaria|voluntario) ... (protocolo|taller|charla|material|guia|formacion|capacitacion|reportaje|articulo|bibliografia)
(protocolo|taller|charla|material|materiales|guia|capacitacion|ponencia|tfg|tesis|articulo|trabajo de) (de|sobre|para) (la|el)? (prevencion|suicidio|conducta|ideacion|como abordar|duelo)
como (abordar|preguntar|detectar|actuar ante|evaluar) ... (ideacion|suicidio|suicida|riesgo|autolesiones)
(un|una|el|la|los) (paciente|pacientes|personas|usuarios|consultante|alumnado) con (ideacion|ideas|riesgo|conducta)

# Said plainly, in any order and spelling.
[ideation]
m (kiero|quiero) (morir|matar|suicidar)
(ya)? no (kiero|qiero|qro|quero) (ya|mas)? (vivir|bibir|existir)
(me quiero|me kiero|me queria|quiero|kiero) (morirme|morir|matarm|morirm|sucidar|sucidarme|suisidar)
(mejor|idea|ideas|salida|solucion|unica|consuelo|tranquiliza|pensamiento|escape) ... (de morir|de morirme|de matarme|es morir|es morirme|es matarme|seria morir|seria morirme|la muerte|el suicidio|quitarme la vida|mi muerte)
(pienso|pensar|pensando|pense|sueno|sonando|hablo|fantaseo|obsesionada|obsesionado) ... (en|con|de|sobre) (la|mi)? (muerte|morir|morirme|suicidio|suicidarme|matarme)
(la idea|ideas|pensamiento|pensamientos) de (morir|morirme|matarme|quitarme|acabar con|suicidarme|hacerme dano|no estar|desaparecer) 
(mi|propio) suicidio
(quiero|quisiera|necesito|me gustaria) (que)? (mi vida|la vida) (se)? (acabe|termine|terminara|acabara)
[passive]
(lo mejor|mejor|ideal|facil) (seria|es|sera) (que)? (yo)? (no estar|no existir|desaparecer|morir|morirme|me muera|me muriera|no estuviera|irme para siempre|no haber nacido|que no este)
(no tiene|no hay|no veo|no le veo|ya no tiene|sin) (ningun)? sentido (que|en|a)? (siga|seguir|estar|continuar|vivir) (viva|vivo|viviendo|existiendo|aqui)?
(abrir|cerrar) los ojos ... (nunca|mas|para siempre|volver)
(nadie|quien) ... (llorar*|echar* de menos|extran*|notar*|importar*|enterar*) ... (si me muero|si me muriera|si muero|si desaparezco|si no estoy|mi muerte|si me mato|si ya no|cuando me muera|cuando muera|cuando no este|cuando me mate)
(si me|cuando me) (muera|muriera|mate|muero|mato|muriese) ... (descans*|mejor|felices|tranquil*|alivio|nadie|paz|libres)
(no|ni) (deberia|merezco|tendria que) (haber nacido|seguir viva|seguir vivo|estar viva|estar vivo|vivir|existir)
[method]
(cuantas|cuantos|cuanto|cuanta|que dosis|dosis) ... (pastillas|gramos|miligramos|paracetamol|ibuprofeno|clonazepam|rivotril|alprazolam|diazepam|insulina|somniferos|zolpidem|orfidal|trankimazin|tranquimazin|metro*|pisos) ... (morir|morirme|morirse|matar*|no despertar|mortal|letal|fatal|no volver a despertar)
(como|forma|manera|modo|metodo|que) ... (matarme|suicidarme|morirme|morir) (sin dolor|rapido|sin sufrir|sin que duela|indoloro|sin que me|sin que mi|facil)
(duele|duela|dolera|tarda|tardo|tarda uno) ... (ahorcarse|ahorcarme|colgarse|morir ahogado|morir desangrado|desangrarse|cortarse las venas|saltar de)
[plan]
(tengo|compre|saque|prepare|guarde) ... (pastillas|cuerda|soga|cuchillo|pistola|navaja|cuchilla) ... (decidida|decidido|lista|listo|esta noche|hoy|mesilla|mesita|delante|frente|lado)
(deje|dejo|dejando|escribi|escribo|tengo escrita|tengo escritas) ... (la carta|las cartas|la nota|una carta|una nota) ... (mis hijos|mi familia|mis padres|mi madre|mi mama|todos|cada uno|el cajon|la mesa|despedirme)
[other]
(mi|un|una|su) __ @kin ... (se mata|matarse|suicidarse|quitarse la vida|se quiere morir|se quiere matar|quiere morirse|se va a tirar|tirarse|pegarse un tiro|tiene un arma|no quiere vivir|querer morir|quiere desaparecer|se corta|se despide)
[recovered]
hace _ _ anos ... (hoy|ahora) (tengo|soy|doy|trabajo|puedo)

[ideation]
(ya)? me (habria|hubiera|habia|hubiese|abria) (ya)? (matado|suicidado|ahorcado|colgado|quitado la vida|quitado de en medio|pegado un tiro)
(no fuera|no fuese|si no|sin) ... me (mataba|mataria|suicidaba|suicidaria|mato|colgaba|quitaba la vida)
[plan]
(tomo|tomarme|tome|tomara|tomase|trago|tomar|tomado) (como|unas|unos|mas de)? (15|20|25|30|35|40|45|50|60|70|80|90|100|cien|veinte|treinta|cuarenta|cincuenta) (pastillas|paracetamol|paracetamoles|ibuprofenos|comprimidos|clonazepam|rivotril|rivotriles|diazepam|alprazolam|orfidales|trankimazin|pildoras)
(que pasa|pasaria|que me pasa) si me tomo|tomara|tome|trago (toda|todas|todo|una|la|el|muchas) (la|las|el|caja|frasco|bote) (caja|pastillas|frasco|bote|de|entera|entero)?
[idiom]

(pense|pienso|pensando|pensar|pensado|sueno) (mucho)? (en|con) la muerte de (mi|un|una|los|las|el|mis|su|nuestro|nuestra)
(saltar|tirarme|lanzarme|salto) (en|con|de) (paracaidas|parapente|bungee|bungy|tirolina|puenting|tirolesa|trampolin|cabeza)
(quiero|voy a|gustaria) (saltar|tirarme|lanzarme) (en|con) (paracaidas|parapente|bungee|tirolina|puenting|tirolesa) (desde|de)? (un|el)? puente?
(pienso|pensando|quiero|ganas) (en|de)? irme para siempre (de) (esta|este|aqui|la|mi|espana|mexico)
(escribi|escribir|escribiendo|escrito|hice)? (le)? (una|la)? (carta|mensaje|discurso|tarjeta|video|fiesta) de despedida (a|para|de) (mi|la|el|un|una|mis|los|mi mejor)? (profesora|profesor|jefe|jefa|companero|companera|companeros|equipo|trabajo|empresa|colegio|clase|maestra|soltera|soltero|oficina|erasmus)
[news]
(mi|mis|nuestros) (paciente|pacientes|usuario|consultante) con (ideacion|ideas|riesgo|conducta)
plan de seguridad
[no_negation]
no (fuera|fuese|estuviera|tuviera) (por|mi|mis|a)
sin (mi|mis) (perro|gato|hijos|hija|hijo|madre|mama|abuela)

[passive]
(seria|era|es|fuera) (mucho)? (mas|mejor)? (facil|simple|sencillo|comodo|mejor) (si)? (estar|estuviera|estuviese|haber) (muerta|muerto)
(ojala|queria|hubiera|quisiera|debieron|prefiero|preferiria|rabia|pena) ... (no me hubieran|no me hubiesen|no me habian|nadie me hubiera|me hubieran dejado|haberme dejado|que me dejaran) (encontrado|salvado|rescatado|morir|morirme|ir)?
[attempt]
(desperte|despierto|acabe|ingrese|estuve) en (la|el|una)? (uci|uti|cuidados|reanimacion|hospital) ... (pastillas|tomado|sobredosis|intento|venas|cuerda|encontraron)
me (habia|he) tomado (todo|todas|toda|un) (el|las|la|frasco|bote|caja) (botiquin|pastillas|caja|frasco|medicacion|de)?
[method]
(busque|buscando|buscado|googlee|busco|mire) ... (maneras|formas|metodos|como) (de|para)? (irme|morir|matarme|suicidarme|desaparecer|acabar) (sin dolor|rapido|sin sufrir|sin que)?
[exit]
(tren|metro|puente|balcon|azotea|anden|vias|camion) ... (un paso y|solo un paso|un salto y|dar un paso|un segundo y|salta ya)
[veiled]
(se acaba|se acabo|termina|acaba) (todo)? (para mi)
[idiom]
(pregunto|preguntaron|pregunta|preguntado|preguntan) (por|sobre|si tengo|si tenia|si habia) (las|mis)? (ideas|pensamientos|ideacion|suicidio) (de muerte|suicidas|suicida|de suicidio|autoliticas)?
si ... me (tiro|lanzo|aviento) por la ventana (jaja*|jeje*|xd|lol)

[idiom]
(pastillas|pildoras) (anticonceptivas|de la tension|para la tension|de la alergia|para la alergia|del colesterol|para el resfriado) ... (guardadas|guarde|tengo)?
