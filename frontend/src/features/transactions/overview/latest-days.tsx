import type { Transaction } from '@prumo/shared/transactions'
import { formatDay } from '../../../lib/dates'
import { dayItems } from '../ledger/day-items'
import { DayRow } from '../ledger/day-row'
import styles from '../ledger/ledger-days.module.css'

interface LatestDaysProps {
  transactions: readonly Transaction[]
  onOpen: (transaction: Transaction) => void
  onConfirm: (transaction: Transaction) => void
}

export function LatestDays({ transactions, onOpen, onConfirm }: LatestDaysProps) {
  return (
    <ul className={styles.list}>
      {dayItems(transactions).map((item) =>
        item.kind === 'day' ? (
          <li key={item.date} className={styles.day}>
            {formatDay(item.date)}
          </li>
        ) : (
          <li key={item.transaction.id} className={styles.row}>
            <DayRow transaction={item.transaction} onOpen={onOpen} onConfirm={onConfirm} />
          </li>
        ),
      )}
    </ul>
  )
}
