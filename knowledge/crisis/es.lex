# Spanish.
~ suicidio suicidarme suicidarse morirme
@kin = amigo|amiga|hermano|hermana|hijo|hija|madre|padre|mama|papa|marido|esposo|esposa|mujer|novio|novia|pareja|primo|prima|tio|tia|abuelo|abuela|companero|companera|alumno|alumna|vecino|vecina|ex|sobrino|sobrina|alguien
@quiero = quiero|kiero|qiero|quisiera|queria|querria|deseo|desearia|necesito|prefiero|preferiria|ganas|gana|pienso|pensado|pensando|pensar|voy|intente|intentado|intentar|intento|decidi|decidido|planeo|merezco|debo|deberia|ojala|acabar|dejar|vamos
@matarme = matarme|matarrme|suicidarme|morirme|morir|suicidar|suicidarm|desaparecer|ahorcarme|colgarme|quitarme|suisidarme|suisidar|morirm

[ideation]
atentar contra mi|su vida
quitarme|quitarse de en medio
acabar con mi|este|todo sufrimiento|dolor|existencia
hacerme dano
@quiero de|a|en|que|estar|con|solo? morirme|morir|matarme|suicidarme|ahorcarme|colgarme|morirm|suisidarme|muerta|muerto
me kiero|quiero|quisiera|voy|gustaria|dan|da a|ganas|de? de? matar|morir|suicidar|suisidar|matarrrr|matarr|muero
matarme|suicidarme|suisidarme|suicidarnos
quitarme|quitarse|quito|quitar la|mi vida
acabar|terminar|acabo|acabe con|mi mi|la|esta vida
acabar|terminar|acabe|termine con todo
pensamientos|ideas|ideacion|impulsos|pensamiento suicidas|suicida|suisidas|de|sobre de? (suicidio|muerte|morir)?
pienso|pensando|pensado|pensar|piensa en el|la|mi|mucho? suicidio|suisidio|muerte|morir|morirme|matarme
(no|ya no) kiero|quiero|queria|deseo|puedo|tengo|aguanto|soporto mas|ganas|de|seguir? de|seguir|mas? vivir|viviendo|existir
(no|ya no) (quiero|aguanto|soporto) (mas)? esta vida
no kiero|quiero|queria|puedo vivir|existir|seguir mas|viviendo|asi|aqui
no quiero existir|vivir
ganas de morir|morirme|matarme|suicidarme|no|desaparecer vivir?
sin ganas de vivir
suicidio es|como|seria la|mi|una unica|mejor|salida|solucion|opcion
muerte es|seria|como la|un|mi unica|alivio|mejor|salida|solucion

[passive]
ojala|quisiera|desearia|espero|pido|pidiendo|rezo|quiero|deseo|esperando __ (no despertar|no despertara|no despierte|no despertarme|me muriera|me muera|muriera|no haber nacido|nunca haber nacido|nunca despertar|morirme|estar muerto|estar muerta|no despertar mas|no existir|no existiera|desaparecer para siempre)
no quiero|quisiera despertar|despertarme nunca|mas|manana
no quiero|quisiera estar viva|vivo
ojala no|me|nunca despertara|despierte|muera|muriera|hubiera nacido?
desearia|quisiera|ojala|debi|deberia|ojala nunca|no? haber|hubiera|habria nacido
(quisiera|preferiria|prefiero|mejor|queria|quiero|deberia|ojala) estar|estuviera|esta muerto|muerta
desaparecer|irme|dormir|dormirme para|y siempre|no despertar?
no quiero existir|seguir mas|viva|vivo|existiendo
no quiero estar aqui mas
ya no quiero estar aqui
(igual|importa|misma) me? vivir|viva|si o|muero|vivo morir|muera|muero
vida no|ya|no|tiene vale|tiene|merece la|sentido|pena pena|sentido|vivirla
vida (ya)? no (vale|tiene sentido|merece)
vale|merece la pena vivir|seguir
(no|sin|ningun|ninguna|perdi) tengo|tiene|hay|encuentro|veo|las|el? (motivos|razones|razon|motivo|sentido|ganas) para|por|a|de? vivir|viviendo
(cansada|cansado|harta|harto|agotada|agotado) de (vivir|existir|la vida|esta vida|seguir viviendo)
no merezco|deberia vivir|existir|estar
no aguanto|soporto mas? (la vida|vivir|esta vida|seguir viviendo)
(que|quiero) se acabe todo|mi|la vida|ya
quiero que todo|esto se (acabe|termine|pare)
morir es mejor|lo|la

