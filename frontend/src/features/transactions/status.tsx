import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { IconCheck, IconNote, IconX } from '@tabler/icons-react'
import { NO_CATEGORY, stateOf } from '@prumo/shared/transaction-rules'
import type { Recurrence } from '@prumo/shared/recurrences'
import type { Transaction } from '@prumo/shared/transactions'
import { transactionTypeNames } from '../../data/transaction-commands'
import { useRecurrences } from '../../data/recurrences'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { describeIntervalShort } from '../../lib/repeat-texts'
import { receiptName, stateNames } from '../../lib/transaction-state-names'
import { SyncMark } from '../../ui/sync-mark'
import { AttachmentMark } from './attachments/attachment-mark'
import styles from './status.module.css'

interface StatusProps {
  transaction: Transaction
  mark: SyncMarkKind | undefined
  /** Null where it only says the state. */
  onConfirm: ((transaction: Transaction) => void) | null
  /** A bordered button in the wide layout, underlined text in the narrow one. */
  look: 'button' | 'text'
}

/** The state of a transaction or of its queued change. A pending one shows a button that confirms it. */
export function Status({ transaction, mark, onConfirm, look }: StatusProps) {
  const state = stateOf(transaction)
  if (state === 'pending') {
    if (!onConfirm) return <span className={styles.status}>{stateNames.pending.one}</span>
    return (
      <button type="button" className={styles.confirm} data-look={look} onClick={() => onConfirm(transaction)}>
        Confirmar<span className="visually-hidden"> {transaction.description}</span>
      </button>
    )
  }
  if (mark) return <SyncMark mark={mark} />
  if (!transaction.isScheduled)
    return <span className={styles.status}>{transaction.importId === null ? stateNames.settled.one : 'Do extrato'}</span>
  const Icon = state === 'settled' ? IconCheck : IconX
  return (
    <span className={styles.status}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {receiptName(state === 'settled', transaction.type)}
    </span>
  )
}

const NONE: readonly Recurrence[] = []
const RecurrencesContext = createContext<readonly Recurrence[]>(NONE)

/** Reads the recurrences of these rows once, for the `Category` of each. */
export function RecurrencesOfRows({ rows, children }: { rows: readonly Transaction[]; children: ReactNode }) {
  const recurrences = useRecurrences(useMemo(() => rows.some(({ recurrenceId, instalment }) => recurrenceId && !instalment), [rows]))
  return <RecurrencesContext value={recurrences.data ?? NONE}>{children}</RecurrencesContext>
}

/** `· mensal`; `· repete` until the recurrence is loaded. */
function Repeating({ id }: { id: string }) {
  const recurrence = useContext(RecurrencesContext).find((each) => each.id === id)
  return <>{recurrence ? ` · ${describeIntervalShort(recurrence)}` : ' · repete'}</>
}

/** The category, with the instalment or interval. Shows the sync mark of a pending transaction, whose status is a button. */
export function CategoryText({ transaction, mark }: Pick<StatusProps, 'transaction' | 'mark'>) {
  if (mark && stateOf(transaction) === 'pending') return <SyncMark mark={mark} />
  const { type, category, recurrenceId, instalment } = transaction
  return (
    <>
      {type === 'transfer' ? transactionTypeNames.transfer : (category ?? NO_CATEGORY)}
      {instalment ? ` · ${instalment.number}/${instalment.of}` : recurrenceId && <Repeating id={recurrenceId} />}
    </>
  )
}

interface CategoryProps extends Pick<StatusProps, 'transaction' | 'mark'> {
  /** The name that follows the category, if any. */
  wallet?: string
}

/** The category with the wallet, and the marks of a note and of receipts behind them. */
export function Category({ transaction, mark, wallet = '' }: CategoryProps) {
  const filed = (
    <>
      <CategoryText transaction={transaction} mark={mark} />
      {wallet && `, ${wallet}`}
    </>
  )
  const { note, attachmentCount } = transaction
  if ((!note && attachmentCount === 0) || (mark && stateOf(transaction) === 'pending')) return filed
  return (
    <span className={styles.noted}>
      <span>{filed}</span>
      {note && (
        <>
          <IconNote size={16} stroke={1.75} aria-hidden />
          <span className="visually-hidden">, com observação</span>
        </>
      )}
      <AttachmentMark transaction={transaction} before=", " />
    </span>
  )
}
