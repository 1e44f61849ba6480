# Spanish, what is said without its name.
@kin = amigo|amiga|hermano|hermana|hijo|hija|madre|padre|mama|papa|marido|esposo|esposa|mujer|novio|novia|pareja|abuelo|abuela|companero|companera|alumno|alumna|vecino|vecina|ex

[passive]
(no|sin|sino) tengo|me|hay|quedan|encuentro? fuerzas|energia|fuerza|ganas|motivos|razones para|pa|de|por|ni|que seguir|vivir|continuar|estar (viviendo|vivo|viva|aqui|vivir)?
(para que|pa que|de que sirve) (seguir viviendo|vivir|seguir vivo|seguir viva|estar vivo|estar viva|seguir aqui|seguir asi)
(unico|unica) que|cosa|persona|razon|motivo|por? (me|que) mantiene|retiene|ata|detiene|sostiene|me __ (viva|vivo|aqui|vida|mantiene)?
(toca|es hora de|llego la hora de|quiero|mejor) irme|irse|descansar|partir (ya|para siempre|de este mundo|con|de una vez)?
ya he|ya? vivido|vivi bastante|demasiado|suficiente
por fin descansaria|descansare|descansar|en paz
(descansar|dormir) para siempre|en paz|y no
no me importaria|importa morir|morirme|que|si (me atropelle|no despierto|me muero|muriera)?
(deberia|tendria|tenia) que? haber muerto|muerto yo
(odio|cansada|cansado|harta|harto) de|estar|seguir? (estar viva|estar vivo|vivir|existir|despertar)

[burden]
(si|cuando) yo? no|ya estuviera|estuviese|existiera __ (mejor|libres|tranquilos|felices|otra madre|otro padre)
(madre|padre|esposa|marido) mejor para (ellos|ella|el|mis)
(seria|seran|estarian|quedarian) mejor|libres|tranquilos si|sin|cuando|con mi|yo|el|me (seguro|muero|voy|no)?

[plan]
(ya|y) se (como lo haria|como hacerlo|donde lo haria|cuando lo hare|como lo hare|como voy a hacerlo)
(mirando|miro|mire|mirar) __ (vias|puente|pastillas|cuchillo|vacio) __ (pense|pienso|pensando|descansaria|saltar)
(cartas|carta|nota|mensaje) de? despedida|adios|para (cuando no|despues)
ya (escribi|he escrito|deje escritas|escrito) la|las|mi|una carta|cartas|nota
(estoy|subi|sentado|sentada|parado|parada|sigo) en|a|al|sobre la|el|del azotea|puente|borde|tejado|cornisa|vias|barandilla
tengo (las pastillas|la cuerda|la pistola|todo listo|todo preparado)
(deje|dejado|he dejado|dejar) de tomar (la insulina|mis pastillas|la medicacion|la quimio)
tengo|puse|deje (todo|mis papeles|mis cosas) en orden
regale|regale a mi perro|gato|perra|gata

[intent]
(pronto|manana|hoy) estare|reunire con (mi mujer|mi marido|mi hijo|mi hija|mi madre|mi padre|mi esposa|mi esposo|el|ella)
(esta noche|hoy|manana) se|todo|lo acaba|termina|hago (todo|para mi)?
nadie tendra|va que|a preocuparse|cargar|cuidarme|tener (de|por|conmigo|mi)?
(ultimo|ultima) mensaje|noche|dia|vez que|de mi|escribo
ya|lo no|tengo|he hay vuelta|decidido|marcha atras?

[other]
(mi|una|un|su|mejor) @kin|alguien __ (mensaje de despedida|carta de despedida|se despidio|se ha despedido|no quiere vivir|no quiere seguir|quiere desaparecer|ya vivio bastante|nota de suicidio)
(mensaje|carta|nota) de despedida y|pero no contesta|responde|coge

[veiled]
(no|ya no) se si bajar|volver|aguantare|llegare (manana)?
ya lo he decidido
perdon|perdonenme|perdonadme por todo
fuerzas para mas

[give_up]
no tengo|me mas|quedan? fuerzas|energia
no puedo con (esto|la vida|todo|mas)

[practical]
me cambio|mudo de|a
