import { get } from './api'
import { session } from './session'

/** What Stripe's page leaves in the address of whoever comes back from it. */
const LEFT_BEHIND = ['welcome', 'payment', 'session_id']

/**
 * Has the server ask Stripe about the payment that someone comes back from, before any screen asks for what is paid for:
 * the message that Stripe sends may be late. What stands in the address for it is taken away.
 */
export async function settlePaymentArrival(): Promise<void> {
  const address = new URL(window.location.href)
  const paid = address.searchParams.get('session_id')
  if (!LEFT_BEHIND.some((name) => address.searchParams.has(name))) return
  // Whatever comes of it: the screens ask the server, and the gate decides.
  if (paid && session().token) await get('/subscriptions/status', { session_id: paid }).catch(() => undefined)
  for (const name of LEFT_BEHIND) address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address)
}
