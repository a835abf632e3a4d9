import { useEffect, useState, type CSSProperties } from 'react'
import { IconArrowDownLeft, IconArrowUpRight, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { CalendarMonth } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import { useSavingSuggestion } from '../../data/fund-analysis'
import { previousMonthToDate } from '../../data/api-requests'
import { usePreviousMonthToDate } from '../../data/period-summaries'
import { formatMonth, shortMonthName } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { isFirstChartAnimated, awaitFirstTransaction } from '../../lib/first-transaction'
import { Balance } from '../../ui/balance'
import { ButtonLink } from '../../ui/button'
import { widthInEms } from '../../ui/money-format'
import { PlumbChart } from '../../ui/chart/plumb-chart'
import { Skeleton } from '../../ui/skeleton'
import { useMeasuredSize } from '../../ui/use-measured-size'
import { compareMonths, resultLabel, type OverviewFigures } from './month-texts'
import styles from './month-result.module.css'

interface MonthResultProps {
  month: CalendarMonth
  now: CalendarMonth
  figures: OverviewFigures
  monthBefore: CalendarMonth
  figuresBefore: OverviewFigures
}

const USUAL_WIDTH = 358

/** The balance of the month, then its income and expenses. */
export function MonthResult({ month, now, figures, monthBefore, figuresBefore }: MonthResultProps) {
  const [ref, { width }] = useMeasuredSize<HTMLDListElement>(USUAL_WIDTH)
  const net = figures.income - figures.expense
  return (
    <div className={styles.result}>
      <p className={styles.label}>{resultLabel(month, now, net)}</p>
      <Balance centavos={net} />
      <p className={styles.say}>
        {month === now ? (
          <RunningComparison net={net} monthBefore={monthBefore} now={now} />
        ) : (
          <Comparison words={compareMonths(net, figuresBefore, monthBefore, now)} />
        )}
        {month === now && net > 0 && <SavingSuggestion />}
      </p>
      <dl
        ref={ref}
        className={styles.figures}
        style={{ '--width': width, '--ems': widthInEms(formatCentavos(Math.max(figures.income, figures.expense))) } as CSSProperties}
      >
        <div>
          <dt>
            <IconArrowDownLeft size={18} stroke={1.75} aria-hidden className={styles.in} />
            <Link to={rowsOfMonth(month, 'income')}>Entrou</Link>
          </dt>
          <dd>{formatCentavos(figures.income)}</dd>
        </div>
        <div>
          <dt>
            <IconArrowUpRight size={18} stroke={1.75} aria-hidden className={styles.out} />
            <Link to={rowsOfMonth(month, 'expense')}>Saiu</Link>
          </dt>
          <dd>{formatCentavos(figures.expense)}</dd>
        </div>
      </dl>
    </div>
  )
}

/** Compares an unfinished month with the same days of the previous one. */
function RunningComparison({ net, monthBefore, now }: { net: number } & Pick<MonthResultProps, 'monthBefore' | 'now'>) {
  const day = useToday()
  const { data: before } = usePreviousMonthToDate(day)
  return <Comparison words={before ? compareMonths(net, before, monthBefore, now, previousMonthToDate(day).to) : null} />
}

function Comparison({ words }: { words: ReturnType<typeof compareMonths> }) {
  return (
    words && (
      <>
        <b>{words.lead}</b>
        {words.rest}{' '}
      </>
    )
  )
}

/** The saving that the reserve's estimate assumes. */
function SavingSuggestion() {
  const centavos = useSavingSuggestion()
  return centavos !== null && `Para a reserva, o sugerido são ${formatCentavos(centavos)} por mês.`
}

/** The overview of an empty account: the frame with an explanation. */
export function FirstRun({ now }: { now: CalendarMonth }) {
  useEffect(awaitFirstTransaction, [])
  return (
    <div className={styles.result}>
      <p className={styles.label}>{resultLabel(now, now, 0)}</p>
      <Balance centavos={0} />
      <p className={styles.say}>Lance a primeira transação e esta linha começa a se mover.</p>
      <div>
        <ButtonLink to="/dashboard/transactions?nova=1" icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
          Lançar a primeira transação
        </ButtonLink>
      </div>
    </div>
  )
}

/** The placeholder while the month loads, with the same measures. */
export function OverviewSkeleton() {
  return (
    <div className={styles.result}>
      <p className={styles.label}>
        <Skeleton width="11em" />
      </p>
      <div className={styles.balance}>
        <Skeleton width="5.5em" height="0.8em" />
      </div>
      <p className={styles.say}>
        <Skeleton width="34ch" />
        <Skeleton width="22ch" />
      </p>
      <div className={styles.figures}>
        <div>
          <Skeleton width="70%" height="3.1875rem" />
        </div>
        <div>
          <Skeleton width="70%" height="3.1875rem" />
        </div>
      </div>
    </div>
  )
}

/** The chart of the months up to the shown one. */
export function MonthChart({ months, figures }: { months: readonly CalendarMonth[]; figures: readonly OverviewFigures[] }) {
  const [settles] = useState(isFirstChartAnimated)
  return (
    <PlumbChart
      settles={settles}
      rows={months.map((month, index) => ({
        label: shortMonthName(month),
        name: formatMonth(month),
        income: figures[index]?.income ?? 0,
        expense: figures[index]?.expense ?? 0,
        href: rowsOfMonth(month),
      }))}
    />
  )
}

/** The URL of the transactions of a month. */
function rowsOfMonth(month: CalendarMonth, type?: TransactionType): string {
  const kind = type ? `&tipo=${type === 'income' ? 'receitas' : 'despesas'}` : ''
  return `/dashboard/transactions?mes=${month}${kind}`
}