[intent]
voy|vamos|decidi|decidido|pienso|ya a|que|lo|voy? a? matarme|suicidarme|saltar|quitarme|morir|ahorcarme|colgarme|tirarme|acabar con|de|por|la|mi|todo|esta|desde|hoy|manana? (vida|mi vida|todo|puente)?
me voy a matar|suicidar|ahorcar|tirar|quitar|colgar|lanzar|morir
me mato|suicido|mato hoy|esta|manana|si
cuando|si leas|lean|lea|encuentres|leais esto|este|mi ya|mensaje|no|yo|estare
(manana|pronto|cuando) ya? no (estare|este viva|este vivo|sere un problema|sere una carga|estare aqui|estare viva|estare vivo)
(ya) no (estare|sere un problema|sere una carga)
no voy a estar (manana|viva|vivo)
no estare (aqui|viva|vivo|manana|mas)
dejare|dejar|deje de ser|molestar un|una? problema|carga|estorbo
lo tengo|ya|he decidido|decidi __ (matarme|suicidar|morir|estar|aqui|noche)
(esta|hoy) (es|sera) mi (ultima noche|ultimo dia|ultimo mensaje|ultima)
esta noche lo hago

[plan]
(pastillas|cuerda|pistola|soga|navaja) contadas|preparadas|preparada|lista|listas|cargada
(pistola|cuchillo|navaja|cuerda|pastillas) en|a|delante|al la|mi|de|cuello (mano|cabeza|cuello|mi)?
(conte|cuento|contado|guardado|guardando|juntado|juntando|acumulado|guarde|mirando|tengo|contar) __ (pastillas|las pastillas|medicamentos|pildoras) __ (conte|contadas|contado|contando)?
pastillas|medicamentos|pildoras __ conte|contadas|contado|contarlas
(tome|tomado|tomo|trague|tragado|tomarme|tome|ingeri) un|una|todas|todos|el|las|frasco|muchas|la? (frasco|pastillas|las|todas|todos|caja|bote|monton|de)  de|las|los|entera|entero? pastillas|medicamentos|pildoras|caja
(carta|nota|cartas) de|para despedida|suicidio|suicida|mis|mi
escribi|escrito|escribiendo|escribir mi|la|una|las carta|nota|cartas de|para despedida|mis|mi|suicidio|adios
(estoy|parada|parado|en|al) en|el|borde|del? el|del? puente|balcon|azotea|tejado|cornisa y|voy|para|a|quiero voy|saltar|a|quiero
compre|tengo una|la cuerda|soga|pistola y|para|lista|se|ahorcarme se|donde|mi|matarme|colgarme
tengo un|el|todo plan|planeado y|para|se|con|listo se|matarme|fecha|que|morir|dia|suicidarme
regalado|regale|regalando|regalar|doy|di|repartido mis|todas|todo cosas|mis|lo|ropa|cosas __ (necesitar|necesito|necesitare|ya no|falta)?
(saltar|tirarme|lanzarme|arrojarme) del|de|al|por|desde|a un|una|el|la|las? puente|balcon|tren|ventana|vias|edificio|metro|azotea
cortarme|corte|cortar las|los|mis venas|munecas
las volvi a guardar

[method]
(forma|manera|metodo|modo) menos|mas|sin|facil|rapida|indolora __ (morir|matarse|matarme|suicidarse|suicidarme|dolor)
(forma|manera|formas|maneras|metodos|como) de|para|puedo|me? morir|matarme|matarse|suicidarme|suicidarse|ahorcarme (sin dolor|rapido|sin sufrir)?
como matarme|suicidarme|morir|quitarme|suicidarse|matarse
cuantas|cuanta pastillas|dosis|pildoras|medicamento|tengo|hay __ (morir|despertar|matarme|matarse|letal|morirme)

[attempt]
intente|intento|intentado|intentar|trate|tratado de? suicidarme|matarme|suicidio|quitarme|ahorcarme|suicidarse|morir
intento|intentos|tentativa de suicidio|quitarme|suicidarme

[burden]
(mejor|felices|tranquilos|libres|aliviados) (sin mi|si yo no|si no existiera|si me muero|si me muriera|si no estuviera|cuando yo no|si yo muriera|cuando me muera)
(mejor|felices|tranquilos) sin mi
(estarian|estaria|seria|serian|viviria|vivirian|estara) mejor|felices|feliz|aliviados|bien sin|si|cuando mi|yo|me|no
valgo mas muerto|muerta
(nadie|quien) (notaria|lloraria|extranaria|echaria) (si|mi|que|de menos|me) (me muero|muriera|desaparezco|ausencia|muero)?
nadie me (extranaria|echaria de menos|va a extranar|echara de menos|lloraria)
nadie se daria cuenta si (me|desaparezco|muero|no)
si me|yo muero|muriera|desaparezco|muriese nadie|estarian|todos

