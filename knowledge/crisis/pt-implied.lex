# Portuguese, what is said without its name.
@kin = amigo|amiga|irmao|irma|filho|filha|mae|pai|marido|esposa|mulher|namorado|namorada|avo|ex|colega|aluno|aluna|vizinho|vizinha|noivo|noiva

[passive]
(pra|para) que continuar|viver|seguir|levantar|existir (vivendo|existindo|aqui)?
(nao|n|sem|perdi) tenho|ha|mais|as|encontro? mais? forcas|forca|motivo|razao|energia pra|para|de viver|continuar|seguir|existir
(melhor) (eu nao existir|nao existir|eu sumir|eu morrer|nao estar aqui|se eu nao)
(unica|unico) coisa|que|pessoa|motivo|razao __ (mantem viva|mantem vivo|prende aqui|segura aqui|me segura|estou aqui)
(cansei|cansada|cansado|exausta|exausto|farto|farta) de existir|viver|acordar|estar|ser
(descansar|dormir) pra|para|em|e sempre|paz|nao
(ja) vivi demais|bastante|o
(devia|deveria|queria|era) ter|eu|para|pra morrido|eu|naquele|ter (no|naquele|lugar|morrido)?

[intent]
(logo|em breve|amanha|hoje) (vou estar|estarei|irei) (com|encontrar) (minha|meu|ele|ela) (esposa|marido|filho|filha|mae|pai)?
(ninguem|voces|vcs) vai|vao|nao ter|precisar|vao que|mais|se (se preocupar|preocupar|cuidar|me aguentar|aguentar)
(ultima|ultimo) mensagem|noite|vez|dia que|minha|meu|de
(do|da|deste|desse) fim|semana|hoje|amanha de|nao semana|passa nao? (passa)?
(vou|irei|quero) tentar de|outra novo|vez

[plan]
(deixei|escrevi|escrito|deixar|deixando) um|o|uma|meu bilhete|carta pra|para|de cada|voces|todos|adeus|eles
(deixei|deixar|deixando) um|o|uma|meu bilhete|carta pra|para minha|meus|meu
(quase|vontade de|pensei em) joguei|jogar|bati|pulei|me|pular a|o|me? (moto|carro|na frente|debaixo|caminhao|joguei)
(jogar|joguei|jogo|atirar) a|o|me moto|carro __ (caminhao|ponte|muro|poste|debaixo)
(estou|to|sentado|sentada|parado|subi) na|no|em|a|ate beira|cima|alto? da|do|de? (ponte|beira|telhado|terraco|parapeito|viaduto|trilhos)
(parou|parei|parar|larguei) de|com tomar|o|os|a (remedios|remedio|insulina|quimio|tratamento|os)
deixei (tudo|minhas coisas|meus papeis) em ordem|resolvido|pronto

[burden]
(peso|fardo|carga) pra|para|na os? (meus|minha|todos|todo|vida|filhos)
(melhor|livres|tranquilos) (sem mim|se eu nao existisse|se eu sumir|se eu morrer|se eu morresse|se eu nao estivesse)

[ideation]
(saida|jeito|opcao|solucao) a|que|senao nao|senao|alem ser|de? (acabar com|morrer|me matar|a morte|tirar)

[farewell]
(me) perdoem|perdoe|perdoa|desculpem
adeus a|pra|para todos|voces|minha|mundo (me)? perdoem|perdoa|desculpem
nao me procurem|procure

[other]
(minha|meu|uma|um|melhor) _? @kin __ (mensagem de adeus|mensagem de despedida|carta de despedida|bilhete de despedida|ja viveu demais|quer sumir|nao quer viver|parou de tomar|se despediu)
mensagem|bilhete|carta de adeus|despedida e|pra|para nao|mim

[veiled]
ja decidi
nao vou precisar
sumir pra|para sempre

[practical]
ultimo dia na|nesta
