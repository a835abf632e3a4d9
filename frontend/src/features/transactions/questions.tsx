import type { Transaction } from '@prumo/shared/transactions'
import type { NewCommand } from '../../data/command'
import { useIssue } from '../../data/status'
import { confirmTransaction, deleteTransaction } from '../../data/transaction-commands'
import { centavosOf } from '../../lib/centavos'
import { formatDate } from '../../lib/dates'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog'
import { Dialog } from '../../ui/overlay/dialog'
import { formatFlow } from '../../ui/money-format'

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
  const issue = useIssue()
  const { about, transaction } = question

  function answered(command: NewCommand): void {
    // A second tap, while it closes, is no second answer.
    if (open) void issue(command)
    onClose()
  }

  return about === 'receipt' ? (
    <ReceiptDialog
      open={open}
      transaction={transaction}
      onAnswer={(isReceived) => answered(confirmTransaction(transaction, isReceived))}
      onClose={onClose}
    />
  ) : (
    <ConfirmDialog
      open={open}
      title={
        <>
          Excluir {transaction.description}, <span className="money">{formatFlow(centavosOf(transaction.amount), transaction.type)}</span>
        </>
      }
      text="Tem certeza que deseja excluir esta transação?"
      confirm="Excluir"
      danger
      onConfirm={() => answered(deleteTransaction(transaction))}
      onCancel={onClose}
    />
  )
}

interface ReceiptDialogProps {
  open: boolean
  transaction: Transaction
  onAnswer: (isReceived: boolean) => void
  onClose: () => void
}

/** What was scheduled waits for its answer. */
function ReceiptDialog({ open, transaction, onAnswer, onClose }: ReceiptDialogProps) {
  const { description, amount, type, date } = transaction
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Este valor foi recebido?"
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancelar
          </Button>
          <Button variant="line" onClick={() => onAnswer(false)}>
            Não Recebido
          </Button>
          <Button data-autofocus onClick={() => onAnswer(true)}>
            Sim, Recebido
          </Button>
        </>
      }
    >
      <p>
        {description}, <span className="money">{formatFlow(centavosOf(amount), type)}</span>, com data de {formatDate(date)}.
      </p>
    </Dialog>
  )
}