[farewell]
(cuiden|cuida|cuidad|cuidame|cuidaras|cuide) a|de|mucho|mis|mi|los mi|mis|mama|hijos|a? hijos|hermano|madre|perro|hermana|ninos|familia|gato? __ (cuando|ya no|por mi|falte|este|vaya)
(adios|perdonen|perdonenme|perdoname|perdon|perdonadme|disculpenme) a|mundo|para|todos|por|mama|me|familia|cruel|y? todos|siempre|mundo|perdonenme|todo|haber|mama|perdon|perdoname|los
esta|es|mi es|mi|una|ultima mi|despedida|carta|noche despedida|adios
me despido|despedirme de|para|del|porque todos|siempre|ustedes|mundo|vida|la
dile|diganle|digan a|que|mi|mama|le a|mi|mama|que|amo|papa|ellos __ (no fue|amo|quiero|culpa|perdone|la queria)
no (fue|es) (culpa de nadie|culpa suya|tu culpa|su culpa|culpa de ella)
no llores|lloren por mi
te|les dejo mi|mis|a guitarra|cosas|perro|gato|hijos|coche|carro|ropa
ya estoy tranquilo|tranquila

[other]
mi|una|un|su|nuestra|nuestro|mejor|ex _? @kin|amigo|amiga __ (matarse|suicidarse|se va a suicidar|quiere morir|quiere morirse|quiere matarse|no quiere vivir|quiere suicidarse|se quiere morir|se quiere matar|intento suicidarse|intento matarse|quitarse la vida|va a suicidar|se va a matar|pensamientos suicidas|se despidio de mi|morirse|no quiere seguir viviendo|ideas suicidas|ahorcarse|cortarse las venas)
se quiere|va|quiere|intento|a a? matar|morir|suicidar|suicidarse|matarse|ahorcar
quiere|intento|dice|amenaza|va|amenazo|pensando con|a|que|se|en? matarse|suicidarse|morirse|morir|suicidio|quitarse
ayudo|ayudar|ayuda a una|un|mi|alguien @kin|persona|alguien con|suicida|que pensamientos|quiere|ideas|suicida
se despidio de mi|nosotros y|y no

