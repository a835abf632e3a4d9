import { useEffect, useState, type FormEvent } from 'react'
import { formatCentavos } from '@prumo/shared/money'
import { DEFAULT_PLAN, type PlanId } from '@prumo/shared/plans'
import { opens } from '@prumo/shared/subscription-texts'
import { checkoutFailure, isPlanId, storePlan, storedPlan, createPaymentPage, planOf, plansOnSale, planTexts } from '../../data/checkout'
import { messageOf } from '../../lib/api'
import { saveArrival } from '../../lib/arrival'
import { useBrowserValue } from '../../lib/browser-value'
import { session } from '../../lib/session'
import { whenSignedIn } from '../../lib/shared-session'
import { usePageNavigate } from '../../lib/page-navigate'
import { Button } from '../../ui/button'
import { OpenApp, PublicFrame } from '../../ui/public-frame'
import { StatusLine } from '../../ui/status-line'
import { PlanRows } from './plan-rows'
import { isSuspended, createPortalSession, fetchSubscription, type PlanSubscription } from './plan-subscription'
import { SubscriptionBanner } from './subscription-banner'
import { useSignOutFlow } from './use-sign-out-flow'
import styles from './plans-page.module.css'

/** How often the page checks whether the payment has arrived. */
const REFRESH_MS = 10_000

/** The plan of the URL or the device, and the notice about a payment that was cancelled or failed. */
interface PlansQuery {
  plan: PlanId | null
  warning: 'canceled' | 'error' | null
}

function plansQueryOf(): PlansQuery {
  const query = new URLSearchParams(window.location.search)
  const planId = query.get('plano') ?? storedPlan()
  return {
    plan: isPlanId(planId) ? planId : null,
    warning: query.get('canceled') === 'true' ? 'canceled' : query.get('error') === 'true' ? 'error' : null,
  }
}

/** The four plans. The button leads to registration, or a signed-in person to the payment. */
export function Component() {
  const visit = usePageNavigate()
  const { plan, warning } = useBrowserValue(plansQueryOf, emptyPlansQuery)
  const [pressed, setPressed] = useState<PlanId | null>(null)
  const [subscription, setSubscription] = useState<PlanSubscription | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const suspended = subscription && isSuspended(subscription) ? subscription : null
  const suspendedPlan = suspended && isPlanId(suspended.planId) ? suspended.planId : null
  const chosen = suspendedPlan ?? pressed ?? plan ?? DEFAULT_PLAN
  const { duration, price } = planOf(chosen)
  const { signOut, question } = useSignOutFlow()
  // The app would redirect these subscriptions back here: offer no link to it. A new person may look around.
  const isShut = subscription !== null && (suspended !== null || subscription.status !== 'other')

  useEffect(() => {
    // Without an answer the plans stay usable, because the server checks each purchase.
    const checkSubscription = () =>
      fetchSubscription().then(
        (now) => (opens(now, Date.now()) ? visit('/dashboard', { replace: true }) : setSubscription(now)),
        () => {
          const now = session()
          if (now.status !== 'signed-out') return
          if (now.end !== 'signed-out') saveArrival({ from: '/plans', expired: true })
          visit('/login')
        },
      )
    let interval: ReturnType<typeof setInterval> | undefined
    const cancel = whenSignedIn(() => {
      void checkSubscription()
      // Stripe's confirmation may arrive after the person returns, or another tab may pay: keep checking.
      interval = setInterval(() => document.visibilityState === 'visible' && void checkSubscription(), REFRESH_MS)
    })
    return () => {
      cancel()
      clearInterval(interval)
    }
  }, [visit])

  async function proceed(): Promise<void> {
    const isMember = session().status !== 'signed-out'
    setFailure(null)
    setBusy(true)
    if (!suspended) storePlan(chosen)
    try {
      if (suspended) visit(await createPortalSession())
      else if (isMember) visit(await createPaymentPage(chosen))
      else if ((await plansOnSale()).has(chosen)) visit('/register')
      else setFailure(planTexts.unavailable)
    } catch (error) {
      setFailure(isMember ? checkoutFailure(error, visit) : messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <PublicFrame
      member={
        <>
          {!isShut && <OpenApp />}
          <button type="button" onClick={signOut}>
            Sair
          </button>
        </>
      }
    >
      <form
        className={styles.page}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!busy) void proceed()
        }}
      >
        <div className={styles.head}>
          <h1>
            Um plano completo. <br />
            Você escolhe o tempo.
          </h1>
          <p>Todos os recursos em qualquer prazo. Se em 7 dias não fizer sentido, devolvemos o valor. Cancelar não tem multa.</p>
        </div>
        <div className={styles.notices}>
          {question}
          {subscription && <SubscriptionBanner subscription={subscription} />}
          {warning === 'canceled' && (
            <StatusLine tone="warning">
              <b>Pagamento cancelado.</b> Você pode tentar novamente quando quiser.
            </StatusLine>
          )}
          {warning === 'error' && (
            <StatusLine tone="warning">
              <b>Houve um erro no pagamento.</b> Tente novamente ou entre em contato conosco.
            </StatusLine>
          )}
        </div>
        <PlanRows chosen={chosen} isHeld={suspended !== null} onChoose={setPressed} />
        {failure && (
          <div className={styles.notices}>
            <StatusLine tone="danger">{failure}</StatusLine>
          </div>
        )}
        <div className={styles.buy}>
          <p>
            <b>
              {duration}, {formatCentavos(price)}
            </b>
            <span>{suspended ? suspendedText(suspended) : `Cobrado hoje e a cada ${duration.replace(/^1 /, '')}`}</span>
          </p>
          <Button type="submit" size="lg" busy={busy}>
            {busy ? 'Um momento…' : 'Continuar'}
          </Button>
        </div>
      </form>
    </PublicFrame>
  )
}

function suspendedText({ status }: PlanSubscription): string {
  return status === 'past_due' ? 'Falta o pagamento: continue para atualizar o cartão' : 'Assinatura parada: continue para ver o que falta'
}

const emptyPlansQuery: PlansQuery = { plan: null, warning: null }
