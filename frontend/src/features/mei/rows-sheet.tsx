import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatCentavos } from '@prumo/shared/money'
import type { Transaction } from '@prumo/shared/transactions'
import type { MeiProfileEntity } from '../../data/mei-commands'
import { useMeiRows } from '../../data/mei-rows'
import { formatDate, formatMonth } from '../../lib/dates'
import { Button } from '../../ui/button'
import { LoadFailure } from '../../ui/load-failure'
import { Money } from '../../ui/money'
import { Sheet } from '../../ui/overlay/sheet'
import { Loading, Skeleton } from '../../ui/skeleton'
import { transactionAddress } from './mei-address'
import { firstRows, rowsByMonth, type MeiRowsQuestion } from './mei-rows'
import { capital } from './mei-texts'
import styles from './rows-sheet.module.css'

/** A figure, and the rows that it is made from. */
export interface ShownFigure {
  question: MeiRowsQuestion
  title: string
  /** The figure; null where only its rows are shown. */
  figure: number | null
}

interface RowsSheetProps {
  open: boolean
  shown: ShownFigure
  profile: MeiProfileEntity
  onClose: () => void
}

/** The transactions that a figure counts, by month. */
export default function RowsSheet({ open, shown, profile, onClose }: RowsSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={shown.title}>
      {open && <Rows shown={shown} profile={profile} />}
    </Sheet>
  )
}

/** So many rows are rendered at once. */
const SHOWN = 200

function Rows({ shown: { question, figure }, profile }: Pick<RowsSheetProps, 'shown' | 'profile'>) {
  const [most, setMost] = useState(SHOWN)
  const isCosts = question.part === 'costs'
  const reading = useMeiRows(question.period, isCosts ? 'expense' : 'income')
  if (reading.isFailed) return <LoadFailure what="as transações" onRetry={reading.retry} />
  if (!reading.data) {
    return (
      <Loading what="as transações">
        <Skeleton height="16rem" />
      </Loading>
    )
  }
  const months = rowsByMonth(reading.data, profile, question)
  const count = months.reduce((sum, { rows }) => sum + rows.length, 0)
  const missing = figure === null ? 0 : figure - months.reduce((sum, month) => sum + month.sum, 0)
  if (count === 0) return <p className={styles.none}>Nenhuma transação.</p>
  return (
    <>
      {firstRows(months, most).map(({ month, rows, sum }) => (
        <section key={month} aria-label={formatMonth(month)} className={styles.month}>
          <h3>
            <span>{capital(formatMonth(month))}</span>
            <data className="money">{formatCentavos(sum)}</data>
          </h3>
          <ul>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        </section>
      ))}
      {count > most && (
        <Button variant="line" block onClick={() => setMost(most + SHOWN)}>
          Ver mais {Math.min(SHOWN, count - most)}
        </Button>
      )}
      {missing !== 0 && (
        <p className={styles.missing}>
          A conta inteira é {formatCentavos(figure ?? 0)}. {formatCentavos(Math.abs(missing))}{' '}
          {missing > 0 ? 'vêm de vendas recebidas em outra época.' : 'ainda não entraram nela.'}
        </p>
      )}
    </>
  )
}

function Row({ row: { id, description, date, category, amount, type, fiscal } }: { row: Transaction }) {
  return (
    <li>
      <Link to={transactionAddress(id)} className={styles.row}>
        <span>
          <b>{description}</b>
          <small>
            {formatDate(date)}
            {category && `, ${category}`}
            {fiscal?.hasInvoice && ', com nota'}
          </small>
        </span>
        <Money centavos={amount} type={type} />
      </Link>
    </li>
  )
}