[exit]
(unica|unico) salida|solucion|opcion|camino
(sin|no|ninguna) veo|hay|salida|otra|tengo? salida|solucion|escapatoria
desaparecer
que se|todo acabe|termine todo|ya
ya? no quiero|puedo seguir aqui|mas|asi|adelante
ya no quiero estar aqui|asi
seguro|seguros de vida
ya no (las|lo|los|voy a) (necesito|necesitare|necesitar)
[death]
suicid*|suisid*
morir|morirme|muerte
[give_up]
no|ya puedo|aguanto|soporto|doy|no mas|para|puedo|aguanto
no puedo mas|seguir|continuar
me rindo|rendi
no doy mas
he perdido todo
[hopeless]
sin|no|ninguna|perdido|perdi tengo|hay|la|veo|esperanza? esperanza|esperanzas|futuro|salida|sentido|remedio
nada tiene|vale|importa|sirve|va
mi vida es|esta|no (una mierda|un infierno|un desastre|un asco|acabada|tiene sentido)
[load]
(soy|ser|siendo) una|un|solo|la carga|estorbo|peso|molestia|problema
carga para todos|mi|ustedes|mis
nadie me quiere|importa|necesita|escucha|entiende
[self_hate]
me odio|doy|siento asco|inutil|fracaso|basura|sola|solo
odio mi|a vida|mi
inutil|fracasado|fracasada|basura
[self_harm]
me corto|cortarme|corte|autolesion*|lastimarme|hacerme dano
[pain]
dolor|sufrimiento|agotada|agotado|insoportable|sufriendo|sufro|harta|harto
[distress]
triste|tristeza|depresion|deprimida|deprimido|ansiedad|sola|solo|llorar|lloro|llorando|miedo|angustia|vacia|vacio
[idiom]
(me|se|nos) (muero|mueres|morire|moria|morimos|muera|mori|muere) (de|por) (risa|hambre|sueno|sed|ganas|calor|frio|verguenza|envidia|amor|miedo|aburrimiento|verte|ir|saber|conocer|probar|comer|un|una|pena ajena|curiosidad|la risa|la verguenza)
(quiero|quise|queria|quisiera) (morir|morirme|morirme) de (la|verguenza|risa|pena|envidia|amor|hambre|sueno)
(me|nos|te) (esta|estan|estas|va a|van a|va|van|matas|mata|matan|mato|matara) a? matando|matar|matas|mata|con|de
me mata|matas|matan|mataron|maten|esta
muerto|muerta|muertos|muertas de (cansancio|risa|hambre|frio|sueno|miedo|verguenza|sed|calor|la)
mata|matar|mate|matan|mato|matando el|la|los|un|al|dos|tiempo|este|ese|proceso|procesos
suicidio politico|comercial|profesional|economico|asistido
escuadron suicida
(codigo|bateria|movil|telefono|servidor|celular|portatil|lengua|punto) muerto|murio|muerta|se|muere
se me|murio|muere|ha (murio|muere|muerto) el|la|otra|de|mi|cuando|en
curiosidad mato
que me maten|parta si
morir|vivir en|con|sin (madrid|barcelona|mi|cafe|internet|espana|la ciudad|paz|el|un|una)
vivir en (madrid|barcelona|la|el|un|una|otro|otra|mexico|espana|ese|este pais|casa|pueblo)
de vida|muerte o|y muerte|vida
miedo a|de la|morir|morirme muerte?
no quiero|quisiera|quiero morir|morirme tengo|joven|aun|todavia|miedo|asi|sola|solo
acabar con|mi|el|la|este|esta|mi contrato|informe|trabajo|telefono|suscripcion|proyecto|tarea|relacion
acabar con (mi|el|la|este|esta) (contrato|informe|trabajo|suscripcion|proyecto|tarea|relacion|reporte)
[software]
servidor|codigo|compilacion|despliegue|bug|compilador|contenedor
[game]
juego|juegos|nivel|partida|jugador|videojuego
[fiction]
pelicula|peliculas|novela|personaje|libro|serie|cancion|poema|obra|romeo|julieta|capitulo|escena|cuento|guion|resumen
[news]
tasa|tasas|noticia|noticias|investigacion|estadistica|estadisticas|eutanasia|prevencion|ine|oms
que es (el|la) (tasa|eutanasia|suicidio asistido|efecto werther|diferencia)
[humour]
jaja*|jeje*|broma|chiste|chistes|jajaja
[past]
hace anos|diez|mucho|tiempo
cuando era
quise (morir|matarme|suicidarme)
de joven|nino|adolescente
[recovered]
hoy|ahora soy|estoy|doy feliz|bien|charlas|contenta|contento
recuperado|recuperada|supere
lo|he|tengo|esta superado
[loss]
murio|fallecio|fallecido|muerte mi|de|ayer|hace
mi|tu @kin|abuela|abuelo|tio|tia|padre|madre murio|fallecio|ha|se? muerto|suicido|murio
se suicido|mato hace|el|en
desde que|la murio|muerte
funeral|entierro|duelo|luto|pesame
[practical]
escalar|vacaciones|factura
cambio de empresa|trabajo
de soltera|soltero
nos vemos
[negator]
no|nunca|jamas|ni|tampoco|sin
[no_negation]
no (se|es broma|puedo dejar|aguanto|puedo mas|solo|es una|entiendo|tengo|le|puedo|doy|veo|merezco|lo se)
ya no|no se
no (he|ha|han|deja|dejo|dejan|paro|para|paran|pasa|hay) (dejado de|parado de|de|un dia|dia|noche|una noche)
no (me|le) (da|dan) miedo
[turn]
pero|aunque|sino|porque|solo
[me]
yo|me|mi|mis|estoy|tengo|quiero|soy|conmigo|siento|voy|quisiera|matarme|suicidarme|morirme
[still]
ahora|ultimamente|siempre|todos|otra|noche|hoy|semanas|dias

[software]
(el|un|ese|este|los|mi) proceso|procesos (hijo|padre|zombi|zombie|se|muere|murio|termina|cuelga|colgado|sigue|quiere|esta|hijos|en)
(matar|mata|termina|terminar|mate|reiniciar|lanzar) (el|un|ese|los|este) proceso|procesos|servicio|hilo|hilos|servidor
(mensaje|codigo|error|log|traza) de|en error|compilacion|compilar|ejecucion|segmentacion|produccion
base|bases de datos
hilo|puerto|modulo principal|8080|de|bloqueado|ocupado ejecucion?
el programa (se|falla|peta|crashea|cierra|cuelga)

[news]
segun (la|el|un|una|datos|estudios|oms|ine|informa|fuentes)
(la|nueva|una) ley|debate|noticia de|sobre|del
(policia|gobierno|ministerio) informa|dice|anuncia|confirma|investiga
(entre|en) (los|las)? adolescentes|jovenes (espanoles|mexicanos|aumenta|segun)?

[recovered]
(soy|estoy|vivo|muy|otra vez|de nuevo) feliz (ahora|hoy|y|con|de)
