import type { Transaction } from '@prumo/shared/transactions'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { formatFlow } from '../../../ui/money/money-format'
import { centavosOf } from '../../../lib/centavos'

interface DeleteDialogProps {
  open: boolean
  transaction: Transaction
  onDelete: () => void
  onClose: () => void
}

export function DeleteDialog({ open, transaction, onDelete, onClose }: DeleteDialogProps) {
  return (
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
      onConfirm={onDelete}
      onCancel={onClose}
    />
  )
}
