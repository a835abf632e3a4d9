import type { Transaction } from '@prumo/shared/transactions'

/** What both forms of the list are given. */
export interface LedgerProps {
  transactions: readonly Transaction[]
  hasMore: boolean
  onReadOn: () => void
  /** How much larger than usual the reader's text is. */
  scale: number
  onEdit: (transaction: Transaction) => void
  onConfirm: (transaction: Transaction) => void
  onDelete: (transaction: Transaction) => void
}
