import { useEffect, type ReactNode } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { addMonths, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import type { MonthSummary } from '@prumo/shared/transactions'
import { previousMonthToDate } from '../../data/api-requests'
import { usePreviousMonthToDate } from '../../data/period-summaries'
import { formatMonth } from '../../lib/dates'
import { awaitFirstTransaction } from '../../lib/first-transaction'
import { useToday } from '../../lib/use-today'
import { Balance } from '../../ui/balance'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { PlainMoney } from '../../ui/money'
import { lazyPart } from '../../ui/lazy-part'
import { Loading, Skeleton } from '../../ui/skeleton'
import { compareMonths, monthInWords, resultLabel, type OverviewFigures } from './overview-texts'
import { monthRowsAddress } from './rows-address'
import frame from './overview-frame.module.css'
import styles from './month-section.module.css'

const MonthChart = lazyPart(() => import('./month-chart'), { what: 'os meses', place: <div className={styles.rows} /> })

interface MonthSectionProps {
  month: CalendarMonth
  /** Oldest first; undefined until they are known. */
  months: readonly MonthSummary[] | undefined
  /** The account has no settled transaction. */
  isEmpty: boolean
  /** The bob hangs elsewhere. */
  hasBob: boolean
  isFailed: boolean
  onRetry: () => void
  onChoose: (month: CalendarMonth) => void
}

/** What a month left: its result beside the months around it, each of which can be chosen and opened. */
export function MonthSection({ month, months, isEmpty, hasBob, isFailed, onRetry, onChoose }: MonthSectionProps) {
  const now = monthOf(useToday())
  const figures = months?.find((each) => each.month === month)
  return (
    <section className={frame.section} data-month aria-label="Resultado do mês">
      <div className={frame.heading}>
        {isEmpty ? (
          <h2 className={styles.name}>{monthInWords(now, now)}</h2>
        ) : (
          <>
            <Stepper month={month} now={now} onChoose={onChoose} />
            {figures && <Result month={month} figures={figures} before={months?.[months.indexOf(figures) - 1]} />}
            {!figures && !isFailed && <ResultSkeleton />}
          </>
        )}
      </div>
      <div className={frame.argument}>
        {isFailed ? (
          <div className={frame.failure} role="alert">
            <p>Não conseguimos carregar o resultado do mês.</p>
            <Button variant="line" size="sm" onClick={onRetry}>
              Tentar de novo
            </Button>
          </div>
        ) : isEmpty ? (
          <NoTransactions />
        ) : figures && months ? (
          <Months month={month} months={months} figures={figures} hasBob={hasBob} onChoose={onChoose} />
        ) : (
          <Loading what="o resultado do mês">
            <div className={styles.waiting} aria-hidden="true">
              <Skeleton width="60%" height="1.6em" />
            </div>
          </Loading>
        )}
      </div>
    </section>
  )
}

function Stepper({ month, now, onChoose }: { month: CalendarMonth; now: CalendarMonth; onChoose: (month: CalendarMonth) => void }) {
  const step = (by: number) => onChoose(monthOf(addMonths(`${month}-01`, by)))
  return (
    <div className={styles.stepper}>
      <IconButton label="Mês anterior" icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />} onClick={() => step(-1)} />
      <h2 aria-live="polite">
        <Link to={monthRowsAddress(month)} aria-label={`Transações de ${formatMonth(month)}`}>
          {monthInWords(month, now)}
        </Link>
      </h2>
      <IconButton
        label="Mês seguinte"
        icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
        disabled={month >= now}
        onClick={() => step(1)}
      />
    </div>
  )
}

interface ResultProps {
  month: CalendarMonth
  figures: OverviewFigures
  before: MonthSummary | undefined
}

function Result({ month, figures, before }: ResultProps) {
  const now = monthOf(useToday())
  const net = figures.income - figures.expense
  const { result, heard, rest } = resultLabel(month, now, net)
  return (
    <div className={styles.result}>
      <p>
        {result}
        <span className="visually-hidden">{heard}</span>
        {rest}
      </p>
      <Balance centavos={net} />
      <p className={styles.comparison}>
        {before &&
          (month === now ? (
            <RunningComparison net={net} monthBefore={before.month} now={now} />
          ) : (
            compareMonths(net, before, before.month, now)
          ))}
      </p>
    </div>
  )
}

/** Compares an unfinished month with the same days of the previous one. */
function RunningComparison({ net, monthBefore, now }: { net: number; monthBefore: CalendarMonth; now: CalendarMonth }) {
  const day = useToday()
  const { data: before } = usePreviousMonthToDate(day)
  return before ? compareMonths(net, before, monthBefore, now, previousMonthToDate(day).to) : null
}

/** Months are drawn side by side from the second one on. */
const LEAST_MONTHS = 2

interface MonthsProps extends Pick<MonthSectionProps, 'month' | 'hasBob' | 'onChoose'> {
  months: readonly MonthSummary[]
  figures: OverviewFigures
}

function Months({ month, months, figures, hasBob, onChoose }: MonthsProps) {
  const isDrawn = months.filter(({ count }) => count > 0).length >= LEAST_MONTHS
  return (
    <div className={`${styles.months} ${frame.lined}`} data-bob={hasBob}>
      <dl className={styles.sums}>
        <Sum month={month} type="expense" centavos={figures.expense} />
        <Sum month={month} type="income" centavos={figures.income} />
      </dl>
      {isDrawn ? (
        <MonthChart chosen={month} months={months} hasBob={hasBob} onChoose={onChoose} />
      ) : (
        <p className={styles.soon}>
          Os meses aparecem lado a lado a partir do segundo.{' '}
          <Link to={monthRowsAddress(month)}>{figures.count === 1 ? 'Ver a transação' : `Ver as ${figures.count} transações`}</Link>
        </p>
      )}
    </div>
  )
}

function Sum({ month, type, centavos }: { month: CalendarMonth; type: 'income' | 'expense'; centavos: number }) {
  return (
    <div data-type={type}>
      <dt>
        <Link to={monthRowsAddress(month, type)}>{type === 'income' ? 'Entrou' : 'Saiu'}</Link>
      </dt>
      <dd>
        <PlainMoney centavos={centavos} type={type} />
      </dd>
    </div>
  )
}

/** Announces what will stand here; the first transaction leads back and moves it. */
function NoTransactions(): ReactNode {
  useEffect(awaitFirstTransaction, [])
  return (
    <p className={frame.empty}>
      Ainda sem transações. O que entrou, saiu e sobrou aparece com a primeira; os meses, lado a lado, a partir do segundo.
    </p>
  )
}

function ResultSkeleton() {
  return (
    <div className={styles.result} aria-hidden="true">
      <p>
        <Skeleton width="8em" />
      </p>
      <Skeleton width="60%" height="2rem" />
      <p className={styles.comparison} />
    </div>
  )
}
