import type Stripe from 'stripe'
import { ifAppended, type Write } from '../../event-store/stream/commit.js'
import { ask, StripeRefusal, unlessMissing } from './stripe-client.js'

/** The kind of job; its subject is the account. */
export const SUBSCRIPTION_END = 'end-subscription'

/**
 * The write by which an erasure leaves Stripe's customer to the job alone: from then on nobody finds the account by it.
 * Whoever makes one at the same moment comes before or after, and after it no checkout of theirs can be paid.
 */
export function customerSetAside(accountId: string): Write {
  return {
    name: 'append-leaving-customer',
    text: `
      with gone as (delete from stripe_customers where account_id = $1::uuid and ${ifAppended('account_id')} returning account_id, customer_id)
      insert into leaving_customers (account_id, customer_id) select account_id, customer_id from gone where customer_id is not null`,
    values: [accountId],
  }
}

const MOST = { limit: 1_000 }

/** Whether Stripe will never ask for a payment again. */
export function isOver({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/**
 * Has Stripe end at once, without a refund, whatever a customer pays for, and what could still be paid. Again the same.
 * Rejects with UNAVAILABLE while Stripe is.
 */
export async function endEverything(stripe: Stripe, customer: string): Promise<void> {
  // First, so that whatever is paid meanwhile is among the subscriptions.
  const sessions = await unlessMissing(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }).autoPagingToArray(MOST))
  for (const { id } of sessions ?? []) await ask(stripe.checkout.sessions.expire(id)).catch(unlessRefused)
  const subscriptions = await unlessMissing(stripe.subscriptions.list({ customer, status: 'all', limit: 100 }).autoPagingToArray(MOST))
  for (const subscription of subscriptions ?? []) {
    // Of one that ended meanwhile Stripe says that there is none.
    if (!isOver(subscription)) await unlessMissing(stripe.subscriptions.cancel(subscription.id))
  }
}

/** A session that was paid or ran out meanwhile cannot be expired. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof StripeRefusal)) throw error
}
