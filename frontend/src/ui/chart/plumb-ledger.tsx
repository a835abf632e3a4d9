import { formatCentavos } from '@prumo/shared/money'
import { Bob } from '../bob'
import { partsOfAmount } from '../money-format'
import styles from './plumb-ledger.module.css'

export interface LedgerRow {
  label: string
  /** Signed, in centavos. */
  centavos: number
}

interface PlumbLedgerProps {
  rows: readonly LedgerRow[]
  /** The sum of the rows, under the rule. */
  total: LedgerRow
  /** In the size of a page's first screen rather than of its text. */
  large?: boolean
  /** The bob swings to rest once, for a sum that the person waited for. */
  settles?: boolean
}

/** A sum read from top to bottom: the line runs through the decimal commas, and the bob hangs below the total. */
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
