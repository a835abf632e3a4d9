import { IconCheck } from '@tabler/icons-react'
import { IconX } from '@tabler/icons-react'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import styles from './status.module.css'

interface StatusProps {
  transaction: Transaction
  onConfirm: (transaction: Transaction) => void
  /** As a button with a border where there is room, as underlined text where there is little. */
  look: 'button' | 'text'
}

/** What became of a transaction; while that is open, the way to say it. */
export function Status({ transaction, onConfirm, look }: StatusProps) {
  const state = stateOf(transaction)
  if (state === 'pending') {
    return (
      <button type="button" className={styles.confirm} data-look={look} onClick={() => onConfirm(transaction)}>
        Confirmar<span className="visually-hidden"> {transaction.description}</span>
      </button>
    )
  }
  if (!transaction.isScheduled) return <span className={styles.status}>Realizada</span>
  const Icon = state === 'settled' ? IconCheck : IconX
  return (
    <span className={styles.status}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {state === 'settled' ? 'Recebido' : 'Não Recebido'}
    </span>
  )
}
