# Portuguese.
~ suicidio suicidar morrer
@kin = amigo|amiga|irmao|irma|filho|filha|mae|pai|marido|esposa|mulher|namorado|namorada|companheiro|companheira|primo|prima|tio|tia|avo|ex|colega|aluno|aluna|vizinho|vizinha|alguem|noivo|noiva
@quero = quero|kero|qro|quiro|queria|quis|gostaria|desejo|preciso|prefiro|preferia|preferiria|vontade|penso|pensado|pensando|pensar|vou|vo|tentei|tento|decidi|planejo|devia|deveria|mereco|tomara|querendo|afim|so|vontades|quer

[ideation]
dar (fim|um fim) a|na|nisso|em|na minha|tudo|isso? (minha vida|vida|tudo)?
fazer uma besteira|loucura
atentar contra a|minha vida|propria
me fazer mal
tirar minha|a vida
@quero so|de|em|me|a|que|estar|mesmo? me|de? morrer|matar|suicidar|morre|mata|morrre|enforcar|sumir|suicida|morto|morta (pra sempre|para sempre)?
(me) matar|suicidar|enforcar|suicida
(quero|vou|vo|kero|qro|vontade|penso|pensando|decidi|tentei|tento|queria|preciso) de|em|a? me matar|mata|suicidar|enforcar|suicida|jogar
(acabar|tirar|terminar|tirando|acabando) com? a|minha|minha|esta|essa|propria minha|propria? vida
acabar|terminar com|tudo tudo|isso|de
(pensamentos|ideias|ideacao|pensamento|impulsos) suicidas|suicida|de|sobre morte|suicidio|morrer?
(penso|pensando|pensado|pensar|pensei|so) em|na|no|muito|penso? em? (suicidio|me matar|morrer|morte|suicidar|minha morte|tirar|acabar)
(nao|n|ja nao|nunca mais) quero|kero|qro|queria|aguento|consigo|tenho|desejo|suporto mais|vontade|de|continuar|motivos|motivo? mais|de|para|pra? viver|vivendo|existir|vida|estar viva
(nao|n) quero|kero|qro mais? viver|existir
vontade de morrer|me|sumir|acabar|nao|desaparecer (matar|suicidar|com|existir|viver|morrer)?
sem vontade de viver
suicidio e|seria|como a|minha|o unica|melhor|saida|solucao
morte e|seria|como a|um|uma|minha unica|alivio|melhor|saida|solucao
(prefiro|preferia|melhor) morrer (a|do|que)?
(prefiro|preferia|melhor) estar (morto|morta)
so penso em morrer

[passive]
(queria|quero|tomara|espero|peco|pedindo|rezo|gostaria|desejo|oxala|rezando|esperando) __ (nao acordar|nao acorde|nunca acordar|nao acordar mais|estar morto|estar morta|nunca ter nascido|nao ter nascido|morrer dormindo|morrer|nao existir|sumir para sempre|dormir e nao|nunca mais acordar|nao existisse|nao acordar nunca)
dormir e|para nao|nunca
(nao|nunca) acorde|acordar|acordasse mais|amanha|nunca|nao
(nunca|nao) ter|devia|deveria|tivesse|devo ter|nascido nascido|nascer?
(sumir|desaparecer|dormir|ir embora) para|pra|de sempre|vez|vida
(nao|n) quero (mais)? (existir|viver|acordar|estar viva|estar vivo|estar aqui)
(nao|n) quero (existir|acordar)
(tanto|igual|importa|importo|ligo) faz|se|com|me? viver|vivo|viva|eu ou morrer|morro|morra|morto
viver ou morrer
vida (nao|ja nao) (vale|tem|faz) (mais|a pena|sentido|nenhum)
vida perdeu o sentido
vale a pena viver
(nao|sem|nenhum|ninguem|perdi) tenho|vejo|ha|existe|encontro|acho|mais|a? mais|nenhum|nenhuma|a? (motivos|motivo|razao|razoes|sentido|vontade|forca) para|pra|de|em (viver|existir|continuar vivendo|continuar viva|continuar vivo)
(cansada|cansado|cansei|farta|farto|exausta|exausto|enjoei|chega|cansaco) de|da|com viver|existir|vida
(nao|n) mereco|devia|deveria viver|existir|estar (viva|vivo|aqui)?
(nao|n) aguento|suporto|aguento mais (viver|a vida|existir|essa vida)
(devia|deveria|merecia|mereco) morrer
(devia|deveria|merecia|mereco) (estar|ter) (morta|morto|morrido)
queria que|so acabasse|tudo|parasse|isso|que|acabasse (acabasse|acabar|parasse|minha vida)?

