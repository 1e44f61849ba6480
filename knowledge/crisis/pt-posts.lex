# Portuguese, of Brazil and Portugal: concepts with room between them. "matar-me" is "matar me".
@kin = amigo|amiga|irmao|irma|filho|filha|mae|pai|marido|esposa|mulher|namorado|namorada|companheiro|companheira|primo|prima|tio|tia|avo|ex|colega|aluno|aluna|vizinho|vizinha|noivo|noiva|sobrinho|sobrinha|cunhado|cunhada|sogra|sogro|padrasto|madrasta|mozao|ficante|paciente|chefe|neto|neta|miudo|miuda|mana|mano|rapaz|menina|menino
@wish = quero|kero|qro|queria|quis|gostaria|gostava|desejo|preciso|prefiro|preferia|vontade|vontades|penso|pensado|pensando|pensar|pensei|pensava|vou|vo|tentei|tento|tentar|decidi|planejo|planeio|planejando|devia|deveria|querendo|afim|imagino|imaginando|imaginar|ideia|ideias|cogito|cogitando|considero|fantasio|coragem|impulso|impulsos|apetece|andar|ando|quase|ia|solucao|saida|opcao|unica|unico|jeito|capaz|pronta|pronto|acabar|acabo|dispos*|covarde|obsessao|ponto|tentacao|passa|passou
@want = quero|kero|qro|queria|quis|gostaria|gostava|desejo|prefiro|preferia|vontade|penso|pensado|pensando|pensar|pensei|vou|vo|tentei|tento|decidi|planejo|querendo|imagino|imaginando|cogito|cogitando|fantasio|coragem|apetece|ideia|ideias|unica|unico
@act = matar|suicidar|enforcar|envenenar|matando|enforcando|suicidando|mutilar
@car = caminhao|camiao|carro|onibus|autocarro|trem|comboio|metro|moto|carreta|bonde|raio

[ideation]
@wish ... (me) @act
@wish ... @act (me|mo)
(matar|suicidar|enforcar) (me|mo) (de|a|hoje|amanha|esta|e|na|numa|da|do)?
(acabar|acabo|termino|terminar|vou) (por)? me (matando|enforcando|suicidando)
(@want) ... (tirar a minha vida|tirar minha vida|tirar a propria vida|tirar minha propria|tirar a vida|por termo a vida|por termo a minha|por fim a vida|por fim a minha|por um fim a|por um fim na|dar fim a minha|dar fim na minha|dar cabo de mim|dar cabo da vida|acabar com a minha vida|acabar com minha vida|acabar com a vida|acabar com a propria|acabar com o meu sofrimento|acabar com tudo|terminar com tudo|terminar com a vida|deixar de viver|deixar de existir|parar de viver|parar de existir|partir desta|partir deste mundo|sair deste mundo|sair dessa vida|desaparecer deste mundo|sumir desse mundo|sumir do mundo|sumir pra sempre|desaparecer para sempre|cortar os pulsos|cortar as veias|morrer|fazer uma besteira|fazer besteira|fazer uma loucura|fazer uma asneira)
(por|dar) (termo|um fim|fim) (a|na|a minha|na minha) (vida)
(dar|meter|levar|dou|meto|enfiar|desse) (um|uma) (tiro|bala) (na|em|no|na minha) (cabeca|mim|peito|boca|testa|ouvido)
(me dar|dar me|me meter) um tiro
(@want|quase|ia|ponto) ... (me jogar|me atirar|atirar me|jogar me|me lancar|pular|saltar|me joga) (da|do|de|na|no|debaixo|para|pra|em|a|duma|dum)? (uma|um|frente|baixo|cima)? (da|do|de)? (ponte|viaduto|sacada|janela|telhado|terraco|trem|comboio|metro|linha|trilhos|trilho|predio|andar|varanda|penhasco|abismo|caminhao|onibus|carro|rio|mar|poco)
(penso|pensando|pensei|vontade|quase|imagino) ... (bater o carro|jogar o carro|jogar a moto|atirar o carro|espetar o carro|largar o volante|nao travar|nao frear|soltar o volante|nao fazer a curva)
(nao|ja nao|nem|nunca mais) (quero|queria|kero|qro|desejo|aguento|consigo|tenho vontade de|me apetece) (mais|de)? (viver|existir|continuar viva|continuar vivo|estar viva|estar vivo|estar neste mundo|continuar vivendo|continuar a viver|continuar nesta vida|ficar nesse mundo)
viver (eu)? (nao|ja nao) (quero|queria|consigo|aguento) (mais)?
(pensamentos|ideias|ideacao|pensamento|impulsos|vontades) (suicidas|de suicidio|de morte|suicida|de me matar|de morrer|de acabar com)
(vontade|vontades) (de)? (morrer|sumir do mundo|nao viver|nao existir|deixar de existir|partir)
(imaginando|pensando|planejando|pesquisando|pesquisei|calculando|imagino|penso) (em)? como (me matar|morrer|seria minha morte|seria morrer|me mataria|matar me|morrer sem dor)
(melhor|prefiro|preferia|solucao|saida) ... (morrer|me matar|matar me|a morte|o suicidio)

