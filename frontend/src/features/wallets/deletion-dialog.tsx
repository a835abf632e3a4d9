import type { Wallet } from '@prumo/shared/wallets'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog'

interface DeletionDialogProps {
  open: boolean
  wallet: Wallet
  onDelete: (wallet: Wallet) => void
  onClose: () => void
}

/** Asks before a wallet is deleted. */
export default function DeletionDialog({ open, wallet, onDelete, onClose }: DeletionDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={`Excluir ${wallet.name}`}
      text="Tem certeza que deseja excluir esta conta? Nada foi lançado nela."
      confirm="Excluir"
      danger
      onConfirm={() => onDelete(wallet)}
      onCancel={onClose}
    />
  )
}
