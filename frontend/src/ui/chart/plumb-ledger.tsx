import { formatCentavos } from '@prumo/shared/money'
import { Bob } from '../bob'
import { partsOfAmount } from '../money-format'
import styles from './plumb-ledger.module.css'

export interface LedgerRow {
  label: string
  /** Signed. */
  centavos: number
}

interface PlumbLedgerProps {
  rows: readonly LedgerRow[]
  /** What the rows come to, under the rule. */
  total: LedgerRow
  /** Set for the first screen of a page rather than for its text. */
  large?: boolean
  /** The weight swings to rest once, when the sum is what someone has waited for. */
  settles?: boolean
}

/** A sum that is read from top to bottom: the line runs through the commas, and the weight hangs under what remains. */
export function PlumbLedger({ rows, total, large = false, settles = false }: PlumbLedgerProps) {
  return (
    <div className={styles.ledger} data-large={large}>
      <ul>
        {rows.map((row) => (
          <Row key={row.label} {...row} flow={row.centavos < 0 ? 'out' : 'in'} />
        ))}
        <Row {...total} flow="total" />
      </ul>
      <span className={styles.line} data-settles={settles} aria-hidden="true">
        <svg viewBox="0 0 32 32" className={styles.bob}>
          <Bob />
        </svg>
      </span>
    </div>
  )
}

function Row({ label, centavos, flow }: LedgerRow & { flow: 'in' | 'out' | 'total' }) {
  const { whole, cents } = partsOfAmount(centavos, flow === 'in')
  return (
    <li data-flow={flow}>
      <span className={styles.label}>{label}</span>
      <span className="visually-hidden">{formatCentavos(centavos)}</span>
      <span className={styles.whole} aria-hidden="true">
        {whole}
      </span>
      <span className={styles.cents} aria-hidden="true">
        {cents}
      </span>
    </li>
  )
}
