import type { CSSProperties } from 'react'
import { formatCentavos } from '@prumo/shared/money'
import { Bob } from '../../ui/bob'
import axisLedger from '../../ui/chart/axis-ledger.module.css'
import { partsOfAmount, widthInEms } from '../../ui/money-format'
import styles from './month-ledger.module.css'

export interface MonthLedgerRow {
  name: string
  kind: 'count' | 'plain' | 'in' | 'out' | 'moved' | 'total'
  /** Centavos with their sign; of a `count` the number itself. */
  value: number
}

/** Sums that lead to the last of them: amounts end at the line. @param hasBob where the month rests */
export function MonthLedger({ rows, hasBob = false }: { rows: readonly MonthLedgerRow[]; hasBob?: boolean }) {
  const longest = Math.max(...rows.map((row) => widthInEms(textOf(row).whole) * (row.kind === 'total' ? 2.3 : 1)))
  return (
    <div className={styles.proof} data-resting={hasBob || undefined}>
      <ol className={`${axisLedger.ledger} ${styles.ledger}`} style={{ '--ems': longest } as CSSProperties}>
        {rows.map((row) => (
          <Row key={row.name} row={row} />
        ))}
      </ol>
      {hasBob && (
        <svg viewBox="0 0 32 32" className={styles.bob} aria-hidden="true" focusable="false">
          <Bob />
        </svg>
      )}
    </div>
  )
}

function textOf({ kind, value }: MonthLedgerRow): { whole: string; cents: string } {
  if (kind === 'count') return { whole: String(value), cents: '' }
  return partsOfAmount(value, kind !== 'plain' && kind !== 'total')
}

function Row({ row }: { row: MonthLedgerRow }) {
  const { name, kind, value } = row
  const { whole, cents } = textOf(row)
  return (
    <li data-kind={kind} data-short={(kind !== 'count' && value < 0) || undefined}>
      <span className="visually-hidden">{kind === 'count' ? `${value} ${name}` : `${name} ${formatCentavos(value)}`}</span>
      <span className={`${axisLedger.number} ${styles.number}`} aria-hidden="true">
        {whole}
      </span>
      <span className={`${axisLedger.words} ${styles.words}`} aria-hidden="true">
        <b>{cents}</b>
        <wbr />
        {name}
      </span>
    </li>
  )
}
