import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import { TRANSACTIONS_SCREEN } from '../../data/screens'
import { formAddress } from '../../lib/form-address'
import { partsOfAmount } from '../../ui/money-format'
import type { Movement } from './movements'
import { rowDay } from './wallet-texts'
import styles from './bill-lines.module.css'

interface BillSectionProps {
  id: string
  title: string
  /** Under the title. */
  note?: ReactNode
  children: ReactNode
}

/** A heading, and beside it (on a phone below it) lines that end at the plumb line. */
export function BillSection({ id, title, note, children }: BillSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {note}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

interface BillLineProps {
  /** At the left edge: a day or a month. */
  when?: ReactNode
  /** Left of the line is what is owed; a refund stands right of it. Null for a line without an amount. */
  centavos: number | null
  look?: 'bought' | 'coming' | 'billed' | 'sum'
  category?: string | null
  children: ReactNode
}

export function BillLine({ when, centavos, look = 'bought', category, children }: BillLineProps) {
  const isRefund = centavos !== null && centavos > 0 && look !== 'billed'
  const { whole, cents } = partsOfAmount(Math.abs(centavos ?? 0))
  return (
    <li className={styles.line} data-look={look}>
      <span className={styles.when}>{when}</span>
      {centavos !== null && (
        <span className="visually-hidden">
          {isRefund && 'Devolvido '}
          {formatCentavos(Math.abs(centavos))}
        </span>
      )}
      <span className={styles.whole} aria-hidden="true">
        {centavos !== null && !isRefund && whole}
      </span>
      <span className={styles.words}>
        {isRefund ? (
          <i className={styles.refund} aria-hidden="true">
            {whole}
            {cents}
          </i>
        ) : (
          <i className={styles.cents} aria-hidden="true">
            {centavos !== null && cents}
          </i>
        )}
        <span className={styles.text}>{children}</span>
      </span>
      <span className={styles.category}>{category}</span>
    </li>
  )
}

/** A purchase or refund; it opens its transaction. */
function EntryLine({ entry: { transaction, date, centavos }, now }: { entry: Movement; now: CalendarDate }) {
  const { id, description, category, instalment, type } = transaction
  return (
    <BillLine
      when={<time dateTime={date}>{rowDay(date, now)}</time>}
      centavos={centavos}
      look={date > now ? 'coming' : 'bought'}
      category={type === 'transfer' ? 'Transferência' : (category ?? NO_CATEGORY)}
    >
      <Link to={formAddress(TRANSACTIONS_SCREEN, id)}>{description}</Link>
      {instalment && (
        <small>
          {instalment.number} de {instalment.of}
        </small>
      )}
    </BillLine>
  )
}

interface EntryLinesProps {
  entries: readonly Movement[]
  /** How many are shown before the rest is asked for. */
  most: number
  now: CalendarDate
  /** The last line. */
  children?: ReactNode
}

export function EntryLines({ entries, most, now, children }: EntryLinesProps) {
  const [isWhole, setWhole] = useState(false)
  // A single one more takes no more room than the link to it.
  const shown = isWhole || entries.length <= most + 1 ? entries : entries.slice(0, most)
  const rest = entries.slice(shown.length)
  return (
    <ul className={styles.lines}>
      {shown.map((entry) => (
        <EntryLine key={entry.transaction.id} entry={entry} now={now} />
      ))}
      {rest.length > 0 && (
        <BillLine centavos={rest.reduce((sum, { centavos }) => sum + centavos, 0)}>
          <button type="button" className={styles.action} onClick={() => setWhole(true)}>
            mais {rest.length} {rest.every(({ centavos }) => centavos < 0) ? 'compras' : 'lançamentos'}
          </button>
        </BillLine>
      )}
      {children}
    </ul>
  )
}

/** `8 compras` */
export function countPurchases(count: number): string {
  if (count === 0) return 'nenhuma compra'
  return count === 1 ? '1 compra' : `${count} compras`
}
