import { useEffect, useState } from 'react'
import { formatCentavos } from '@prumo/shared/money'
import type { Plan } from '@prumo/shared/plans'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import { changePlan, isOutdated, isUnpaid, previewPlanChange, type PreviewedPlanChange } from '../../data/plan-change'
import { usePortal, type SubscriptionWithChange } from '../../data/subscription'
import { refusalOf } from '../../data/refusal'
import { Button } from '../../ui/button'
import { LoadFailure } from '../../ui/load-failure'
import { Dialog } from '../../ui/overlay/dialog'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StatusLine } from '../../ui/status-line'
import styles from './plan-change.module.css'
import { PlanChoice } from './plan-choice'
import { dueLines, isLonger, laterText, likelyPlan, otherPlans, findPlan } from './plan-change-texts'

interface PlanChangeProps {
  open: boolean
  subscription: SubscriptionWithChange
  onClose: () => void
  onDone: () => void
}

/** The reason of a failed change, and whether another card would help. */
interface PreviewFailure {
  text: string
  isOfCard: boolean
}

/** Changes the plan. Shows the costs before the confirmation. */
export function PlanChange({ open, subscription: present, onClose, onDone }: PlanChangeProps) {
  const account = useAccount()
  const isOffline = useOffline()
  const portal = usePortal()
  // What is confirmed stays in sight: the changed subscription may arrive long before the answer.
  const [confirmed, setConfirmed] = useState<SubscriptionWithChange | null>(null)
  const subscription = confirmed ?? present
  const isBusy = confirmed !== null
  const { planId, change: waiting } = subscription
  const [pressed, setPressed] = useState<Plan | null>(null)
  const chosen = pressed && pressed.id !== planId ? pressed : likelyPlan(planId)
  const [failure, setFailure] = useState<PreviewFailure | null>(null)
  const { shown, isFailed, again } = usePreview(open && !isOffline, chosen, planId)
  const longer = isLonger(chosen, planId)
  const isCardless = longer && subscription.paymentMethodLast4 === null
  const leadsToCard = isCardless || failure?.isOfCard === true

  function close(): void {
    setPressed(null)
    setFailure(null)
    onClose()
  }

  async function confirm(): Promise<void> {
    if (!shown) return
    setConfirmed(subscription)
    setFailure(null)
    try {
      await changePlan(account, shown)
      close()
      onDone()
    } catch (refused) {
      console.error('The plan was not changed', refused)
      setFailure({ text: refusalOf(refused).text, isOfCard: isUnpaid(refused) })
      if (isOutdated(refused)) again()
    } finally {
      setConfirmed(null)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Mudar de plano"
      actions={
        <>
          <Button variant="line" data-autofocus onClick={close}>
            Manter o plano de agora
          </Button>
          {leadsToCard ? (
            <Button disabled={isOffline} busy={portal.isOpening} onClick={portal.open}>
              {portal.isOpening ? 'Um momento…' : isCardless ? 'Guardar um cartão' : 'Abrir a Stripe'}
            </Button>
          ) : (
            <Button disabled={isOffline || !shown || waiting?.planId === chosen.id} busy={isBusy} onClick={() => void confirm()}>
              {isBusy ? 'Mudando…' : longer ? 'Pagar e mudar' : 'Marcar a mudança'}
            </Button>
          )}
        </>
      }
    >
      <PlanChoice
        plans={otherPlans(planId)}
        chosen={chosen.id}
        waiting={waiting?.planId ?? null}
        isHeld={isBusy}
        onChoose={(id) => {
          setFailure(null)
          setPressed(findPlan(id))
        }}
      />
      <div className={styles.due} aria-live="polite">
        {isOffline ? (
          <p>Precisa de internet para mudar a assinatura.</p>
        ) : isFailed ? (
          <LoadFailure what="o valor" onRetry={again} />
        ) : !shown ? (
          <DueSkeleton />
        ) : longer ? (
          <Due plan={chosen} shown={shown} />
        ) : (
          <>
            <p className={styles.today}>Hoje você não paga nada</p>
            <p>{laterText(chosen, shown)}</p>
          </>
        )}
      </div>
      {isCardless && !failure && <StatusLine>A mudança é paga na hora, com cartão, e nenhum está guardado.</StatusLine>}
      {failure && <StatusLine tone="danger">{failure.text}</StatusLine>}
      {portal.failure && <StatusLine tone="danger">{portal.failure}</StatusLine>}
    </Dialog>
  )
}

/** The amount due today and how it is computed. */
function Due({ plan, shown }: { plan: Plan; shown: PreviewedPlanChange }) {
  return (
    <>
      <dl className={styles.sum}>
        {dueLines(plan, shown).map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCentavos(amount)}</dd>
          </div>
        ))}
        <div className={styles.today}>
          <dt>Hoje você paga</dt>
          <dd>{formatCentavos(shown.amountDue)}</dd>
        </div>
      </dl>
      <p>O novo período começa hoje.</p>
    </>
  )
}

function DueSkeleton() {
  return (
    <Loading what="o valor">
      <div className={styles.skeleton}>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height="1.5rem" />
        ))}
      </div>
    </Loading>
  )
}

/** Loads the costs of a change, again for each choice and after `again`. */
function usePreview(
  isEnabled: boolean,
  plan: Plan,
  from: string | null,
): { shown: PreviewedPlanChange | null; isFailed: boolean; again: () => void } {
  const account = useAccount()
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ of: string; shown: PreviewedPlanChange | null } | null>(null)
  const requestKey = `${from ?? ''} ${plan.id} ${attempt}`
  useEffect(() => {
    if (!isEnabled) return
    const leaving = new AbortController()
    previewPlanChange(account, plan.id, leaving.signal).then(
      (shown) => !leaving.signal.aborted && setResult({ of: requestKey, shown }),
      (failure: unknown) => {
        if (leaving.signal.aborted) return
        console.error('What a change would cost is not known', failure)
        setResult({ of: requestKey, shown: null })
      },
    )
    return () => leaving.abort()
  }, [account, requestKey, isEnabled, plan.id])
  const present = result?.of === requestKey ? result : null
  return { shown: present?.shown ?? null, isFailed: present !== null && present.shown === null, again: () => setAttempt(attempt + 1) }
}
