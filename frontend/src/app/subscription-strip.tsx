import { IconAlertTriangle } from '@tabler/icons-react'
import { usePortal, useSubscription } from '../data/subscription'
import styles from './subscription-strip.module.css'

/**
 * The strip that says the subscription is canceled or unpaid, and leads to the plans, or to the card while Stripe has not ended it.
 * It also keeps the subscription's status up to date on every screen.
 */
export default function SubscriptionStrip() {
  const { data: subscription } = useSubscription()
  const portal = usePortal()
  const status = subscription?.status
  return (
    <div role="status" data-chrome>
      {(status === 'canceled' || status === 'past_due') && (
        <div className={styles.strip}>
          <IconAlertTriangle size={22} stroke={1.75} aria-hidden />
          <div className={styles.words}>
            <p>
              <b>Sua assinatura está cancelada ou vencida.</b> <span>{portal.failure ?? 'Seus dados continuam aqui.'}</span>
            </p>
            {status === 'past_due' ? (
              <button
                type="button"
                className={styles.action}
                aria-disabled={portal.isOpening || undefined}
                onClick={portal.isOpening ? undefined : portal.open}
              >
                Renovar Agora
              </button>
            ) : (
              <a href="/plans" className={styles.action}>
                Renovar Agora
              </a>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