[intent]
(vou|vo|decidi|irei|pretendo) (me matar|me suicidar|me enforcar|me jogar|acabar com tudo|acabar com minha vida|acabar com a minha|tirar minha vida|tirar a minha vida|pular da|morrer hoje|que vou morrer)
(vou) (pular|morrer) (hoje|da ponte|amanha|essa noite|esta noite|logo)
me mato|suicido hoje|amanha|se|agora|essa
(quando|se) voce|vcs|vc|tu|voces ler|lerem|leres|leem|encontrar|receber isto|isso|essa|esta|esse|eu|este
(nao|ja nao|nunca) (vou estar|estarei|serei) (aqui|um problema|problema|vivo|viva|um peso|peso|mais|fardo|entre)
(nao) vou mais (estar aqui|ser um peso|ser um problema)
(em breve|logo|amanha) __ (nao serei|nao estarei|nao vou|serei livre|acaba|morto|morta)
(esta|essa|hoje) (e|sera|vai ser) a? minha (ultima noite|ultima mensagem|ultimo dia|ultima)
hoje e meu ultimo dia
ja (decidi|esta decidido) (vou|que|me)? (morrer|me matar|acabar|partir|ir embora)

[plan]
(contei|conto|contando|guardei|guardando|juntei|juntando|estoquei|olhei|separei) os|as|meus|minhas|todos|uns|muitos __ (comprimidos|remedios|pilulas|medicamentos|calmantes)
(comprimidos|remedios|pilulas|medicamentos) __ (contei|contados|guardei|separados|na minha frente|juntei)
(tomei|tomo|engoli|tomar|ingeri) todos|toda|muitos|a|uma|um|todas|os|varios|as|demais os|as|cartela|caixa|monte|remedios|frasco|vidro|comprimidos|de? (comprimidos|remedios|cartela|inteira|inteiro|pilulas|caixa|frasco|calmantes|de remedio|medicamentos|remedio|todos)
(carta|cartas|bilhete|nota) de|para despedida|suicidio|suicida|adeus|meus
(escrevi|escrevendo|escrever|escrito) a|minha|uma|as|um|meu carta|bilhete|cartas de|para despedida|suicidio|meus|adeus
(estou|sentado|na|no|em) na|no|em|cima|beira|da|do? (ponte|telhado|sacada|beira|parapeito|viaduto|terraco|janela) e|para|vou|quero|pronto vou|pular|me|quero|jogar
(comprei|tenho|arrumei) uma|a|um|veneno corda|arma|veneno|revolver e|para|pronta|me|sei sei|me|onde|matar|minha|enforcar
(tenho|fiz|ja tenho) um|o|tudo plano|planejado|planos e|para|de uma|me|sei|data|como|morrer
(marquei|escolhi|decidi) a|uma|o data|dia
(dei|doei|doando|dando|distribui|doar) as|minhas|tudo|todas|os minhas|meus|as|coisas|roupas? coisas|minhas|roupas|que __ (nao vou precisar|precisar|mais|embora)?
(pular|jogar|jogando|atirar) me|da|do|na|de|debaixo|embaixo uma|um|da|do|frente? (ponte|trem|sacada|janela|predio|metro|viaduto|onibus)
(cortar|cortei|corto|cortando) os|meus|as pulsos|pulso|veias
seguro de vida

[method]
(forma|maneira|jeito|metodo|modo) menos|mais|sem|de|rapida|facil __ (morrer|se matar|suicidar|dor|me matar)
como (morrer|me matar|se matar|me suicidar|se suicidar|tirar minha|acabar com minha) __ (sem dor|rapido)?
(quantos|quanto|quantas) comprimidos|remedios|remedio|pilulas|calmantes __ (morrer|acordar|matar|letal|nao acordar)

[attempt]
(tentei|tentativa|tentar|tento|tentado) de|me|o|contra|tirar|se me|matar|suicidar|suicidio|minha|a|enforcar (matar|vida|suicidar|suicidio)?
tentei|tentativa|tentativas de? suicidio
tentei me matar|suicidar|enforcar

[burden]
(melhor|felizes|aliviados|livres) (sem mim|se eu morresse|se eu sumisse|quando eu morrer|se eu nao existisse|se eu nao estivesse|se eu estivesse morto|se eu estivesse morta)
melhor|felizes|bem sem mim
valho mais morto|morta
(ninguem|quem) sentiria|vai|iria|notaria|choraria|sente|ia|perceberia|sentira a|minha|sentir|falta|se|notar|chorar|perceber (minha|falta|eu|a|se)
se eu (morresse|morrer|sumisse|sumir|desaparecesse) (ninguem|todos|seria|amanha|hoje)
se eu nao (existisse|estivesse aqui|estivesse mais)
(estaria|estariam|seria|ficaria|ficariam|viveria|viveriam) melhor|felizes|bem|aliviados|mais|feliz sem|se|feliz|felizes mim|eu

