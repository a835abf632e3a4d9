import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { addMonths, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { monthAsOf } from '@prumo/shared/month-names'
import { DEFAULT_PERIOD, daysOfPeriod, monthsOfPeriod, periodNames, reportPeriods, type ReportPeriod } from '@prumo/shared/report-rules'
import type { Report } from '@prumo/shared/reports'
import { useReport, useUnreportedCount } from '../../data/reports'
import { useClosableMonth } from '../../data/closed-months'
import { useLatestMonth } from '../../data/months'
import { formatDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { formAddress } from '../../lib/form-address'
import { useIsGuest, useUser } from '../../lib/session'
import { Button, ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { lazyPart } from '../../ui/lazy-part'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { PlumbChart } from '../../ui/chart/plumb-chart'
import type { PlumbRow } from '../../ui/chart/plumb-geometry'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { Segmented } from '../../ui/field/segmented'
import { Skeleton } from '../../ui/skeleton'
import { AccumulatedPart } from './accumulated-part'
import { CategoryPart } from './category-bars'
import { ChangesPart } from './changes-part'
import { InsightsPart } from './insights'
import { Ledger } from './ledger'
import { ReportPart } from './report-part'
import { ReportSkeleton } from './report-skeleton'
import { rowsOf } from './report-rows'
import { monthsNote, shareText, rangeText } from './report-texts'
import styles from './reports-page.module.css'
import { closingAddress, TRANSACTIONS_SCREEN } from '../../data/screens'

// Loaded late, with the file writers, because it is at the end of the page.
const ExportReport = lazyPart(() => import('./export-report'), { what: 'os arquivos do relatório', place: <Skeleton height="2.25rem" /> })

const segments = reportPeriods.map((value) => ({ value, label: periodNames[value] }))

/** The report of a period: totals, months, categories and insights. */
export function Component() {
  const [address, setAddress] = useSearchParams()
  const period = periodOf(address.get('periodo'))
  const query = useReport(period)
  const report = query.data
  const narrow = useNarrow()
  const now = useToday()
  const { from, to } = report ?? daysOfPeriod(period, now)

  const range = <p className={styles.range}>{rangeText(from, to)}</p>
  const choice = (
    <div className={styles.period} data-chrome>
      <Segmented legend="Período" name="periodo" segments={segments} value={period} onChange={(value) => setAddress({ periodo: value })} />
    </div>
  )

  return (
    <Page title="Relatórios" beside={!narrow && range} actions={!narrow && choice}>
      <PrintHead period={period} />
      <div className={styles.page}>
        <ClosingLink now={now} />
        {narrow && range}
        {narrow && choice}
        {query.isOutdated && (
          <div className={styles.outdated}>
            <OutdatedNote at={query.fetchedAt} onRetry={query.retry} />
          </div>
        )}
        {query.isFailed ? (
          <LoadFailure what="o relatório" onRetry={query.retry} />
        ) : !report ? (
          <ReportSkeleton months={monthsOfPeriod(period, now)} />
        ) : (
          <ReportParts report={report} onLonger={() => setAddress({ periodo: '1year' })} />
        )}
      </div>
    </Page>
  )
}

/** Leads to closing the month that ended last, or to what it was closed with; a guest and an empty account to the latter alone. */
function ClosingLink({ now }: { now: CalendarDate }) {
  const month = monthOf(addMonths(`${monthOf(now)}-01`, -1))
  const state = useClosableMonth(month).data?.state
  const isGuest = useIsGuest()
  const isEmpty = useLatestMonth(monthOf(now)).data === null
  if (state === undefined || (state !== 'closed' && (isGuest || isEmpty))) return null
  const name = monthAsOf(month, now)
  return (
    <p className={styles.closing} data-chrome>
      <ButtonLink variant="line" size="sm" icon={<IconLock size={18} stroke={1.75} aria-hidden />} to={closingAddress(month)}>
        {state === 'closed' ? `Ver ${name}, fechado` : `Fechar ${name}`}
      </ButtonLink>
    </p>
  )
}

/** The parts of a report in the order of its argument: what changed, how much, when, where, and conclusions. */
function ReportParts({ report, onLonger }: { report: Report; onLonger: () => void }) {
  const unreported = useUnreportedCount()
  const rows = rowsOf(report)
  if (report.totals.transactionCount === 0) {
    const exportPart = <ExportReport report={report} />
    return (
      <>
        <EmptyReport period={report.period} onLonger={onLonger} />
        {report.insights.length + unreported > 0 ? (
          <InsightsPart report={report} waiting={unreported}>
            {exportPart}
          </InsightsPart>
        ) : (
          exportPart
        )}
      </>
    )
  }
  return (
    <>
      <ChangesPart report={report} />
      <ReportPart title="Quanto" note={shareText(report.totals)} isJoined>
        <Ledger report={report} rows={rows} />
      </ReportPart>
      <MonthsPart report={report} rows={rows} />
      {report.monthly.length > 1 && <AccumulatedPart report={report} />}
      <CategoryPart report={report} rows={rows} />
      <InsightsPart report={report} waiting={unreported}>
        <ExportReport report={report} />
      </InsightsPart>
    </>
  )
}

function MonthsPart({ report, rows }: { report: Report; rows: readonly PlumbRow[] }) {
  const [asTable, setAsTable] = useState(false)
  return (
    <ReportPart title="Quando" note={monthsNote(report)} table={{ isShown: asTable, onToggle: () => setAsTable(!asTable) }} isJoined>
      <PlumbChart rows={rows} asTable={asTable} />
    </ReportPart>
  )
}

/** Offers one action: a longer period, or the first transaction. */
function EmptyReport({ period, onLonger }: { period: ReportPeriod; onLonger: () => void }) {
  const now = monthOf(useToday())
  const isGuest = useIsGuest()
  // A longer period does not help an account without transactions.
  const isLongest = useLatestMonth(now).data === null || period === '1year'
  return (
    <EmptyState
      drawing={<RuledPaper />}
      title="Nada entrou nem saiu neste período"
      reason={
        isGuest
          ? 'O relatório se monta sozinho com o que for lançado.'
          : isLongest
            ? 'O relatório se monta sozinho com o que você lança.'
            : 'Olhe mais para trás, ou lance o que já aconteceu.'
      }
      action={
        isLongest ? (
          !isGuest && (
            <ButtonLink to={formAddress(TRANSACTIONS_SCREEN)} icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
              Lançar uma transação
            </ButtonLink>
          )
        ) : (
          <Button variant="line" onClick={onLonger}>
            Ver 1 ano
          </Button>
        )
      }
    />
  )
}

/** The header of the printed page: business, period and date. */
function PrintHead({ period }: { period: ReportPeriod }) {
  const { businessName } = useUser()
  return (
    <p className="print-head">
      <b>{businessName}</b>{' '}
      <span>
        Relatório de {periodNames[period]}, impresso em {formatDate(useToday())}
      </span>
    </p>
  )
}

function periodOf(text: string | null): ReportPeriod {
  return reportPeriods.find((period) => period === text) ?? DEFAULT_PERIOD
}
