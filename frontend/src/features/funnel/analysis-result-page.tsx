import { useEffect } from 'react'
import { analyse, mainProblems, type Analysis, type AnalysisAnswers } from '@prumo/shared/analysis'
import { useBrowserValue } from '../../lib/browser-value'
import { usePageNavigate } from '../../lib/page-navigate'
import { ButtonLink } from '../../ui/button'
import { Logo } from '../../ui/logo'
import { PlumbLedger } from '../../ui/chart/plumb-ledger'
import { Skeleton } from '../../ui/skeleton'
import { firstSteps, goalSentences, greetings, motiveSentences } from './analysis-questions'
import { readAnalysisAnswers } from './analysis-storage'
import { SavingProjection } from './saving-projection'
import { headlineOf, perMonth, reserveOf, savedOf } from './result-texts'
import styles from './analysis-result-page.module.css'

/** The result of the seven answers. Without answers it redirects to the questions. */
export function Component() {
  const visit = usePageNavigate()
  const answers = useBrowserValue(readAnalysisAnswers, undefined)

  useEffect(() => {
    if (answers === null) visit('/analysis', { replace: true })
  }, [answers, visit])

  return (
    <main className={styles.page}>
      <header className={styles.top}>
        <a href="/">
          <Logo />
        </a>
        <a href="/analysis" className={styles.again}>
          Refazer a análise
        </a>
      </header>
      {answers ? <Result answers={answers} analysis={analyse(answers)} /> : <Waiting />}
    </main>
  )
}

function Result({ answers, analysis }: { answers: AnalysisAnswers; analysis: Analysis }) {
  const { revenue, costs, profit, reinvestment, economy, isEstimated } = analysis
  const problems = mainProblems
    .filter((problem) => problem !== 'all')
    .filter((problem) => answers.mainProblems.includes('all') || answers.mainProblems.includes(problem))
  return (
    <div className={styles.result}>
      <div className={styles.first}>
        <p className={styles.greeting}>{greetings[answers.businessType ?? 'other']}</p>
        <h1>{headlineOf(profit)}</h1>
        <PlumbLedger
          rows={[
            { label: 'Entra por mês', centavos: revenue },
            { label: 'Custos fixos', centavos: -costs },
          ]}
          total={{ label: profit < 0 ? 'Falta estimada' : 'Sobra estimada', centavos: profit }}
          settles
        />
        {isEstimated && <p className={styles.note}>Usamos uma média para o que você não informou.</p>}
      </div>
      <div className={styles.second}>
        <SavingProjection analysis={analysis} today={reserveOf(answers, analysis.reserveGoal)} saved={savedOf(answers)} />
        <dl className={styles.facts}>
          <div>
            <dt>Para fazer crescer (30% da sobra)</dt>
            <dd>{perMonth(reinvestment)}</dd>
          </div>
          <div>
            <dt>Economia ao ajustar os gastos (10%)</dt>
            <dd>{perMonth(economy)}</dd>
          </div>
        </dl>
        {problems.length > 0 && (
          <section className={styles.steps}>
            <h2>Por onde começar</h2>
            {answers.mainGoal && <p>{goalSentences[answers.mainGoal]}</p>}
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{firstSteps[problem]}</li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <div className={styles.way}>
        {answers.motivation && <p>{motiveSentences[answers.motivation]}</p>}
        <p className={styles.note}>Estimativa feita só com as suas respostas. Com os lançamentos, ela vira conta certa.</p>
        <ButtonLink to="/install" variant="signal" size="lg" block>
          Ver como colocar em prática
        </ButtonLink>
      </div>
    </div>
  )
}

/** The frame of the result until the answers are loaded: they are not in the rendered page. */
function Waiting() {
  return (
    <div className={styles.result} aria-busy="true">
      <div className={styles.first}>
        <p className={styles.greeting}>Sua análise</p>
        <h1>
          <span className="visually-hidden">Sua análise está sendo calculada</span>
          <Skeleton height="2.1em" />
        </h1>
        <div className={styles.rows}>
          <Skeleton height="1.25rem" />
          <Skeleton height="1.25rem" />
          <Skeleton height="1.75rem" />
        </div>
      </div>
    </div>
  )
}
