import { useState } from 'react'
import type { WaitingChange } from '@prumo/shared/subscriptions'
import { useAccount } from '../../data/account'
import { isPlanId } from '../../data/checkout'
import { useOffline } from '../../data/connection'
import { keepCurrentPlan } from '../../data/plan-change'
import type { SubscriptionWithChange } from '../../data/subscription'
import { refusalOf } from '../../data/refusal'
import { Button } from '../../ui/button'
import { StatusLine } from '../../ui/status-line'
import { Fact } from './facts'
import { waitingText } from './plan-change-texts'
import styles from './subscription-tab.module.css'

/** The scheduled plan, with a button that keeps the current one. */
export function WaitingPlan({ subscription, change }: { subscription: SubscriptionWithChange; change: WaitingChange }) {
  const account = useAccount()
  const isOffline = useOffline()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { planId, priceId } = subscription
  const canKeep = isPlanId(planId) && priceId !== null

  async function keep(): Promise<void> {
    if (!canKeep) return
    setBusy(true)
    setFailure(null)
    try {
      await keepCurrentPlan(account, { planId, priceId })
    } catch (refused) {
      console.error('The change of plan was not taken back', refused)
      setFailure(refusalOf(refused).text)
      setBusy(false)
    }
  }

  return (
    <Fact
      label="Depois"
      action={
        canKeep && (
          <Button variant="quiet" size="sm" className={styles.change} disabled={isOffline} busy={isBusy} onClick={() => void keep()}>
            {isBusy ? 'Um momento…' : 'Manter o plano de agora'}
          </Button>
        )
      }
    >
      {waitingText(change)}
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </Fact>
  )
}
