import { Link } from 'react-router-dom'
import type { CalendarMonth } from '@prumo/shared/calendar'
import type { LookAhead } from '@prumo/shared/forecast'
import { formatCentavos } from '@prumo/shared/money'
import type { Transaction } from '@prumo/shared/transactions'
import { useExpectedTransactions } from '../../data/expected-transactions'
import { useLookAhead } from '../../data/months'
import { shortLists } from '../../data/api-requests'
import { useTransactions } from '../../data/transactions'
import { formatDayOfMonth } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { WalletParts } from './wallet-parts'
import { HEIGHT, lowestDrawing, WIDTH } from './lowest-drawing'
import overview from './overview-page.module.css'
import styles from './lowest-line.module.css'
import { FORECAST_SCREEN } from '../../data/screens'

interface LowestLineProps {
  month: CalendarMonth
  now: CalendarMonth
}

/** The lowest balance of the coming days, and with several wallets what each has today. */
export default function LowestLine(props: LowestLineProps) {
  return (
    <>
      <Lowest {...props} />
      <WalletParts />
    </>
  )
}

/** The lowest balance, with a link to the forecast. Always from today on, whichever month is shown. */
function Lowest({ month, now }: LowestLineProps) {
  const ahead = useLookAhead(month, now)
  const day = useToday()
  // Cached on an earlier day, and its lowest day is past.
  if (!ahead?.lowest || ahead.lowest.date < day) return <div className={overview.ahead} />
  const { to, opening, lowest } = ahead
  return (
    <Link to={FORECAST_SCREEN} className={`${overview.ahead} ${styles.row}`}>
      <Drawing ahead={ahead} lowest={lowest} />
      <span className={styles.say}>
        Menor saldo até {formatDayOfMonth(to, to)}:{' '}
        <b className="money" data-short={lowest.balance < 0 || undefined}>
          {formatCentavos(lowest.balance)}
        </b>{' '}
        {lowest.date === day ? 'hoje' : `em ${formatDayOfMonth(lowest.date, lowest.date)}`}
        {opening.source === 'sums' && ', se só houver o que está lançado'}.
      </span>
      <span className={styles.more}>Ver o que vem</span>
    </Link>
  )
}

/** A small chart of the coming balance. Shows only the lowest day when rows are missing. */
function Drawing({ ahead, lowest }: { ahead: LookAhead; lowest: NonNullable<LookAhead['lowest']> }) {
  const now = useToday()
  const waiting = useTransactions(...shortLists.waiting).data ?? NONE
  const expected = useExpectedTransactions().data ?? NONE
  const { zero, line, dot } = lowestDrawing(ahead, lowest, [...waiting, ...expected], now)
  return (
    <svg className={styles.drawing} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <path className={styles.zero} d={`M0 ${zero}H${WIDTH}`} />
      {line && <path className={styles.line} d={line} />}
      <circle className={styles.dot} cx={dot.x} cy={dot.y} r={3.5} />
    </svg>
  )
}

const NONE: readonly Transaction[] = []
