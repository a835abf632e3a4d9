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

/** What an attempt ended with: why not, and whether only the card is in the way. */
interface PreviewFailure {
  text: string
  isOfCard: boolean
}

/** Another plan: what it costs stands there before anyone confirms. */
export function PlanChange({ open, subscription, onClose, onDone }: PlanChangeProps) {
  const account = useAccount()
  const isOffline = useOffline()
  const portal = usePortal()
  const { planId, change: waiting } = subscription
  const [pressed, setPressed] = useState<Plan | null>(null)
  const chosen = pressed && pressed.id !== planId ? pressed : likelyPlan(planId)
  const [isBusy, setBusy] = useState(false)
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
    setBusy(true)
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
      setBusy(false)
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
          <p>Precisa de internet: quem cobra é a Stripe.</p>
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

/** The sum that is paid today, and how it comes about. */
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

/** What a change would cost, asked anew with each choice and after what had made it old. */
function usePreview(
  isAsked: boolean,
  plan: Plan,
  from: string | null,
): { shown: PreviewedPlanChange | null; isFailed: boolean; again: () => void } {
  const account = useAccount()
  const [turn, setTurn] = useState(0)
  const [known, setKnown] = useState<{ of: string; shown: PreviewedPlanChange | null } | null>(null)
  const asked = `${from ?? ''} ${plan.id} ${turn}`
  useEffect(() => {
    if (!isAsked) return
    const leaving = new AbortController()
    previewPlanChange(account, plan.id, leaving.signal).then(
      (shown) => !leaving.signal.aborted && setKnown({ of: asked, shown }),
      (failure: unknown) => {
        if (leaving.signal.aborted) return
        console.error('What a change would cost is not known', failure)
        setKnown({ of: asked, shown: null })
      },
    )
    return () => leaving.abort()
  }, [account, asked, isAsked, plan.id])
  const present = known?.of === asked ? known : null
  return { shown: present?.shown ?? null, isFailed: present !== null && present.shown === null, again: () => setTurn(turn + 1) }
}
