import { Link } from 'react-router-dom'
import { formatPlainCentavos } from '@prumo/shared/money'
import type { FlowType } from '@prumo/shared/transaction-rules'
import { laterBills, weekAhead, type DueSide } from '@prumo/shared/week-ahead'
import type { CertainEntry } from '../../data/certain-entries'
import type { NearFuture } from '../../data/near-future'
import { FORECAST_SCREEN } from '../../data/screens'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { useNarrow } from '../../ui/media'
import { PlainMoney } from '../../ui/money'
import { speakFlow } from '../../ui/money-format'
import { Skeleton } from '../../ui/skeleton'
import { dayInWords, dueDayText, namedCount, weekNote } from './overview-texts'
import { dueRowsAddress } from './rows-address'
import frame from './overview-frame.module.css'
import styles from './week-ahead.module.css'

interface WeekAheadProps {
  near: NearFuture | undefined
  isFailed: boolean
  /** Leads to the forecast, where the sentence under the balance does not. */
  hasLink: boolean
  onRetry: () => void
}

/** What is to pay and to receive within seven days, on both sides of the line, overdue ones first. */
export function WeekAhead({ near, isFailed, hasLink, onRetry }: WeekAheadProps) {
  const now = useToday()
  const due = (near?.entries ?? []).filter(({ kind }) => kind !== 'between')
  const { until, toPay, toReceive } = weekAhead(due, now)
  const later = laterBills(
    due.filter(({ kind }) => kind === 'bill'),
    now,
  )
  const note = weekNote({ overdue: toPay.overdueCount + toReceive.overdueCount, later: later.length })
  const isEmpty = near && toPay.due.length + toReceive.due.length + later.length === 0
  return (
    <section className={frame.section} aria-labelledby="week-ahead">
      <div className={frame.heading}>
        <h2 id="week-ahead">
          Em 7 dias<span className={frame.narrowOnly}>, até {dayInWords(until)}</span>
        </h2>
        <p className={frame.note}>
          <span className={frame.wideOnly}>Até {dayInWords(until)}. </span>
          {note} {hasLink && <Link to={FORECAST_SCREEN}>Ver o que vem</Link>}
        </p>
      </div>
      <div className={frame.argument}>
        {isEmpty ? (
          <p className={frame.empty}>Nada a pagar nem a receber até {dayInWords(until)}.</p>
        ) : near ? (
          <div className={`${styles.due} ${frame.lined}`}>
            <Side type="expense" side={toPay} until={until} later={later} />
            <Side type="income" side={toReceive} until={until} />
          </div>
        ) : isFailed ? (
          <div className={frame.failure} role="alert">
            <p>Não conseguimos carregar o que vence.</p>
            <Button variant="line" size="sm" onClick={onRetry}>
              Tentar de novo
            </Button>
          </div>
        ) : (
          <div className={styles.waiting} aria-hidden="true">
            <Skeleton width="70%" height="1.6em" />
            <Skeleton width="80%" />
            <Skeleton width="60%" />
          </div>
        )}
      </div>
    </section>
  )
}

const NAMED = 3
const NAMED_ON_PHONE = 2

interface WeekSideProps {
  type: FlowType
  side: DueSide<CertainEntry>
  until: string
  /** Bills that are due after the week, outside the sum. */
  later?: readonly CertainEntry[]
}

function Side({ type, side, until, later = [] }: WeekSideProps) {
  const narrow = useNarrow()
  const named = namedCount(side.due.length, narrow ? NAMED_ON_PHONE : NAMED)
  const rest = side.due.length - named
  const rows = dueRowsAddress(type, until)
  const [nextBill, ...furtherBills] = later
  return (
    <div className={styles.side} data-type={type}>
      <Link to={rows} className={styles.sum}>
        <span>{type === 'expense' ? 'A pagar' : 'A receber'}</span> <PlainMoney centavos={side.total} type={type} />
      </Link>
      {side.due.length > 0 && (
        <ul>
          {side.due.slice(0, named).map((entry) => (
            <Row key={entry.key} entry={entry} />
          ))}
          {rest > 0 && (
            <li>
              <Link to={rows} className={styles.more}>
                mais {rest}
                <span className="visually-hidden"> {type === 'expense' ? 'a pagar' : 'a receber'}</span>
              </Link>
            </li>
          )}
        </ul>
      )}
      {nextBill && (
        <ul className={styles.later}>
          <Row entry={nextBill} />
          {furtherBills.length > 0 && (
            <li>
              <Link to={nextBill.address} className={styles.more}>
                mais {furtherBills.length} {furtherBills.length === 1 ? 'fatura' : 'faturas'}
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function Row({ entry: { description, date, amount, type, address, label } }: { entry: CertainEntry }) {
  const now = useToday()
  const narrow = useNarrow()
  return (
    <li className={styles.row}>
      <Link to={address} aria-label={label} className={styles.name}>
        <span>{description}</span>
      </Link>
      <small data-late={date < now || undefined}>{dueDayText(date, now, narrow)}</small>
      {/* Its place says the sign. */}
      <span className="money" data-type={type}>
        <span className="visually-hidden">{speakFlow(amount, type)}</span>
        <span aria-hidden="true">{formatPlainCentavos(amount)}</span>
      </span>
    </li>
  )
}
