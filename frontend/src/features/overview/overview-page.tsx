import { useState, type ReactNode } from 'react'
import { addMonths, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import type { MonthSummary } from '@prumo/shared/transactions'
import { useLatestMonth, useMonths } from '../../data/months'
import { CHART_MONTHS } from '../../data/api-requests'
import { shortMonthName } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { isWelcomeDue } from '../../lib/welcome'
import { MonthPicker } from '../../ui/field/month-picker'
import { Button } from '../../ui/button'
import { lazyPart } from '../../ui/lazy-part'
import { OutdatedNote } from '../../ui/outdated-note'
import { PlumbSample } from '../../ui/chart/plumb-sample'
import { useNarrow } from '../../ui/media'
import { Page } from '../../ui/page'
import { Loading } from '../../ui/skeleton'
import { useIsPainted } from '../../ui/use-is-painted'
import { FirstRun, MonthChart, MonthResult, OverviewSkeleton } from './month-result'
import { useMonthAddress } from './use-month-address'
import { InstallRow } from './install-row'
import { usePasskeyOffer } from './use-passkey-offer'
import styles from './overview-page.module.css'

const WelcomeDialog = lazyPart(() => import('./welcome-dialog'))
const LowestLine = lazyPart(() => import('./lowest-line'), { place: <div className={styles.ahead} /> })
const PasskeyRow = lazyPart(() => import('./passkey-row'))

interface OverviewPageProps {
  /** The confirmations that wait for the person. */
  confirm: ReactNode
  /** Whether the confirmations or the expected transactions are still loading. */
  isBelowPending: boolean
  /** The latest transactions. */
  latest: ReactNode
  /** The expected transactions. */
  expected: ReactNode
  /** The goals. */
  goals: ReactNode
  /** The open tasks. */
  tasks: ReactNode
}

/** The overview, readable in five seconds: the balance of the month, income against expenses, and what needs the person. */
export function OverviewPage({ confirm, isBelowPending, latest, expected, goals, tasks }: OverviewPageProps) {
  const now = monthOf(useToday())
  const narrow = useNarrow()
  const [requestedMonth, setMonth] = useMonthAddress()
  const latestMonth = useLatestMonth(now)
  const month = requestedMonth ?? latestMonth.data ?? now
  const chart = useMonths(month, now)
  const readings = requestedMonth ? [chart] : [chart, latestMonth]
  const outdated = readings.find(({ isOutdated }) => isOutdated)
  const isFirstRun = !requestedMonth && latestMonth.data === null
  const [isWelcomed, setWelcomed] = useState(isWelcomeDue)
  // Paint the result of the month before rendering the parts below.
  const isPainted = useIsPainted()
  const passkey = usePasskeyOffer()

  const sample = (
    <div className={styles.chart}>
      <PlumbSample labels={monthsUpTo(month).map(shortMonthName)} />
    </div>
  )

  function retry(): void {
    for (const reading of readings) if (reading.isFailed || reading.isOutdated) reading.retry()
  }

  return (
    <Page title="Visão Geral" beside={!narrow && <MonthPicker look="text" month={month} onChange={(next) => next && setMonth(next)} />}>
      <section className={styles.hero} aria-label="Resultado do mês">
        {readings.some(({ isFailed }) => isFailed) ? (
          <div className={styles.halves}>
            <div className={styles.failure} role="alert">
              <p>Não conseguimos carregar o resultado do mês.</p>
              <Button variant="line" onClick={retry}>
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
        ) : !chart.data || readings.some(({ isPending }) => isPending) ? (
          <Loading what="o resultado do mês">
            <div className={styles.halves}>
              <OverviewSkeleton />
              {sample}
            </div>
          </Loading>
        ) : (
          <Result chart={chart.data} now={now} />
        )}
      </section>
      {outdated && <OutdatedNote at={outdated.fetchedAt} onRetry={retry} />}
      {!isFirstRun && <LowestLine month={month} now={now} />}
      {isWelcomed && <WelcomeDialog onClose={() => setWelcomed(false)} />}
      {confirm}
      {/* Waits for the strip and the expected transactions, so that they do not push the parts below down. */}
      {isPainted && (
        <div className={styles.below} hidden={isBelowPending}>
          {passkey.isOffered ? <PasskeyRow onAnswer={passkey.answer} /> : <InstallRow />}
          <div className={styles.columns}>
            <div className={styles.rows}>
              {latest}
              {expected}
              {goals}
            </div>
            {tasks}
          </div>
        </div>
      )}
    </Page>
  )
}

/** The result of the last month, beside the chart of all. */
function Result({ chart, now }: { chart: readonly MonthSummary[]; now: CalendarMonth }) {
  const months = chart.map(({ month }) => month)
  return (
    <div className={styles.halves}>
      <MonthResult month={months.at(-1)!} now={now} figures={chart.at(-1)!} monthBefore={months.at(-2)!} figuresBefore={chart.at(-2)!} />
      <div className={styles.chart}>
        <MonthChart months={months} figures={chart} />
      </div>
    </div>
  )
}

function monthsUpTo(month: CalendarMonth): CalendarMonth[] {
  return Array.from({ length: CHART_MONTHS }, (_, index) => monthOf(addMonths(`${month}-01`, index - CHART_MONTHS + 1)))
}
