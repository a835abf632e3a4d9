import { useEffect, useState, type FormEvent } from 'react'
import { formatCentavos } from '@prumo/shared/money'
import { DEFAULT_PLAN, type PlanId } from '@prumo/shared/plans'
import { opens } from '@prumo/shared/subscription-texts'
import { checkoutFailure, isPlanId, storePlan, storedPlan, createPaymentPage, planOf, plansOnSale, planTexts } from '../../data/checkout'
import { messageOf } from '../../lib/api'
import { saveArrival } from '../../lib/arrival'
import { useBrowserValue } from '../../lib/browser-value'
import { session } from '../../lib/session'
import { usePageNavigate } from '../../lib/page-navigate'
import { Button } from '../../ui/button'
import { OpenApp, PublicFrame } from '../../ui/public-frame'
import { StatusLine } from '../../ui/status-line'
import { PlanRows } from './plan-rows'
import { isSuspended, createPortalSession, fetchSubscription, type PlanSubscription } from './plan-subscription'
import { SubscriptionBanner } from './subscription-banner'
import { useSignOutFlow } from './use-sign-out-flow'
import styles from './plans-page.module.css'

/** How often it is asked whether the payment is known by now. */
const REFRESH_MS = 10_000

/** What the address asks for: a plan, and what to say of a payment that did not happen. */
interface PlansQuery {
  plan: PlanId | null
  warning: 'canceled' | 'error' | null
}

function plansQueryOf(): PlansQuery {
  const query = new URLSearchParams(window.location.search)
  const wanted = query.get('plano') ?? storedPlan()
  return {
    plan: isPlanId(wanted) ? wanted : null,
    warning: query.get('canceled') === 'true' ? 'canceled' : query.get('error') === 'true' ? 'error' : null,
  }
}

/** The four plans, and the way on: to registration, or for who is signed in to the payment. */
export function Component() {
  const visit = usePageNavigate()
  const { plan, warning } = useBrowserValue(plansQueryOf, emptyPlansQuery)
  const [pressed, setPressed] = useState<PlanId | null>(null)
  const [standing, setStanding] = useState<PlanSubscription | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const held = standing && isSuspended(standing) ? standing : null
  const heldPlan = held && isPlanId(held.planId) ? held.planId : null
  const chosen = heldPlan ?? pressed ?? plan ?? DEFAULT_PLAN
  const { duration, price } = planOf(chosen)
  const { signOut, question } = useSignOutFlow()
  // Whose subscription is held or over, or silent for too long, is only sent back here from the app; who is new may look around.
  const isShut = standing !== null && (held !== null || standing.status !== 'other')

  useEffect(() => {
    if (session().status === 'signed-out') return
    // Without an answer the plans stay: what is bought is decided by the server.
    const look = () =>
      fetchSubscription().then(
        (now) => (opens(now, Date.now()) ? visit('/dashboard', { replace: true }) : setStanding(now)),
        () => {
          const now = session()
          if (now.status !== 'signed-out') return
          if (now.end !== 'signed-out') saveArrival({ from: '/plans', expired: true })
          visit('/login')
        },
      )
    void look()
    // Who comes back from Stripe is let in as soon as its message is here; who paid in another tab too.
    const looking = setInterval(() => document.visibilityState === 'visible' && void look(), REFRESH_MS)
    return () => clearInterval(looking)
  }, [visit])

  async function proceed(): Promise<void> {
    const isMember = session().status !== 'signed-out'
    setFailure(null)
    setBusy(true)
    if (!held) storePlan(chosen)
    try {
      if (held) visit(await createPortalSession())
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
          {standing && <SubscriptionBanner standing={standing} />}
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
        <PlanRows chosen={chosen} isHeld={held !== null} onChoose={setPressed} />
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
            <span>{held ? suspendedText(held) : `Cobrado hoje e a cada ${duration.replace(/^1 /, '')}`}</span>
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
  return status === 'past_due' ? 'Falta o pagamento: continue para atualizar o cartão' : 'Parada na Stripe: continue para ver o que falta'
}

const emptyPlansQuery: PlansQuery = { plan: null, warning: null }
