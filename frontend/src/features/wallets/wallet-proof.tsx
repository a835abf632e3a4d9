import type { CSSProperties } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { Summary } from '@prumo/shared/transactions'
import { formatDayOfMonth } from '../../lib/dates'
import { Bob } from '../../ui/bob'
import axisLedger from '../../ui/chart/axis-ledger.module.css'
import { partsOfAmount, widthInEms } from '../../ui/money-format'
import { fromNames, toNames } from './wallet-texts'
import styles from './wallet-proof.module.css'

interface MonthProofRow {
  name: string
  centavos: number
  kind: 'plain' | 'in' | 'out' | 'moved' | 'total'
}

interface WalletProofProps {
  summary: Pick<Summary, 'income' | 'expense' | 'transferIn' | 'transferOut'>
  opening: number
  openingDate: CalendarDate
  closing: number
  closingDate: CalendarDate
  /** The names of the wallets that money came from, and went to. */
  cameFrom: readonly string[]
  wentTo: readonly string[]
  now: CalendarDate
}

/** What there was, what came and went, and large what there is: amounts end at the line, which the bob hangs from. */
export function WalletProof(props: WalletProofProps) {
  const rows = proofRows(props)
  const longest = Math.max(
    ...rows.map(({ centavos, kind }) => widthInEms(partsOfAmount(centavos, true).whole) * (kind === 'total' ? 2.3 : 1)),
  )
  return (
    <div className={styles.proof}>
      <ol className={`${axisLedger.ledger} ${styles.ledger}`} style={{ '--ems': longest } as CSSProperties}>
        {rows.map((row) => (
          <Row key={row.name} {...row} />
        ))}
      </ol>
      <svg viewBox="0 0 32 32" className={styles.bob} aria-hidden="true" focusable="false">
        <Bob />
      </svg>
    </div>
  )
}

/** The rows; those of nothing are left out. */
export function proofRows({
  summary,
  opening,
  openingDate,
  closing,
  closingDate,
  cameFrom,
  wentTo,
  now,
}: WalletProofProps): MonthProofRow[] {
  const { income, expense, transferIn, transferOut } = summary
  const moved: MonthProofRow[] = [
    { name: 'entrou', centavos: income, kind: 'in' },
    { name: 'saiu', centavos: 0 - expense, kind: 'out' },
    { name: cameFrom.length > 0 ? `veio ${fromNames(cameFrom)}` : 'veio de outra conta', centavos: transferIn, kind: 'moved' },
    { name: wentTo.length > 0 ? `foi ${toNames(wentTo)}` : 'foi para outra conta', centavos: 0 - transferOut, kind: 'moved' },
  ]
  const last = formatDayOfMonth(closingDate, now)
  return [
    { name: `em ${formatDayOfMonth(openingDate, now)}`, centavos: opening, kind: 'plain' },
    ...moved.filter(({ centavos }) => centavos !== 0),
    { name: closingDate === now ? `hoje, ${last}` : `em ${last}`, centavos: closing, kind: 'total' },
  ]
}

/** An amount aligned at its comma. */
function Row({ name, centavos, kind }: MonthProofRow) {
  const { whole, cents } = partsOfAmount(centavos === 0 ? 0 : centavos, kind !== 'plain' && kind !== 'total')
  return (
    <li data-kind={kind} data-short={centavos < 0 || undefined}>
      <span className="visually-hidden">
        {name} {formatCentavos(centavos)}
      </span>
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
