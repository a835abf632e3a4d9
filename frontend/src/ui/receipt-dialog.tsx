import type { ReactNode } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { formatDate } from '../lib/dates'
import { receiptWords } from '../lib/transaction-state-names'
import { Button } from './button'
import { formatFlow } from './money-format'
import { Dialog } from './overlay/dialog'

interface ReceiptDialogProps {
  open: boolean
  transaction: Transaction
  onAnswer: (isReceived: boolean) => void
  onClose: () => void
  /** The id of the form in `children`: saying yes then submits it, instead of answering at once. */
  form?: string
  /** Asked with a yes. */
  children?: ReactNode
}

/** Asks whether a scheduled transaction was received or paid. */
export function ReceiptDialog({ open, transaction, onAnswer, onClose, form, children }: ReceiptDialogProps) {
  const { description, amount, type, date } = transaction
  const { question, yes, no } = receiptWords(type)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={question}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancelar
          </Button>
          <Button variant="line" onClick={() => onAnswer(false)}>
            {no}
          </Button>
          <Button data-autofocus {...(form === undefined ? { onClick: () => onAnswer(true) } : { type: 'submit', form })}>
            {yes}
          </Button>
        </>
      }
    >
      <p>
        {description}, <span className="money">{formatFlow(amount, type)}</span>, com data de {formatDate(date)}.
      </p>
      {children}
    </Dialog>
  )
}
