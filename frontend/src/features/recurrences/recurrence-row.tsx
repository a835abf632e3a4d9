import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { LAST_DAY, nextDue, occurrencesOf } from '@prumo/shared/recurrence-rules'
import type { Recurrence } from '@prumo/shared/recurrences'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import { planOf } from '../../data/occurrence-steps'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { formatDate, formatShortDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { describeRepeatDay, describeInterval } from '../../lib/repeat-texts'
import { Money } from '../../ui/money'
import { partsOfAmount } from '../../ui/money-format'
import { SyncMark } from '../../ui/sync-mark'
import { isActive, monthlyOf, oneOf } from './recurrence-sums'
import styles from './recurrence-list.module.css'

interface RecurrenceRowProps {
  recurrence: Recurrence
  mark: SyncMarkKind | undefined
  onOpen: (recurrence: Recurrence) => void
  onResume: (recurrence: Recurrence) => void
}

/** A recurrence: its next date, name, interval, end, amount and monthly average. */
export function RecurrenceRow({ recurrence, mark, onOpen, onResume }: RecurrenceRowProps) {
  const now = useToday()
  const { description, category, type, next, endedAt } = recurrence
  const isRunning = isActive(recurrence)
  const last = endedAt === null ? lastOf(recurrence) : dateInSaoPaulo(new Date(endedAt))
  const day = next ?? last
  return (
    <li className={styles.row} data-over={!isRunning} data-row={recurrence.id}>
      <time className={styles.next} dateTime={next ?? undefined}>
        {day && formatShortDate(day, now)}
      </time>
      <div className={styles.what}>
        <button type="button" onClick={() => onOpen(recurrence)} aria-label={`Editar ${description}`}>
          {description}
        </button>
        <small>{mark ? <SyncMark mark={mark} /> : (category ?? NO_CATEGORY)}</small>
      </div>
      <span className={styles.how}>
        {scheduleText(recurrence, now)}
        <span>, {describeRepeatDay(recurrence)}</span>
      </span>
      <span className={styles.until}>
        {last && <span className={styles.word}>até </span>}
        {last ? formatDate(last) : 'sem fim'}
      </span>
      <span className={styles.amount}>
        <Money centavos={oneOf(recurrence)} type={type} expected={!isRunning} />
      </span>
      <span className={styles.monthly}>
        {isRunning ? perMonth(recurrence) : endedAt !== null && <Resume of={recurrence} onResume={onResume} />}
      </span>
    </li>
  )
}

function Resume({ of, onResume }: { of: Recurrence; onResume: (recurrence: Recurrence) => void }) {
  return (
    <button type="button" onClick={() => onResume(of)}>
      Retomar<span className="visually-hidden"> {of.description}</span>
    </button>
  )
}

/** `Todo mês`; the next one of instalments: `2/10` */
function scheduleText(recurrence: Recurrence, now: CalendarDate): string {
  if (recurrence.count === null) return describeInterval(recurrence)
  const next = nextDue(planOf(recurrence), now)?.instalment
  return next ? `${next.number}/${next.of}` : `${recurrence.count} parcelas`
}

/** The last date; null without an end. */
function lastOf(recurrence: Recurrence): CalendarDate | null {
  if (recurrence.until !== null) return recurrence.until
  return recurrence.count === null ? null : (occurrencesOf(planOf(recurrence), LAST_DAY).at(-1)?.date ?? null)
}

function perMonth(recurrence: Recurrence): string {
  const centavos = recurrence.type === 'income' ? monthlyOf(recurrence) : -monthlyOf(recurrence)
  const { whole, cents } = partsOfAmount(centavos, true)
  return `${whole}${cents}`
}
