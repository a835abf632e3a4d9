import type { Balance } from '../../data/balance-commands'
import { Dialog } from '../../ui/overlay/dialog'
import { BalanceForm } from './balance-form'

interface BalanceDialogProps {
  open: boolean
  seen: Balance | null
  /** In centavos. */
  initial: number
  onClose: () => void
}

/** Asks for the balance again, in a dialog over the screen. */
export default function BalanceDialog({ open, seen, initial, onClose }: BalanceDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Quanto você tem na conta hoje?">
      <BalanceForm seen={seen} initial={initial} onStated={onClose} />
    </Dialog>
  )
}
