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

/** The way to ask for a deposit or a withdrawal, and the dialog to be drawn somewhere on the page: on what there was when it opened. */
export function useMovementDialog(fund: EmergencyFund | null, standing: FundStanding | null, owner: FundOwner) {
  const { asked, open, close } = useMovementAddress()
  const { outbox } = useAccount()
  usePrefetch(MovementDialog)
  // Until it is known what there is, nothing can be asked about it.
  const shown = standing && asked && { asked, fund, balance: standing.currentAmount, ...targetNote(fund, standing) }
  const { last, opening } = useLastShown(shown, shown && asked)

  const dialog: ReactNode = last && (
    <MovementDialog
      isWanted={shown !== null}
      onUnwanted={close}
      movement={last.asked}
      opening={opening}
      open={shown !== null}
      balance={last.balance}
      missing={last.missing}
      note={last.note}
      onClose={close}
      onMove={(draft) => {
        void outbox.enqueue(moveFund(last.fund, draft, owner), { replaces: last.asked.instead })
        close()
      }}
    />
  )
  return { open, dialog }
}

/** What is missing, and what the first deposit does to the target: said before it happens. */
function targetNote(
  fund: EmergencyFund | null,
  { targetAmount, remainingAmount, monthlyExpenseAverage }: FundStanding,
): { missing: number; note: string | null } {
  const next = fund ? targetAmount : firstTarget(monthlyExpenseAverage)
  if (next === targetAmount) return { missing: remainingAmount, note: null }
  return { missing: next, note: `Com este depósito, a meta passa de ${formatCentavos(targetAmount)} para ${formatCentavos(next)}.` }
}
