import type { Transaction } from '@prumo/shared/transactions'
import { formatDate } from '../../../lib/dates'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { formatFlow } from '../../../ui/money/money-format'
import { centavosOf } from '../../../lib/centavos'

interface ConfirmReceiptDialogProps {
  open: boolean
  transaction: Transaction
  onAnswer: (isReceived: boolean) => void
  onClose: () => void
}

/** What was scheduled waits for its answer. */
export function ConfirmReceiptDialog({ open, transaction, onAnswer, onClose }: ConfirmReceiptDialogProps) {
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