[passive]
(queria|quero|tomara|espero|peco|pedindo|rezo|gostaria|gostava|desejo|oxala|rezando|prefiro|preferia|quem dera|apetecia me|torcendo|torco|sonho|imploro|so) ... (nao acordar|nao acorde|nao acordasse|nao acordar mais|nunca mais acordar|nunca acordar|nao ter nascido|nunca ter nascido|nao existir|nao existisse|deixar de existir|nao estar viva|nao estar vivo|nao estar aqui|nao estar ca|estar morto|estar morta|morrer dormindo|morrer a dormir|morrer enquanto|dormir e nao|adormecer e nao|dormir para sempre|dormir pra sempre|morresse|que eu morresse|ter morrido|ir dormir e nao|nao amanhecer|nao voltar a acordar)
(tomara|queria|quero|torcendo|torco|peco|rezo|espero|gostava|oxala|quem dera|desejo|rezando|podia|pedindo) ... (um|uma|o)? @car (me pegar|me pegasse|me pegue|me atropelar|me atropelasse|me atropele|me levar|me levasse|me leve|me matar|me matasse|me apanhe|me apanhasse|passar por cima|passasse por cima|me acertar|me acertasse)
(tomara|queria|peco|rezo|oxala|gostava|quem dera|torcendo|desejo) ... (me desse|que me desse|me de|ter) (um|uma) (infarto|enfarte|avc|cancer|cancro|treco|derrame|ataque|aneurisma|doenca|coisa ma|coisa)
se me (desse|der) (um|uma)? (coisa|treco|infarto|enfarte|avc|ataque|coisa ma) ... (paciencia|melhor|alivio|acabasse|acabava|tanto faz|bom)
(deus|senhor|nossa senhora|jesus) ... (me levar|me leve|me levasse|me leva|me tire a vida|me tira daqui|me chamar|me chame|me recolha|me levar logo|tirar minha vida)
(peco|rezo|pedindo|imploro|pedia) ... (me levar|me leve|me levasse|para morrer|pra morrer|a morte)
(se eu|se) (morrer|morresse|morresse hoje|morresse amanha|nao acordar|nao acordasse|sumisse) ... (alivio|tanto faz|melhor|paciencia|ninguem|diferenca|falta|bom|igual)
(tanto faz|nao importa|nao ligo|nao faz diferenca|nao me importo|nao me importava|indiferente) ... (viver|morrer|se eu morrer|estar viva|estar vivo|vivo ou morto|viva ou morta|se acordo|se morresse)
(gostava|queria|preferia|prefiro|quero|gostaria) (de)? (ja|so)? nao (existir|estar|acordar|ter nascido|ser|viver) 
(cansado|cansada|cansei|farto|farta|exausto|exausta|saturada|saturado|de saco cheio) (de|da|dessa|desta|de estar) (viver|existir|respirar|vida|viva|vivo|acordar todo|estar viva|estar vivo)
(nao|nunca|sem|nenhum|nenhuma) (tenho|vejo|ha|encontro|acho|tem)? (mais|nenhum|nenhuma|qualquer)? (sentido|motivo|razao|graca|porque|proposito) (em|para|pra|de|na) (viver|existir|continuar viva|continuar vivo|continuar a viver|continuar vivendo|estar vivo|estar viva|vida)
(mundo|todos|familia|todo mundo|filhos|casa|eles|ela|ele|voces) ... (melhor|igual|aliviados|felizes|livres|leve|bem) ... (sem mim|se eu nao|se eu morresse|se eu sumisse|se eu nao existisse|quando eu morrer|quando eu for|sem eu)
(nao) (faco|fazia|faria|farei) falta (a|pra|para) (ninguem|nenhum)
(unica|unico|so|motivo|razao|coisa) ... (me mantem viva|me mantem vivo|me segura aqui|me prende a vida|que ainda estou viva|que ainda estou vivo|nao me matei|nao me mato|nao me matar|por quem ainda vivo|que ainda vivo)

