import { useState } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import type { NewCommand } from '../../data/sync/command'
import { useAccount } from '../../data/account'
import { confirmTransaction, deleteTransaction } from '../../data/transaction-commands'
import { formatDayOfMonth } from '../../lib/dates'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog'
import { Dialog } from '../../ui/overlay/dialog'
import { formatFlow } from '../../ui/money-format'
import { ReceiptDialog } from '../../ui/receipt-dialog'
import { ScopeChoice, type RecurrenceScope } from './scope-choice'
import { TransferDialog } from './transfer-dialog'
import { isOneOfSeveral, type RecurringTransaction } from './recurring-transaction'
import { useRecurring } from './use-recurring'

export interface ConfirmDialogRequest {
  about: 'receipt' | 'deletion' | 'transfer'
  transaction: Transaction
}

interface ConfirmDialogsProps {
  /** The open request; after that the last one, until its dialog has faded out. */
  question: ConfirmDialogRequest
  open: boolean
  onClose: () => void
}

/** The dialogs that confirm a change to a transaction. */
export default function ConfirmDialogs({ question, open, onClose }: ConfirmDialogsProps) {
  const { outbox } = useAccount()
  const { about, transaction } = question

  function enqueueAndClose(command: NewCommand): void {
    // Ignore a second tap while the dialog closes.
    if (open) void outbox.enqueue(command)
    onClose()
  }

  if (about === 'transfer') return <TransferDialog open={open} transaction={transaction} onAnswer={enqueueAndClose} onClose={onClose} />
  return about === 'receipt' ? (
    <ReceiptDialog
      open={open}
      transaction={transaction}
      onAnswer={(isReceived) => enqueueAndClose(confirmTransaction(transaction, isReceived))}
      onClose={onClose}
    />
  ) : isOneOfSeveral(transaction) ? (
    <DeletionOfSeveral open={open} transaction={transaction} onAnswer={enqueueAndClose} onClose={onClose} />
  ) : (
    <ConfirmDialog
      open={open}
      title={<DeletionTitle transaction={transaction} />}
      text="Tem certeza que deseja excluir esta transação?"
      confirm="Excluir"
      danger
      onConfirm={() => enqueueAndClose(deleteTransaction(transaction))}
      onCancel={onClose}
    />
  )
}

function DeletionTitle({ transaction: { description, amount, type } }: { transaction: Transaction }) {
  return (
    <>
      Excluir {description}, <span className="money">{formatFlow(amount, type)}</span>
    </>
  )
}

interface DeletionOfSeveralProps {
  open: boolean
  transaction: RecurringTransaction
  onAnswer: (command: NewCommand) => void
  onClose: () => void
}

/** Asks whether to delete this occurrence alone or with the later ones. */
function DeletionOfSeveral({ open, transaction, onAnswer, onClose }: DeletionOfSeveralProps) {
  const [scope, setScope] = useState<RecurrenceScope>('one')
  const { words, ending } = useRecurring(transaction)
  const day = formatDayOfMonth(transaction.date)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<DeletionTitle transaction={transaction} />}
      actions={
        <>
          <Button variant="line" data-autofocus onClick={onClose}>
            Cancelar
          </Button>
          <Button variant="danger" onClick={() => onAnswer(scope === 'one' ? deleteTransaction(transaction) : ending())}>
            Excluir
          </Button>
        </>
      }
    >
      <p>Tem certeza que deseja excluir esta transação? Ela {words}.</p>
      <ScopeChoice
        value={scope}
        onChange={setScope}
        about={{ one: day, all: `Deixa de se repetir em ${day}` }}
        note="O que já foi confirmado fica. Dá para desfazer no histórico."
      />
    </Dialog>
  )
}
