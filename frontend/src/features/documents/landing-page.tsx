import { ButtonLink } from '../../ui/button'
import { PlumbLedger } from '../../ui/chart/plumb-ledger'
import { PublicFrame } from '../../ui/public-frame'
import { AheadFragment, ConfirmFragment, EntryFragment, ImportFragment, MonthFragment } from './fragments'
import { LandingPlans } from './landing-plans'
import { landingQuestions } from './landing-questions'
import { FaqList } from '../../ui/faq-list'
import styles from './landing-page.module.css'

const links = [
  { href: '#como-funciona', label: 'Como funciona' },
  { href: '#planos', label: 'Planos' },
  { href: '#duvidas', label: 'Dúvidas' },
]

/** November of a confectioner, with sums that add up. */
const month = {
  rows: [
    { label: 'Vendas no balcão', centavos: 848_000 },
    { label: 'Encomendas', centavos: 645_000 },
    { label: 'Fornecedores', centavos: -428_670 },
    { label: 'Funcionários', centavos: -390_000 },
    { label: 'Aluguel', centavos: -210_000 },
    { label: 'O resto', centavos: -142_490 },
  ],
  total: { label: 'Sobrou em novembro', centavos: 321_840 },
}

const SURVEY = 'https://revistapegn.globo.com/MEI/noticia/2018/05/pesquisa-inedita-mostra-o-perfil-da-gestao-financeira-do-mei.html'

const moments = [
  { when: 'Todo dia', title: 'Todo dia: lance na hora.', text: 'Valor, descrição, pronto.', Fragment: EntryFragment },
  {
    when: 'Do banco',
    title: 'O banco já anotou: traga o extrato.',
    text: 'Um arquivo, e tudo entra com nome limpo e categoria. Você confere antes, e o Prumo não pede a senha do banco.',
    Fragment: ImportFragment,
  },
  {
    when: 'Toda semana',
    title: 'Toda semana: confirme o que era para cair.',
    text: 'O que estava agendado espera sua resposta: recebeu ou não?',
    Fragment: ConfirmFragment,
  },
  {
    when: 'Todo mês',
    title: 'Todo mês: veja para onde foi.',
    text: 'Entrou, saiu, sobrou. E quanto dá para levar para a reserva.',
    Fragment: MonthFragment,
  },
  {
    when: 'Daqui para a frente',
    title: 'Daqui para a frente: veja antes se vai faltar.',
    text: 'O aluguel, a fatura e o que ainda vai entrar, dia a dia. E quanto dá para tirar sem apertar o mês.',
    Fragment: AheadFragment,
  },
]

function AnalysisLink() {
  return (
    <ButtonLink to="/analysis" variant="signal" size="lg" className={styles.start ?? ''}>
      Fazer minha análise grátis
    </ButtonLink>
  )
}

export function Component() {
  return (
    <PublicFrame links={links}>
      <section className={styles.hero}>
        <div className={styles.pitch}>
          <h1>Vendeu bem. E{'\u00a0'}sobrou quanto?</h1>
          <p className={styles.lead}>
            O Prumo junta o que entrou, o que saiu e o que dá para guardar. Você lança na hora, pelo celular, até sem internet. Feito para
            quem toca o negócio por conta própria.
          </p>
          <div className={styles.action}>
            <AnalysisLink />
            <p>
              7 perguntas, 2 minutos.
              <br />
              Sem cadastro e sem cartão.
            </p>
          </div>
        </div>
        <div className={styles.month}>
          <h2 className="visually-hidden">Exemplo: o mês de uma confeitaria</h2>
          <PlumbLedger {...month} large />
        </div>
      </section>

      <section className={styles.proof}>
        <div>
          <h2>Trabalhar muito não é o mesmo que saber quanto sobrou.</h2>
          <div>
            <ul>
              <li>
                <b>50%</b>
                <span>registram os gastos em papel.</span>
              </li>
              <li>
                <b>39%</b>
                <span>não registram todas as receitas.</span>
              </li>
              <li>
                <b>48%</b>
                <span>não fazem previsão de gastos.</span>
              </li>
            </ul>
            <p className={styles.source}>
              Pesquisa do Sebrae com 1.000 microempreendedores individuais, abril de 2018.{' '}
              <a href={SURVEY} rel="noreferrer">
                Ver a fonte
              </a>
            </p>
          </div>
        </div>
      </section>

      <section className={styles.how} id="como-funciona">
        <h2>Como funciona</h2>
        <ol>
          {moments.map(({ when, title, text, Fragment }) => (
            <li key={when}>
              <div className={styles.moment}>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
              <Fragment />
            </li>
          ))}
        </ol>
      </section>

      <LandingPlans />

      <section className={styles.questions} id="duvidas">
        <h2>Dúvidas</h2>
        <FaqList questions={landingQuestions} />
      </section>

      <section className={styles.last}>
        <h2>Sete perguntas. E um número que você ainda não tem.</h2>
        <AnalysisLink />
      </section>
    </PublicFrame>
  )
}