[intent]
(hoje|amanha|esta noite|essa noite|hoje a noite|agora|domingo|segunda|sexta|sabado) ... (me mato|vou me matar|vou me suicidar|me enforco|acabo com tudo|acabo com a minha vida|vou acabar com tudo|me jogo da|me jogo na|tiro a minha vida|tiro minha vida|vou morrer|mato me|eu morro|deixo este mundo|vou partir deste)
(vou|irei) (me|mesmo me|acabar me|acabar por me) (matar|suicidar|enforcar|matando|jogar da|jogar do|jogar na frente|jogar no trilho|atirar da|atirar do|dar um tiro|envenenar)
vou (matar|enforcar|suicidar|atirar) me
(quando|se|assim que) (lerem|leres|ler|lerem|encontrarem|encontrares|virem|receberem) (isto|isso|esta|essa|este|a) ... (morto|morta|nao estarei|nao vou estar|terei|longe|tarde)
(tomei|acabei de tomar|engoli|acabo de tomar) (todos|toda|todas|tudo|uma cartela|a cartela|duas cartelas|a caixa|uma caixa|um frasco|o frasco|muitos|um monte|20|30|40) ... (comprimidos|remedios|rivotril|clonazepam|caixa|cartela|frasco|calmantes|dipirona|paracetamol|medicamentos|cartelas|veneno|chumbinho)
(depois|a partir) (de|do|da) (quinta|sexta|domingo|sabado|natal|amanha|hoje|segunda|dia) (nao|ja nao) (vai ter ninguem|estarei|vou estar|estou mais|estou ca|vou mais estar)
(ja)? (escolhi|marquei|decidi|tenho) (o|um|uma|a) (dia|data) ... (morrer|partir|me matar|acabar|pronto|tudo tratado|mexer|adiei|despedir)
(se eu) morrer (ainda)? (este|esta|hoje|amanha|neste|ate) (mes|semana|ano|fim|ao|sexta)?

[plan]
(comprimidos|remedios|pilulas|medicamentos|calmantes|rivotril|cartelas|insulina|chumbinho|veneno) ... (juntei|juntando|guardei|guardados|guardando|escondi|escondidos|contei|contados|acumulei|acumulando|suficiente|suficientes|separei|debaixo da cama|de uma vez|estoque)
(junto|juntando|juntei|guardo|guardando|guardei|acumulo|acumulando|escondo|escondendo|conto|contando|roubei|poupei|ando a juntar|a guardar) ... (comprimidos|remedios|pilulas|calmantes|rivotril|clonazepam|medicamentos|cartelas|paracetamol|sedoxil|xanax)
(carta|cartas|bilhete|bilhetes|video|videos|audio|audios|mensagem|mensagens) ... (de despedida|despedida|pra depois|quando eu nao estiver|quando eu nao estiver mais|quando eu morrer|quando eu me for|pra quando eu|para quando eu|ver mais tarde|depois que eu)
(corda|arma|revolver|pistola|faca|gilete|lamina|veneno|chumbinho|espingarda|cacadeira|soga) ... (comprei|pronta|pronto|na gaveta|no armario|carregada|carregado|amarrei|peguei|olhei|na mao|preparada|preparei|testei|no carro|na arrecadacao|na garagem)
(comprei|arranjei|peguei|arrumei|amarrei|separei) ... (revolver|chumbinho)
(subo|subi|fui|parei|fico|fiquei|sentei|sentada|sentado|estive|passo) ... (ponte|viaduto|terraco|telhado|sacada|varanda|janela|trilhos|linha|parapeito|beira) ... (baixo|pular|saltar|me jogar|atirar me|me atirar|calculando|olhando|acabar|coragem|vazio)
(durmo|dormi) com (ela|arma|a arma|o revolver) ... (gaveta|travesseiro|cama|almofada)
(ja)? (peguei|pego) (ja)? (olhei|olho) (ja)? (guardei|guardo)
(deixei|deixo|deixar|tenho|esta) (tudo|as contas|os papeis) (tratado|pago|em ordem|organizado|resolvido|pronto) ... (antes|ate|dia|depois|partir|morrer|quando eu)
(apolice|seguro de vida|heranca|testamento) ... (se eu morrer|dois anos|suicidio|ela fica|eles ficam|meus filhos)

