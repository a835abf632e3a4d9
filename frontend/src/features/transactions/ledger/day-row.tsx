import { memo } from 'react'
import { NO_CATEGORY, stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { Money } from '../../../ui/money/money'
import { centavosOf } from '../../../lib/centavos'
import { Status } from '../status/status'
import styles from './ledger-days.module.css'

interface DayRowProps {
  transaction: Transaction
  onOpen: (transaction: Transaction) => void
  onConfirm: (transaction: Transaction) => void
}

/** A transaction under its day, as the four corners of a list row. */
export const DayRow = memo(function DayRow({ transaction, onOpen, onConfirm }: DayRowProps) {
  const { description, category, amount, type } = transaction
  return (
    <>
      <button type="button" className={styles.open} aria-label={`Editar ${description}`} onClick={() => onOpen(transaction)}>
        {description}
      </button>
      <span className={styles.amount}>
        <Money centavos={centavosOf(amount)} type={type} struck={stateOf(transaction) === 'not_received'} />
      </span>
      <small className={styles.category}>{category ?? NO_CATEGORY}</small>
      <small className={styles.status}>
        <Status transaction={transaction} onConfirm={onConfirm} look="text" />
      </small>
    </>
  )
})
