import { get } from './api'
import { session } from './session'
import { recordPayment } from './welcome'

/** What Stripe's page leaves in the address of whoever comes back from it. */
const PAYMENT_PARAMS = ['welcome', 'payment', 'session_id']

/**
 * Has the server ask Stripe about the payment that someone comes back from, before any screen asks for what is paid for:
 * the message that Stripe sends may be late. What stands in the address for it is taken away; who has to sign in first
 * keeps it, and comes back to it.
 */
export async function confirmReturnedPayment(): Promise<void> {
  const address = new URL(window.location.href)
  const asked = address.searchParams
  if (!PAYMENT_PARAMS.some((name) => asked.has(name)) || !session().token) return
  const paid = asked.get('session_id')
  // Whatever comes of it: the screens ask the server, and the gate decides.
  if (paid) await get('/subscriptions/status', { session_id: paid }).catch(() => undefined)
  if (!session().token) return
  if (asked.get('welcome') === 'true' && asked.get('payment') === 'success') recordPayment()
  for (const name of PAYMENT_PARAMS) asked.delete(name)
  window.history.replaceState(window.history.state, '', address)
}