[attempt]
(tentei|tentado|tentativa|tentativas|tentar) ... (me matar|matar me|suicidio|me suicidar|tirar a minha vida|tirar minha vida|tirar a vida|me enforcar|enforcar me|acabar com a vida|acabar com a minha|por termo a vida|cortar os pulsos|me jogar da|me jogar do|me jogar na|overdose|morrer)
(atirei|deitei|joguei|enforquei|lancei|cortei) (me) ... (linha|comboio|trem|ponte|viaduto|trilhos|metro|pulsos|corda|varanda|rio)
me (atirei|deitei|joguei|enforquei|lancei) (da|do|na|no|para|pra|de|em|debaixo)? (a|o|frente)? (da|do)? (linha|comboio|trem|ponte|viaduto|trilhos|metro|corda|varanda|rio|sacada|janela)
(lavagem ao estomago|lavagem gastrica|lavagem estomacal|lavagem no estomago)
(sobrevivi|acordei|salvaram|socorreram|encontraram) ... (a tentativa|tentativa|overdose|comprimidos|uti depois|a corda|dos comprimidos)

[exit]
(eu|ja|quase)? (tentei) (ha|faz|ontem|anteontem) (um|uma|dois|duas|tres|quatro|uns|umas|15|10|2|3|4|5|quinze)? (dias|semanas|semana|mes|meses|noite) 
(ha|faz|ontem|anteontem) (um|uma|dois|duas|tres|quatro|uns|umas|15|10|2|3|4|5|quinze) (dias|semanas|semana|mes|meses) (que)? (eu)? tentei
(olho|olhando|olhar|olhei) (la)? (pra|para) baixo ... (calculando|calcular|pensando|penso|pular|altura|tempo)
(hoje a noite|esta noite|essa noite|amanha|e hoje|fim de semana) ... (comprei o que|tenho o que|esta tudo pronto|tudo pronto|ja comprei|e o dia)
(dessa|desta) vez e (pra|para|a) (valer|serio|sempre)
(nao|nunca) ... (nao tenho coragem|nao tenho estomago|falta coragem|sou covarde) ... (morrer|me matar|fazer isso|de vez|acabar)
(encontravam|encontram|encontrem|acham|acharem) (no|me|o|na) (poco|corda|rio|enforcado|garagem|morto|morta|pendurado)
(nao vou|nao irei) (mais)? precisar (mais)? (do|da|de|disso|delas|deles|dos|das) (lugar|nada|mais|meu|minha|vaga|coisas)
(nao fiquem|nao fique|nao fiques) (procurando culpado|procurando culpados|bravos comigo|zangados comigo|a procura de culpados|com raiva de mim)

[veiled]
(ja)? (comprei|tenho|arranjei|guardei|separei) (ja|tudo)? (o que precisava|o que preciso|o que e preciso|o necessario|tudo o que preciso|tudo que preciso)
(nao tenho|falta|falta me|me falta) (a)? coragem (pra|para|de) (fazer|isso|acabar|tentar|me)
(vi|dei por mim|me vi|fico|fiquei) ... (garagem|ponte|janela|varanda) (a pensar|pensando|a olhar|olhando)
(o resto|tudo) (ja)? esta (pronto|tratado|preparado)
(estou|to|tou) (liberada|liberado|livre) (do|da|de) (combinado|promessa|obrigacao|prometido)
(gravar|gravando|gravei) (uns|uma|os|alguns)? (videos|video|audios) (para|pra) (ela|ele|eles|os meus|meu|minha)

