/**
 * Common password words of Brazil, in lower case and without accents: this project's own list, of 2026. Football clubs of the
 * first two divisions, the most frequent first names (IBGE, Nomes no Brasil, census of 2010), and words of love, faith, place,
 * family and work. A number before or after such a word makes it hardly harder to guess.
 */
const WORDS = `
  senha senhas minhasenha senhaforte senhasegura mudar mudarsenha trocar acesso entrar login usuario admin administrador teste testes
  brasil brasileiro brasileira verdeamarelo hexa pentacampeao penta selecao futebol campeao gol neymar ronaldo ronaldinho pele senna ayrton

  flamengo mengao mengo urubu corinthians corintia timao gaviao palmeiras verdao porco saopaulo tricolor spfc santos peixe santosfc
  vasco vascodagama vascao gigante fluminense flu botafogo fogao gremio imortal internacional colorado inter cruzeiro cabuloso raposa
  atletico galo atleticomineiro atleticomg athletico furacao coritiba coxa bahia vitoria leao sport nautico santacruz fortaleza ceara
  vozao goias vilanova avai figueirense chapecoense chape criciuma juventude pontepreta guarani bragantino redbull cuiaba mirassol
  paysandu papao remo amazonas operario novorizontino ferroviaria americamg crb csa abc botafogosp ituano

  maria jose ana joao antonio francisco carlos paulo pedro lucas luiz luis marcos gabriel rafael daniel marcelo bruno eduardo felipe
  raimundo rodrigo manoel manuel mateus matheus andre fernando fabio leonardo gustavo guilherme leandro tiago thiago anderson ricardo
  marcio jorge sebastiao alexandre roberto edson diego vitor victor sergio claudio igor caio arthur artur davi miguel bernardo heitor
  enzo samuel benjamin theo henrique joaquim vinicius murilo otavio renato renan wesley
  francisca antonia adriana juliana marcia fernanda patricia aline sandra camila amanda bruna jessica leticia julia luciana vanessa
  mariana gabriela vera vitoria larissa claudia beatriz luana rita sonia renata eliane josefa simone natalia cristiane carla debora
  rosangela jaqueline rosa daniela aparecida marlene terezinha raimunda andreia fabiana lucia raquel angela rafaela joana luzia elaine
  daniele regina alice sophia sofia helena laura isabella isabela valentina manuela heloisa cecilia eloa livia lorena giovanna giovana
  anaclara anajulia anamaria mariaclara mariaeduarda mariajulia mariajose joaopedro joaovitor pedrohenrique luizfernando

  amor amorzinho amores meuamor meuamore teamo euteamo amoeterno amoreterno paixao coracao princesa princesinha principe gatinha gatinho
  lindinha linda lindo gostosa gostoso beijo beijos saudade felicidade feliz alegria vida minhavida vidaloka familia minhafamilia
  mamae papai filho filha filhos filhas irmao irma amigo amiga amigos amizade bebe nenem tesouro anjo anjinho estrela estrelinha
  borboleta florzinha flor flores girassol bonita boneca menina menino moreno morena loira

  deus deusefiel deusnocomando deusehomais deusnocontrole meudeus gracasadeus jesus jesuscristo cristo jesusteama jesussalva espirito
  espiritosanto nossasenhora aparecida mariamae padre igreja gloria aleluia amem oracao fe esperanca bencao abencoado abencoada
  milagre biblia salmo salmos maranata jeova senhor oxala axe

  saopaulosp riodejaneiro rio belohorizonte salvador recife curitiba brasilia manaus belem portoalegre florianopolis natal maceio goiania
  campinas sampa carioca paulista mineiro gaucho baiano nordeste copacabana ipanema praia verao carnaval samba pagode sertanejo funk
  capoeira forro

  cachorro cachorrinho gatos gatinhos cavalo vaqueiro leaozinho tigre lobo aguia mel pipoca chocolate brigadeiro coxinha feijoada cafe
  cafezinho cerveja cachaca caipirinha guarana acai pizza bolo docinho confeitaria padaria

  trabalho dinheiro riqueza sucesso prosperidade empresa loja vendas cliente financeiro caixa banco conta pix mei contabilidade
  escola faculdade professor professora medico medica enfermeira advogado advogada engenheiro motorista
  segunda terca quarta quinta sexta sabado domingo janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
  bomdia boatarde boanoite obrigado obrigada oi ola tchau valeu eaisim eusoueu euamo prumo
`

/** The distinct words of the list. */
export const brazilianPasswords: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
