import { useNavigate } from 'react-router-dom'
import { addDays, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'
import { useExpectedTransactions } from '../../data/expected-transactions'
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

export const EXPECTED_NOTE = 'fora das somas'

const MOST_SHOWN = 3

/**
 * The next three expected transactions, beside the latest on the overview. Renders nothing when there is none.
 * @param month restricts the list to this month
 */
export function ExpectedTransactions({ month }: { month: CalendarMonth | null }) {
  const navigate = useNavigate()
  const { data = [], hasMore } = useExpectedTransactions()
  const marks = useSyncMarks('transaction')
  const now = useToday()
  const ahead = data.filter(({ date }) => !month || monthOf(date) === month)
  if (ahead.length === 0) return null
  return (
    <section aria-labelledby="expected">
      <SectionHead
        id="expected"
        title="Previstas"
        note={EXPECTED_NOTE}
        {...((hasMore || ahead.length > MOST_SHOWN) && {
          more: {
            to: rowsAddress({ status: 'pending', month, from: addDays(now, 1) }),
            label: hasMore ? 'Ver todas' : `Ver as ${ahead.length}`,
          },
        })}
      />
      <ul className={styles.list}>
        {ahead
          .slice(-MOST_SHOWN)
          .toReversed()
          .map((transaction) => (
            <li key={transaction.id}>
              <ExpectedLine
                transaction={transaction}
                mark={marks.get(transaction.id)}
                onOpen={({ id }) => void navigate(sheetAddress(id))}
              />
            </li>
          ))}
      </ul>
    </section>
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
