import type { ReactNode } from 'react'
import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import type { FundStanding } from '@prumo/shared/emergency-fund-rules'
import { formatCentavos } from '@prumo/shared/money'
import { moveFund, type FundOwner } from '../../data/emergency-fund-commands'
import { useAccount } from '../../data/account'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useLastShown } from '../../ui/use-last-shown'
import { useMovementAddress } from './movement-address'
import { firstTarget } from './fund-figures'

const MovementDialog = lazyPart(() => import('./movement-dialog'), { what: 'o formulário' })

/** A function that opens the dialog of a deposit or a withdrawal, and the dialog to render. The dialog keeps the amounts it opened with. */
export function useMovementDialog(fund: EmergencyFund | null, standing: FundStanding | null, owner: FundOwner) {
  const { movement, open, close } = useMovementAddress()
  const { outbox } = useAccount()
  usePrefetch(MovementDialog)
  // The dialog needs the balance: wait until it is loaded.
  const shown = standing && movement && { movement, fund, balance: standing.currentAmount, ...targetNote(fund, standing) }
  const { last, opening } = useLastShown(shown, shown && movement)

  const dialog: ReactNode = last && (
    <MovementDialog
      isRequested={shown !== null}
      onDismissFailure={close}
      movement={last.movement}
      opening={opening}
      open={shown !== null}
      balance={last.balance}
      missing={last.missing}
      note={last.note}
      onClose={close}
      onMove={(draft) => {
        void outbox.enqueue(moveFund(last.fund, draft, owner), { replaces: last.movement.replaces })
        close()
      }}
    />
  )
  return { open, dialog }
}

/** The missing amount, and how the first deposit changes the target. */
function targetNote(
  fund: EmergencyFund | null,
  { targetAmount, remainingAmount, monthlyExpenseAverage }: FundStanding,
): { missing: number; note: string | null } {
  const next = fund ? targetAmount : firstTarget(monthlyExpenseAverage)
  if (next === targetAmount) return { missing: remainingAmount, note: null }
  return { missing: next, note: `Com este depósito, a meta passa de ${formatCentavos(targetAmount)} para ${formatCentavos(next)}.` }
}
