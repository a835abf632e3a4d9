import { Link, useNavigate } from 'react-router-dom'
import { addDays, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'
import { OVERVIEW_DAYS } from '../../data/api-requests'
import { billName, useDueBills, type DueBill } from '../../data/due-bills'
import { useExpectedTransactions } from '../../data/expected-transactions'
import { walletAddress } from '../../data/screens'
import { useSyncMarks } from '../../data/sync-status'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { formatShortDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { Money } from '../../ui/money'
import { SyncMark } from '../../ui/sync-mark'
import { SectionHead } from '../../ui/section-head'
import { rowsAddress } from './filters-address'
import { RowDescription, useRowWallets } from './row-wallets'
import { sheetAddress } from './sheet-address'
import styles from './expected.module.css'

export const EXPECTED_NOTE = 'ainda não aconteceram; não entram nos totais'

const MOST_SHOWN = 3

/**
 * The next three expected transactions and bills, beside the latest on the overview. Renders nothing when there is none.
 * @param month restricts the list to this month
 */
export function ExpectedTransactions({ month }: { month: CalendarMonth | null }) {
  const navigate = useNavigate()
  const { data = [], hasMore } = useExpectedTransactions()
  const marks = useSyncMarks('transaction')
  const now = useToday()
  const bills = useDueBills().filter(({ bill }) => bill.dueOn <= addDays(now, OVERVIEW_DAYS))
  const transactions = data.filter(({ date }) => !month || monthOf(date) === month)
  const ahead: ExpectedEntry[] = [
    ...transactions.toReversed().map((transaction) => ({ date: transaction.date, transaction })),
    ...bills.map((due) => ({ date: due.bill.dueOn, due })).filter(({ date }) => !month || monthOf(date) === month),
  ]
  if (ahead.length === 0) return null
  const shown = ahead.sort((one, other) => one.date.localeCompare(other.date)).slice(0, MOST_SHOWN)
  const left = transactions.length - shown.filter(({ transaction }) => transaction).length
  return (
    <section aria-labelledby="expected">
      <SectionHead
        id="expected"
        title="Previstas"
        note={EXPECTED_NOTE}
        {...((hasMore || left > 0) && {
          more: {
            to: rowsAddress({ status: 'pending', month, from: addDays(now, 1) }),
            label: hasMore ? 'Ver todas' : `Ver as ${transactions.length}`,
          },
        })}
      />
      <ul className={styles.list}>
        {shown.map(({ transaction, due }) =>
          transaction ? (
            <li key={transaction.id}>
              <ExpectedLine
                transaction={transaction}
                mark={marks.get(transaction.id)}
                onOpen={({ id }) => void navigate(sheetAddress(id))}
              />
            </li>
          ) : (
            due && (
              <li key={`${due.card.id} ${due.bill.month}`}>
                <BillLine due={due} />
              </li>
            )
          ),
        )}
      </ul>
    </section>
  )
}

/** A transaction or a bill of its day. */
interface ExpectedEntry {
  date: CalendarDate
  transaction?: Transaction
  due?: DueBill
}

/** A bill on one line, which leads to the page of its card. */
function BillLine({ due: { card, bill, left } }: { due: DueBill }) {
  const now = useToday()
  return (
    <div className={styles.line}>
      <Link to={walletAddress(card.id)} className={styles.open}>
        {billName(card)}
      </Link>
      <small>
        {bill.dueOn < now && 'atrasada, '}
        {formatShortDate(bill.dueOn, now)}
      </small>
      <Money centavos={left} type="expense" expected />
    </div>
  )
}

interface ExpectedLineProps {
  transaction: Transaction
  mark: SyncMarkKind | undefined
  onOpen: (transaction: Transaction) => void
}

/** An expected transaction on one line: description, date and amount. */
export function ExpectedLine({ transaction, mark, onOpen }: ExpectedLineProps) {
  const now = useToday()
  const { description, amount, type, date } = transaction
  const { sideOf } = useRowWallets()
  return (
    <div className={styles.line}>
      <button type="button" className={styles.open} aria-label={`Editar ${description}`} onClick={() => onOpen(transaction)}>
        <RowDescription transaction={transaction} />
      </button>
      <small>{mark ? <SyncMark mark={mark} /> : formatShortDate(date, now)}</small>
      <Money centavos={amount} type={type} side={sideOf(transaction)} expected />
    </div>
  )
}