[farewell]
(cuidem|cuida|cuide|cuidar|olhem) do|da|dos|de|bem|das|por meu|minha|meus|minhas|minha? filhos|filho|mae|irmao|cachorro|gato|filha|familia|irma|ele|ela|eles __ (quando|por mim|nao estiver|eu for|mais aqui|faltar)
adeus a|mundo|para|todos|pra|minha|meus|gente|mae|me|e __ (me perdoem|perdao|perdoem|sempre|mundo|desculpa|desculpem)
adeus mundo|para|pra
(me perdoem|me perdoa|me perdoe|perdoem me|perdao|me desculpem) por|mae|a|pelo|todos|familia|tudo|gente|minha
(diz|digam|diga|fala|avisa) para|pra|a|que|ao|que|pro a|minha|mae|meu|meus|pai|o|ela|eles|minha? __ (nao foi|amo|culpa|desculpa|perdoo)
nao (foi|e) (culpa sua|culpa dela|culpa dele|culpa deles|sua culpa|tua culpa|culpa de ninguem)
(nao) fique|fiquem|chore|chorem triste|tristes|por
(deixo|deixando|fica com|ficar com) o|a|meu|minha|meus|os meu|minha|meus? violao|cachorro|gato|coisas|carro|guitarra|bicicleta|roupas|filhos
estou (calmo|calma|em paz|tranquilo|tranquila) agora
(minha|esta e|essa e|carta de) a|minha? despedida
me despedir|despeco de|do|dos todos|mundo|voces|vcs