[farewell]
(obrigado|obrigada|perdao|perdoem|desculpem|desculpa) ... (por tudo|a todos|a todas) ... (adeus|fiquem com deus|amo voces|cuidem|sentir falta|nao fiquem|nao foi culpa|seguraram|melhor parte)
(fiquem|fica) com deus ... (cuidem|amo voces|adeus|perdoem|uns dos outros)
(cuidem|cuidai) (uns dos outros|da minha|do meu|dos meus|das minhas|deles|dela|dele) ... (adeus|amo|por mim|abraco|deus|quando eu|perdao)
(foram|foste|foi) (a|o) (melhor|unica|unico) (parte|coisa|pessoa|amigo) (dos|da|de|que|do) ... (adeus|perdao|obrigado|obrigada|amo)
(digam|diz|diga|avisem|avisa) (a|pra|para|ao|pro) (minha|meu|meus|mae|pai) ... (amo|amava|desculpa|perdao|culpa|orgulho)
(to|estou|tou) (indo|a ir) embora (de vez|pra sempre|para sempre|deste mundo|desse mundo|e dessa)
(no|do) meu (enterro|velorio|funeral|caixao)

[other]
(diz|disse|dizendo|falou|falando|fala|ameaca|ameacou|ameacando|mandou|escreveu|postou|mensagem|audio|jura|contou|repete|avisou) ... (vai se matar|vai se jogar|vai se enforcar|se mata|se matar|se matava|quer morrer|queria morrer|nao quer viver|nao quer mais viver|nao queria viver|quer se matar|se quer matar|matar se|suicidar se|se suicidar|tirar a vida|tirar a propria vida|pular da|ela pula|ele pula|que pula|se jogar da|se jogar na|se jogar do|fazer uma besteira|fazer besteira|acabar com tudo|se enforcar|no poco|cortar os pulsos|nao faz falta|nao fazia falta|melhor sem ela|melhor sem ele|dar um tiro)
(medo|receio|pavor|panico|preocupada|preocupado|temo|certeza) ... que (se mate|se matar|ele se mate|ela se mate|faca uma besteira|faca besteira|faca alguma besteira|faca uma loucura|faca uma asneira|se suicide|tire a propria vida|tente de novo|se jogue|faca algo)
(medo|receio) ... (ele|ela) (fazer besteira|se matar|se jogar|fazer alguma coisa|fazer uma besteira|tentar de novo|se machucar)
(ta|esta|subiu|trancou|sentada|sentado|foi) ... (telhado|ponte|viaduto|terraco|estacao|sacada|janela|trilho|trilhos|parapeito|banheiro) ... (pula|pular|se joga|se jogar|faca|remedios|se mata|saltar|salta|trilho|gilete)
(meu|minha|um|uma|nosso|nossa) __ @kin ... (tentou se matar|tentou suicidio|tentou matar se|tentou tirar|carta de despedida|bilhete de despedida|mensagem de despedida|se despedindo|tomou um monte|tomou todos|tomou uma cartela|ideacao suicida|pensamentos suicidas|quer se matar|vai se matar|se cortando|pensa em se matar|nao quer mais viver)
(ele|ela) (ja)? tentou (uma|duas|tres|outra|se|esse|este|mais) (vez|vezes|matar|ano)? 
(achei|encontrei|vi|descobri) ... (carta de despedida|bilhete|corda|remedios escondidos) ... (dele|dela|quarto|mochila|gaveta)
(tomou|engoliu) (todos|um monte|uma cartela|muitos|varios|a cartela|uma caixa|veneno|chumbinho) ... (comprimidos|remedios|remedio|calmantes|responde|samu|112|hospital|rivotril)

[self]
(me) atirei|enforcar|matando
(matar|suicidar|atirar|enforcar) me
(por|dar) termo|fim a|na vida
tiro na cabeca
nao existir|acordar|acordasse
nao quero mais (viver|existir)
viver eu? nao quero
[reflexive]
(matar|suicidar|enforcar) me
me matando
por termo a vida
tiro na cabeca

[still]
(ha|faz) __ (que) (penso|quero|tenho|eu|estou|nao)
(todo|todos os|cada) (dia|dias|noite)
toda (noite|manha)
todas as noites
quase todo dia

