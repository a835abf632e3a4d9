import { ButtonLink } from '../../ui/button'
import { PublicFrame } from '../../ui/public-frame'
import { AheadFragment, ConfirmFragment, DevicesFragment, EntryFragment, GoalFragment, ImportFragment, MonthFragment } from './fragments'
import styles from './features-page.module.css'

const parts = [
  {
    title: 'Receitas e despesas',
    text: 'Valor, descrição e pronto. A categoria é opcional, e o tipo já diz se entrou ou saiu.',
    details: ['Busca por descrição ou categoria', 'Totais que seguem os filtros', 'Excluiu sem querer? Desfaz na hora'],
    Fragment: EntryFragment,
  },
  {
    title: 'Extrato do banco',
    text: 'O que o banco já sabe, você não precisa digitar. O arquivo é lido no seu aparelho, e nada entra antes de você conferir.',
    details: ['OFX, CSV ou Excel', 'O que já está lançado não entra de novo', 'Categorias sugeridas e regras que você ensina'],
    Fragment: ImportFragment,
  },
  {
    title: 'O que é para cair',
    text: 'Agende o que ainda vai entrar ou sair. No dia, o Prumo pergunta se caiu, e só então soma.',
    details: [
      'Previsto e realizado nunca se misturam',
      'O que não foi recebido não entra nos totais',
      'Uma lista do que espera sua resposta',
    ],
    Fragment: ConfirmFragment,
  },
  {
    title: 'O que vem pela frente',
    text: 'Vai faltar dinheiro? O Prumo mostra o menor saldo dos próximos 30, 60 ou 90 dias, e em que dia ele cai.',
    details: ['Contas que se repetem entram sozinhas', 'A fatura do cartão no dia em que vence', 'Quanto dá para tirar sem faltar'],
    Fragment: AheadFragment,
  },
  {
    title: 'Relatórios em português claro',
    text: 'Primeiro o que mais mudou, em reais. Depois os meses lado a lado, as categorias que mais pesam e o que isso quer dizer, em frases.',
    details: ['De 1 mês a 1 ano', 'Cada barra leva às suas transações', 'PDF e planilha para guardar ou enviar'],
    Fragment: MonthFragment,
  },
  {
    title: 'Metas, reserva e tarefas',
    text: 'O próximo passo com nome, valor e prazo. E uma reserva de emergência calculada pelos seus próprios gastos.',
    details: ['Onde a meta deveria estar hoje', 'Quantos meses a reserva cobre', 'Objetivos, problemas e tarefas do negócio'],
    Fragment: GoalFragment,
  },
  {
    title: 'No bolso, até sem internet',
    text: 'Instale no celular ou no computador. Sem conexão, o lançamento espera no aparelho e segue quando ela voltar.',
    details: ['Android, iPhone, Windows e Mac', 'Nada se perde ao fechar', 'O mesmo em todos os seus aparelhos'],
    Fragment: DevicesFragment,
  },
]

export function Component() {
  return (
    <PublicFrame>
      <div className={styles.head}>
        <h1>O que o Prumo faz por você.</h1>
        <p>Tudo em um plano só. O que muda é o tempo que você escolhe.</p>
      </div>
      <div className={styles.parts}>
        {parts.map(({ title, text, details, Fragment }) => (
          <section key={title}>
            <div className={styles.text}>
              <h2>{title}</h2>
              <p>{text}</p>
              <ul>
                {details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            </div>
            <Fragment />
          </section>
        ))}
      </div>
      <section className={styles.proof}>
        <h2>Cada número se explica.</h2>
        <p>
          Toda mudança fica registrada em um histórico que ninguém consegue alterar sem deixar sinal, nem nós. Você vê o que mudou, quando e
          por onde, e pode desfazer. Seus dados podem ser exportados a qualquer momento.
        </p>
      </section>
      <section className={styles.next}>
        <h2>Comece pela análise. É grátis.</h2>
        <p>7 perguntas, 2 minutos. Sem cadastro e sem cartão.</p>
        <div>
          <ButtonLink to="/analysis" variant="signal" size="lg">
            Fazer minha análise grátis
          </ButtonLink>
          <ButtonLink to="/plans" variant="line" size="lg">
            Ver os planos
          </ButtonLink>
        </div>
        <p>
          Ficou alguma dúvida? <a href="/contact">Fale com a gente</a> ou <a href="/">volte para o início</a>. Já tem conta?{' '}
          <a href="/login">Entre</a>.
        </p>
      </section>
    </PublicFrame>
  )
}
