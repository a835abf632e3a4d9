import type { Transaction } from '@prumo/shared/transactions'
import { useConfirmTransaction } from '../calls/confirm-transaction'
import { useDeleteTransaction } from '../calls/delete-transaction'
import { ConfirmReceiptDialog } from './confirm-receipt-dialog'
import { DeleteDialog } from './delete-dialog'

export interface Question {
  about: 'receipt' | 'deletion'
  transaction: Transaction
}

interface QuestionsProps {
  /** The one being asked, or the last one while it closes. */
  question: Question
  open: boolean
  onClose: () => void
}

/** What is asked before something is done to a transaction. */
export default function Questions({ question, open, onClose }: QuestionsProps) {
  const confirm = useConfirmTransaction()
  const remove = useDeleteTransaction()
  const { about, transaction } = question

  function answer(isReceived: boolean): void {
    confirm(transaction, isReceived)
    onClose()
  }

  function leave(): void {
    remove(transaction)
    onClose()
  }

  return about === 'receipt' ? (
    <ConfirmReceiptDialog open={open} transaction={transaction} onAnswer={answer} onClose={onClose} />
  ) : (
    <DeleteDialog open={open} transaction={transaction} onDelete={leave} onClose={onClose} />
  )
}