[idiom]
(pensei|pensava|achei|achava|julguei|jurava|parecia) (que|eu)? (eu)? (ia|estava a|estava|tava) (morrer|morrendo|morrer ali)
nao (tenho|tive|tinha|to tendo|estou tendo|ha|sinto|to falando|estou falando|falei|to pensando|estou a falar|estou a pensar) (nem|nenhum|nenhuma|nunca|em|quaisquer|de)? (pensamentos|ideias|ideacao|pensamento|ideia|intencao|me|vontade|matar) (suicida|suicidas|de suicidio|de morte|matar|de me matar|de morrer|suicidar|me)
nunca (tive|pensei em|quis|penso em) (pensamentos|ideias|me|morrer|suicidio|ideacao|matar) (suicidas|suicida|matar|de|suicidar|me)?
nao (sou|estou|to) suicida
(sumir|desaparecer) (pra|para|por|uns|numa|em|um|no|na|com) (praia|porto|uns|uma|um|dias|fim|semana|ferias|ilha|tempo|bahia|serra|mato|algarve|o celular|o telemovel)
(queria|quero|vontade|quando) ... sumir (era|e|pra|para) (sumir|praia|porto|ferias|bahia|uma)
(morrer|morri|morrendo|morro|morta|morto) de (rir|vergonha|fome|sono|calor|frio|medo|tedio|amores|saudade|saudades|cansaco|ciume|inveja|curiosidade)
(medo|pavor|receio) (de|que) (morrer|eu morra|eu morrer|morra)
(vai|vou|ia|vao) (me)? matar (quando|se|de|a saudade|aula|tempo|o)
me mata|matam|matou (de|esse|essa|o|a|quando|com)
(me matar|me matando|matar me) (de|a|no|na) (trabalhar|estudar|academia|rir|trabalho|treino)
(saltar|pular) (da|de|na) (cama|alegria|corda|carnaval|piscina|fogueira|paraquedas)
(nao quero|nao queria) que (um|o|me|ela|ele) ... (me pegar|me pegue|me atropele|me de)

[past]
(com|aos) (12|13|14|15|16|17|18|19|20|21|22|23) (anos)? (eu)? (so|ja)? (tentei|quis|pensava|tive)
(em|desde|la por|de) (2003|2004|2005|2006|2007|2008|2009|2010|2011|2012|2013|2014|2015|2016|2017|2018|2019)
(ha|faz) (8|9|10|11|12|13|14|15|16|18|20|oito|nove|onze|doze|treze|quinze|vinte|mais de dez) anos
(tambem ja|eu ja|eu tambem|tambem) (quis|pensei em|tentei|estive|passei|tive|senti) (morrer|me matar|isso|assim|por isso|ai|matar me|acabar)
(ja quis) (morrer|me matar|acabar)
[recovered]
(hoje|agora) (tenho|sou|estou|vivo|levo) ... (feliz|contente|grata|grato|realizada|realizado|de bem com)
(hoje|agora) (so penso em|meu maior problema|a maior preocupacao) (boleto|boletos|conta|contas|e|trabalho|e o)
(ha|faz|fazem) __ anos (sem|que nao|limpa|limpo|que estou bem|que to bem) (penso|pensar|tenho|ideias|pensamentos|me|tentar|corto|recaidas)?
(feliz|grata|grato|contente|agradeco|gracas a deus) (por|de|que) (estar viva|estar vivo|ter sobrevivido|nao ter conseguido|nao ter dado certo|nao deu certo|ainda estar|estar aqui)
(nunca mais|nao voltei a) (pensei nisso|tive|pensar nisso|pensei em|tentei|ter|tive pensamentos)
(passa gente|melhora gente|da pra sair dessa|da para sair disto)
(com) (30|32|33|34|35|36|37|38|39|40|41|42|43|44|45|50) (eu)? so penso em (boleto|boletos|contas|dormir)
[support]
(procurem|procura|procure|busquem|busque|peca|pecam|pede) (a|por|uma)? (ajuda|um psicologo|o caps|um medico|terapia)
(nao estas|nao esta|voce nao ta|nao ta|nao estao) (sozinh*|so)
(nao facas nada|nao faca nada|nao faz isso|nao faca isso|nao facas isso|nao desiste|nao desistas|nao desista|chama inbox|chama na dm|estou aqui contigo|forca ai|muita forca|um abraco apertado|fica connosco|fala comigo|fala connosco|estamos contigo)
(liga|ligue|ligar|liguem|ligas) (pro|para|para o|pra|ao|para a|ja) (cvv|188|sns|112|sos|192|o cvv|o sns|linha|o sos|samu|808)
[news]
(sou|trabalho como|trabalho de) (enfermeira|enfermeiro|psicologa|psicologo|agente|professora|professor|jornalista|medica|medico|assistente|voluntaria|voluntario|estudante) ... (roda de conversa|oficina|palestra|material|cartilha|protocolo|formacao|capacitacao|materia|reportagem|tcc|aula|roteiro)
(roda de conversa|setembro amarelo|palestra|cartilha|capacitacao|oficina)
(como) (abordar|acolher|perguntar|identificar|avaliar) ... (ideacao|suicidio|suicida|risco|pensamento)
(pessoa|pessoas|paciente|pacientes|usuario|usuarios|utente|utentes|alunos) (com) (ideacao|pensamento|pensamentos|risco|ideias|comportamento)

