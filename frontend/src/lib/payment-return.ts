import { get } from './api'
import { session } from './session'
import { recordPayment } from './welcome'

/** Parameters that Stripe's page adds to the address it returns to. */
const PAYMENT_PARAMS = ['welcome', 'payment', 'session_id']

/**
 * Has the server look up the payment at Stripe before any screen requests what was paid for, because Stripe's webhook may be
 * late. Removes the parameters from the address; without a session they stay, since signing in leads back to the address.
 */
export async function confirmReturnedPayment(): Promise<void> {
  const address = new URL(window.location.href)
  const params = address.searchParams
  if (!PAYMENT_PARAMS.some((name) => params.has(name)) || !session().token) return
  const paid = params.get('session_id')
  // Ignore a failure: the screens ask the server, and its guard decides.
  if (paid) await get('/subscriptions/status', { session_id: paid }).catch(() => undefined)
  if (!session().token) return
  if (params.get('welcome') === 'true' && params.get('payment') === 'success') recordPayment()
  for (const name of PAYMENT_PARAMS) params.delete(name)
  window.history.replaceState(window.history.state, '', address)
}
