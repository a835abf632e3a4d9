import { IconCheck, IconX } from '@tabler/icons-react'
import { NO_CATEGORY, stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { useRecurrences } from '../../data/recurrences'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { describeIntervalShort } from '../../lib/repeat-texts'
import { SyncMark } from '../../ui/sync-mark'
import styles from './status.module.css'

interface StatusProps {
  transaction: Transaction
  mark: SyncMarkKind | undefined
  onConfirm: (transaction: Transaction) => void
  /** As a button with a border where there is room, as underlined text where there is little. */
  look: 'button' | 'text'
}

/** What became of a transaction or of what was changed in it; while it waits for an answer, the way to say it. */
export function Status({ transaction, mark, onConfirm, look }: StatusProps) {
  const state = stateOf(transaction)
  if (state === 'pending') {
    return (
      <button type="button" className={styles.confirm} data-look={look} onClick={() => onConfirm(transaction)}>
        Confirmar<span className="visually-hidden"> {transaction.description}</span>
      </button>
    )
  }
  if (mark) return <SyncMark mark={mark} />
  if (!transaction.isScheduled) return <span className={styles.status}>{transaction.importId === null ? 'Realizada' : 'Do extrato'}</span>
  const Icon = state === 'settled' ? IconCheck : IconX
  return (
    <span className={styles.status}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {state === 'settled' ? 'Recebido' : 'Não Recebido'}
    </span>
  )
}

/** `· mensal`, once it is known how it repeats. */
function Repeating({ id }: { id: string }) {
  const recurrence = useRecurrences().data?.find((each) => each.id === id)
  return recurrence ? ` · ${describeIntervalShort(recurrence)}` : ' · repete'
}

/** What a transaction is filed under, and that it is one of several; the mark of one whose status is a button stands here. */
export function Category({ transaction, mark }: Pick<StatusProps, 'transaction' | 'mark'>) {
  if (mark && stateOf(transaction) === 'pending') return <SyncMark mark={mark} />
  const { category, recurrenceId, instalment } = transaction
  return (
    <>
      {category ?? NO_CATEGORY}
      {instalment ? ` · ${instalment.number}/${instalment.of}` : recurrenceId && <Repeating id={recurrenceId} />}
    </>
  )
}