# Said plainly, in any order and spelling.
[ideation]
(n|nao|nn|num|ñ|ja nao) (qro|kero|quero|qero|quiro|aguento|guento) (mais|mas)? (viver|vive|existir|vivr)
(qro|kero|quero|qria|queria|vo|vou|vontade de) me (mata|matar|suicida|suicidar)
(qro|kero|quero|qria|queria|vontade de) (so|mesmo|muito)? (morre|morrer|mrr|mori|sumir desse mundo|sumir do mundo)
(penso|pensar|pensando|pensei|sonho|sonhando|obcecada|obcecado|ideia|ideias|cabeca|pensamento|pensamentos) ... (em morrer|na morte|na minha morte|em me matar|em matar me|de me matar|de morrer|em suicidio|no suicidio|de suicidio|em acabar com|de acabar com|em tirar|de tirar a|em me jogar|de me jogar|em me enforcar|em pular|em saltar)
(morrer|a morte|o suicidio|me matar|matar me) ... (unica saida|unica solucao|unica opcao|melhor saida|um alivio|solucao pra|a saida|libertacao|unico jeito)
(meu|proprio) suicidio
(quero|queria|gostava|preciso) (que)? (a)? (minha vida|esta vida|essa vida) (acabe|acabasse|termine|terminasse)
(me imagino|imagino|me vejo) ... (pulando|me jogando|morta|morto|no caixao|meu enterro|me enforcando|morrendo)
[passive]
(o melhor|melhor|mais facil) (seria|era|e) (eu|se eu|que eu)? (morrer|nao existir|desaparecer|sumir de vez|sumir pra sempre|nao estar aqui|nao estar ca|morresse|nao ter nascido|nao estivesse)
(ninguem|quem) ... (sentir*|chorar*|notar*|perceb*|reparar*|ligar*) ... (se eu morr*|se eu sumi*|se eu desaparec*|minha morte|se eu nao|falta de mim|minha falta)
(fechar|abrir) os olhos ... (nunca|nao|mais|sempre)
(nao|nem) (devia|deveria|mereco|merecia) (ter nascido|estar viva|estar vivo|viver|existir|continuar viva)
(nao|ja nao) (faz|tem|vejo|ha) (mais|nenhum|qualquer)? sentido (eu|em|continuar|estar|viver|que eu) (continuar|viver|viva|vivo|estar|continue|esteja|existir) (a viver|viva|vivo|vivendo)?
(desaparecer|sumir) (de vez|pra sempre|para sempre) (deste|desse|do|da) (mundo|vida|planeta)
[method]
(quantos|quantas|quanto|qual a dose|dose) ... (comprimidos|remedios|remedio|gotas|rivotril|clonazepam|paracetamol|dipirona|insulina|calmantes|xanax|gramas|andares|metros|ansioliticos) ... (morrer|matar|letal|mortal|fatal|nao acordar|morro|overdose|morre)
(como|forma|jeito|maneira|metodo) ... (me matar|matar me|morrer|se matar|suicidar) (sem dor|rapido|sem sofrer|sem sofrimento|sem que|indolor|facil)
(doi|demora|doer|quanto tempo) ... (se enforcar|enforcar se|morrer afogado|sangrar ate|morrer enforcado|cortar os pulsos)
[plan]
(escrevi|escrevo|deixei|gravei|tenho escritas) ... (as cartas|a carta|uma carta|os bilhetes|um bilhete|cartas) ... (despedi*|adeus|quando eu|acabo com|perdao|antes de partir|cada um|depois de mim)
(comprei|tenho|peguei|arranjei) ... (corda|arma|veneno|revolver|chumbinho|laminas) ... (coragem|me matar|matar me|morrer|acabar com|minha cabeca|enforcar|hoje a noite|esta noite)
[other]
(diz|disse|ameaca|falou|fala|avisou|jura) ... (se enforca|se mata|se atira|se joga|mata se|atira se|enforca se|acaba com a vida|da um tiro|acaba com tudo)
(meu|minha|um|uma|nosso|nossa|seu|sua) __ @kin ... (quer morrer|queria morrer|se matar|matar se|suicidar se|se enforca|se enforcar|nao quer viver|tirar a vida|tirar a propria|se jogar|se suicidar|suicidio|acabar com a vida|se mata)
[recovered]
(ha|faz) _ anos ... (hoje|agora) (tenho|sou|dou|trabalho|vivo bem|estou bem|to bem|consigo)
[idiom]
(vai|ta|esta|vao) (acabar)? me matando (de|com)