[other]
(minha|meu|uma|um|nossa|nosso|melhor) _? @kin __ (quer se matar|quer morrer|vai se matar|vai se suicidar|nao quer mais viver|quer se suicidar|tentou se matar|tentou suicidio|se suicidar|se matar|pensamentos suicidas|tirar a propria vida|se despediu de mim|se despediu|tirar a vida|quer tirar|tentou se suicidar|suicida|ideias suicidas|quer sumir|nao quer viver)
(ele|ela|que|se|diz|disse) quer|vai|tentou|que|nao|ameaca|falou __ (se matar|morrer|se suicidar|suicidio|mais viver|se enforcar|se mata)
(quer|vai|tentou|ameaca|pensa|pensando|ameacou) em|que? se matar|suicidar|enforcar|suicidio|mata
(ajudar|ajudo|ajuda) uma|um|alguem|minha|meu @kin|pessoa|alguem com|suicida|que pensamentos|quer|ideias|suicida|se
se despediu de mim|todos
[exit]
(unica|unico) saida|solucao|opcao|jeito
(sem|nao|nenhuma) vejo|ha|tem|tenho? outra? saida|solucao
sumir|desaparecer
(que|quero|queria) (que)? (tudo|isso) (acabe|acabasse|pare|parasse)
(nao|n) (quero|aguento|consigo) mais (estar aqui|continuar|viver assim|ficar aqui)
neste|nesse mundo
(nao|n) (vou precisar|preciso) mais (delas|disso|deles|de nada)
[death]
suicid*
morrer|morte
[give_up]
(nao|n) aguento|consigo|suporto|da|tenho mais|forcas|pra
desisto|desisti|desistir|cansei
perdi tudo
[hopeless]
(sem|nao|nenhuma|perdi) tenho|ha|a|vejo|mais? esperanca|futuro|saida|sentido|esperancas
nada faz|vale|importa|adianta|da
minha vida e|esta|acabou|nao (um inferno|uma merda|um lixo|tem sentido|acabada|uma droga)
desesperada|desesperado|desespero
[load]
(sou|ser|como|sendo) um|uma|so fardo|peso|estorvo|problema|carga|incomodo
ninguem me|liga|se ama|quer|entende|escuta|importa|pra
[self_hate]
me odeio|sinto|acho inutil|fracasso|lixo|um|uma?
odeio minha vida
inutil|lixo|fracassado|fracassada
[self_harm]
me corto|corto|cortei|cortar|machuco|machucar|automutilacao
[pain]
dor|sofrimento|exausta|exausto|insuportavel|sofrendo|sofro|cansada|cansado
[distress]
triste|tristeza|depressao|deprimida|deprimido|ansiedade|sozinha|sozinho|choro|chorar|chorando|medo|angustia|vazio|vazia|vergonha
[idiom]
(morri|morro|morrendo|morrer|morremos|morre|morreu|morrido|morta|morto|quero morrer) de (rir|fome|saudade|saudades|sede|sono|vergonha|medo|frio|calor|cansaco|amor|tedio|curiosidade|vontade|inveja|rir|pena|raiva|tanto)
(quase) morri|morro|morreu
(esta|ta|vai|vao|quer|estao) me matando|matar|mata quando|de|com|do|se|esse|essa?
me mata|matam|matou quando|de|com|do|kkk*|esse|essa|o|a
(calor|bug|chefe|mae|pai|prova|trabalho|dor|salto|isso) me mata
matar|mate|mata|matando|matei o|a|os|um|as|dois tempo|processo|processos|aula|saudade|fome|servidor|charada|trabalho
(to|estou|tou) morta|morto|morrendo com|de|kkk*|rindo
(suicidio) politico|comercial|profissional|assistido
esquadrao suicida
(codigo|bateria|celular|servidor|lingua|ponto|notebook|carro|telefone) morto|morta|morreu|morre
morreu de novo
(acabar|terminar) com? (esse|este|o|a|essa|meu|minha|esta) (relatorio|contrato|projeto|trabalho|tarefa|curso|relacionamento|assinatura|reuniao|namoro|aula|livro)
(viver|morar) em|no|na|com|sem (sao|rio|lisboa|porto|portugal|brasil|cidade|meus|cafe|internet|meu|minha|uma|curitiba|bh|brasilia)
mais viver em sao
medo|pavor da|de morte|morrer
(nao|n) quero morrer (tenho|jovem|ainda|sozinha|sozinho|cedo|agora|virgem)?
caso|questao de vida
[software]
servidor|codigo|bug|compilador|container|deploy
[game]
jogo|jogos|partida|jogador|videogame
[fiction]
filme|filmes|romance|personagem|livro|serie|musica|poema|peca|romeu|julieta|capitulo|cena|resuma|resumo|novela
[news]
taxa|taxas|estatistica|estatisticas|eutanasia|prevencao|ibge|oms
o que e (a|o) (taxa|eutanasia|suicidio assistido|efeito werther|diferenca)
[humour]
kkk*|haha*|rsrs*|piada|brincadeira|zoeira|lol
[past]
ha (dez|anos|muitos|muito|cinco|vinte)
quando era
na adolescencia
anos atras
[recovered]
hoje sou|estou|amo|vivo feliz|bem|minha|melhor
superei|recuperada|recuperado
[loss]
(minha|meu|nosso) @kin|avo __ (morreu|faleceu|se suicidou|se matou)
se suicidou|matou ha|em|no
(desde que|morte) do|da|meu|minha
luto|velorio|enterro|pesames|faleceu
morreu ontem|num|em|ha
[practical]
escalar|ferias|fatura
dia na|nesta empresa|firma
[negator]
nao|nunca|jamais|nem|sem|n
[no_negation]
(nao|n) (sei|aguento|e brincadeira|tenho|consigo|vejo|mereco|suporto|e piada|so|vou)
ja nao
(nao|n|nunca) (paro|parei|para|deixo|deixei|deixa|passa) (de|um dia|uma noite)
(nao|n) (tenho|tem) medo
[turn]
mas|porem|embora|porque|so
[me]
eu|me|mim|meu|minha|meus|minhas|estou|tenho|quero|sou|comigo|to|vou|queria
[still]
hoje|agora|sempre|todos|noite|semanas|dias|ultimamente|toda

[software]
(o|um|esse|este|os|meu) processo|processos (filho|pai|zumbi|morre|morreu|trava|travou|travado|se|nao|quer|ta|esta|filhos|em)
(matar|mata|mate|encerrar|derrubar|reiniciar) (o|um|esse|os|este) processo|processos|servico|servidor|thread|container
banco|bancos de dados
(mensagem|codigo|log) de erro
o programa|sistema (trava|travou|crasha|caiu|nao compila|da erro|fecha)
porta|portas 8080|3000|ocupada|443|5432

[news]
(um|novo|o|segundo) estudo|pesquisa|pesquisas (sobre|mostra|mostram|de|publicado|aponta|indica)
(a|nova|projeto de) lei sobre|que|de
(a policia|o governo|o ibge) (informa|diz|anuncia|investiga|confirma)
segundo (a|o) (oms|ibge|policia|estudo|pesquisa|governo)

[recovered]
(sou|estou|vivo|muito|sigo) feliz (hoje|agora|e|com|de)
