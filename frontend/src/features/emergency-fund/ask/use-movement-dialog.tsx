import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import type { FundStanding } from '@prumo/shared/emergency-fund-rules'
import { useLastShown } from '../../../ui/dialog/use-last-shown'
import { useIdle } from '../../../ui/idle'
import { useMoveFund } from '../calls/move-fund'
import type { Account } from '../fund/fund-changes'
import { useMovementAddress } from './movement-address'

const load = () => import('./movement-dialog')
const MovementDialog = lazy(load)

/** The way to ask for a deposit or a withdrawal, and the dialog to be drawn somewhere on the page. */
export function useMovementDialog(fund: EmergencyFund | null, standing: FundStanding | null, account: Account) {
  const { asked, open, close } = useMovementAddress()
  const move = useMoveFund(account)
  const idle = useIdle()
  // Until it is known what there is, nothing can be asked about it.
  const shown = standing && asked
  const { last } = useLastShown(shown)

  useEffect(() => {
    if (idle) void load()
  }, [idle])

  const dialog: ReactNode = standing && last && (
    <Suspense fallback={null}>
      <MovementDialog
        movement={last}
        open={shown !== null}
        balance={standing.currentAmount}
        missing={standing.remainingAmount}
        onClose={close}
        onMove={(draft) => {
          close()
          move(fund, draft)
        }}
      />
    </Suspense>
  )
  return { open, dialog }
}