[ideation]
(ja)? (tinha|teria|tinha ja) me (matado|suicidado|enforcado|jogado|ido|atirado)
(ja)? me (tinha|teria|havia) (ja)? (matado|suicidado|enforcado|jogado|atirado)
(se nao fosse|sem|se nao) ... (me matava|matava me|me mataria|ja me matei|eu me matava)
[passive]
(estou|estava|estaria|era|fico|ficava|sou) (muito)? melhor (morto|morta)
(nao|ja nao) quero (mais)? (ca estar|ca andar|estar ca|andar ca|estar aqui neste mundo|estar mais ca)
[plan]
(engoli|tomei|tomar|tomo|tomasse|traguei) (uns|umas|mais de|quase|cerca de)? (15|20|25|30|35|40|45|50|60|80|100|vinte|trinta|quarenta|cinquenta|cem) (e|de)? (comprimidos|remedios|rivotril|rivotris|dipironas|paracetamol|calmantes|capsulas|xanax|pilulas|gotas de rivotril)
[idiom]
(pensei|penso|pensando|pensar|sonhei|sonho) (muito|sempre)? (na|com a) morte (do|da|de|dos|dela|dele) (meu|minha|um|uma|meus|o|a)?
(sumir|desaparecer|morrer) de (tanta|tanto)? (vergonha|rir|amor)
(quero|queria|vontade) (de)? sumir de (tanta)? vergonha
vou matar (meu|minha|o|a|esse|essa|ele|ela|voce|vc|voces)
[news]
(pacientes|paciente|alunos|utentes) (com|em) risco
[no_negation]
se nao (fosse|fossem|tivesse)

[passive]
(seria|era|e|fosse) (muito)? (mais)? (facil|simples|melhor) (se eu)? (estar|estivesse|ter) (morta|morto|morrido)
(queria|gostava|preferia|tomara|deviam|raiva|pena) ... (que me tivessem deixado|nao me tivessem|tivessem me deixado|nao tivessem me|me tivessem deixado|que tivessem me achado|nao ter sido encontrada|nao ter sido encontrado|me deixar morrer)
nao queria que (tivessem|me|tivesse) (me|tivessem|tivesse)? (achado|encontrado|salvado|salvo|socorrido)
[attempt]
(acordei|fui parar|parei) (na|no|a|em) (uti|uci|cuidados|hospital|urgencia) ... (comprimidos|remedios|tentativa|overdose|achado|encontrado|pulsos)
[intent]
(vou|irei|me) (embora) (desse|deste|do) mundo
[exit]
(metro|trem|comboio|ponte|viaduto|sacada|varanda|linha|trilhos) ... (so um passo|um passo e|um passo so|basta um passo|dar um passo)
[veiled]
(acaba|acabou|termina) (tudo)? (pra|para) mim
[idiom]
(perguntou|perguntaram|pergunta|perguntam) se (eu)? (pensava|penso|tinha|tenho|pensei|quero|queria) (em|ideias|ideacao|pensamentos|me|morrer) (suicidio|suicidas|de suicidio|matar|me matar|de morte)?
se ... eu me (jogo|atiro) da janela (kkk*|haha*|rsrs*|lol)
