import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addMonths, isCalendarMonth, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { shortMonthName, today } from '../../lib/dates'
import { MonthPicker } from '../../ui/month-picker/month-picker'
import { Button } from '../../ui/button/button'
import { PlumbSample } from '../../ui/charts/plumb-sample'
import { useNarrow } from '../../ui/narrow'
import { Page } from '../../ui/page/page'
import { Loading } from '../../ui/page/skeleton'
import { FirstRun } from './first-run'
import { MonthChart } from './month/month-chart'
import { MonthResult } from './month/month-result'
import { OverviewSkeleton } from './overview-skeleton'
import { useLatestMonth } from './read-latest-month'
import { useMonths } from './month/read-months'
import styles from './overview-page.module.css'

const MONTHS_SHOWN = 6

interface OverviewPageProps {
  /** What needs an answer. */
  confirm: ReactNode
  /** Whether nobody knows yet if anything needs an answer. */
  confirmPending: boolean
  /** What happened last. */
  latest: ReactNode
  /** What is being saved for. */
  goals: ReactNode
  /** What is to be done. */
  tasks: ReactNode
}

/** In five seconds: did anything remain, in against out, what needs me. */
export function OverviewPage({ confirm, confirmPending, latest, goals, tasks }: OverviewPageProps) {
  const now = monthOf(today())
  const narrow = useNarrow()
  const [address, setAddress] = useSearchParams()
  const asked = askedMonth(address.get('mes'))
  const latestMonth = useLatestMonth(now)
  const month = asked ?? latestMonth.data ?? now
  const months = monthsUpTo(month)
  const { figures, isError, retry } = useMonths(months)
  const isFirstRun = !asked && latestMonth.data === null

  const sample = (
    <div className={styles.chart}>
      <PlumbSample labels={months.map(shortMonthName)} />
    </div>
  )

  function retryAll(): void {
    if (latestMonth.isError) void latestMonth.refetch()
    retry()
  }

  return (
    <Page title="Visão Geral" beside={!narrow && <MonthPicker look="text" month={month} onChange={(next) => next && setAddress({ mes: next })} />}>
      <section className={styles.hero} aria-label="Resultado do mês">
        {isError || (latestMonth.isError && !asked) ? (
          <div className={styles.halves}>
            <div className={styles.failure} role="alert">
              <p>Não conseguimos carregar o resultado do mês.</p>
              <Button variant="line" onClick={retryAll}>
                Tentar de novo
              </Button>
            </div>
            {sample}
          </div>
        ) : isFirstRun ? (
          <div className={styles.halves}>
            <FirstRun now={now} />
            {sample}
          </div>
        ) : !figures || (latestMonth.isPending && !asked) ? (
          <Loading what="o resultado do mês">
            <div className={styles.halves}>
              <OverviewSkeleton />
              {sample}
            </div>
          </Loading>
        ) : (
          <div className={styles.halves}>
            <MonthResult month={month} now={now} figures={figures.at(-1)!} monthBefore={months.at(-2)!} figuresBefore={figures.at(-2)!} />
            <div className={styles.chart}>
              <MonthChart months={months} figures={figures} />
            </div>
          </div>
        )}
      </section>
      {confirm}
      {/* The strip comes first, so that it pushes nothing down. */}
      <div className={styles.below} hidden={confirmPending}>
        <div className={styles.columns}>
          <div className={styles.rows}>
            {latest}
            {goals}
          </div>
          {tasks}
        </div>
      </div>
    </Page>
  )
}

function monthsUpTo(month: CalendarMonth): CalendarMonth[] {
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => monthOf(addMonths(`${month}-01`, index - MONTHS_SHOWN + 1)))
}

function askedMonth(text: string | null): CalendarMonth | null {
  return text !== null && isCalendarMonth(text) ? text : null
}
