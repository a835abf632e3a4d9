import { GUARANTEE_DAYS } from '@prumo/shared/plans'
import type Stripe from 'stripe'
import type { Write } from '../../event-store/stream/commit.js'
import { ask, StripeRefusal, unlessMissing } from './stripe-client.js'

/** The kind of job; its subject is the account. */
export const SUBSCRIPTION_END = 'end-subscription'

/**
 * The write by which an erasure leaves Stripe's customer to the job alone: from then on nobody finds the account by it.
 * Whoever makes one at the same moment comes before or after, and after it no checkout of theirs can be paid.
 */
export function setCustomerAside(accountId: string): Write {
  return {
    name: 'append-leaving-customer',
    text: `
      with gone as (delete from stripe_customers where account_id = $1::uuid returning account_id, customer_id)
      insert into leaving_customers (account_id, customer_id) select account_id, customer_id from gone where customer_id is not null`,
    values: [accountId],
  }
}

const MOST = { limit: 1_000 }
const DAY_SECONDS = 86_400

/** Whether Stripe will never ask for a payment again. */
export function isOver({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** The customer of an account that was erased. */
export interface LeavingCustomer {
  customerId: string
  /** When the account was erased, which decides of the guarantee, however late this is done. */
  leftAt: Date
}

/**
 * Has Stripe give back what the guarantee promises, end at once whatever the customer pays for and what could still be
 * paid, and forget the customer, with their e-mail. Again the same, wherever it was cut off. Rejects with UNAVAILABLE
 * while Stripe is.
 * @param byHand is told each charge that Stripe cannot give back, before the customer is forgotten
 */
export async function endEverything(stripe: Stripe, leaving: LeavingCustomer, byHand: (charge: string) => Promise<void>): Promise<void> {
  const { customerId: customer } = leaving
  // First, so that whatever is paid meanwhile is among the payments and subscriptions.
  const sessions = await unlessMissing(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }).autoPagingToArray(MOST))
  for (const { id } of sessions ?? []) await ask(stripe.checkout.sessions.expire(id)).catch(ignoreRefusal)
  for (const charge of await findGuaranteedCharges(stripe, leaving)) if (!(await refundCharge(stripe, charge))) await byHand(charge.id)
  const subscriptions = await unlessMissing(stripe.subscriptions.list({ customer, status: 'all', limit: 100 }).autoPagingToArray(MOST))
  for (const subscription of subscriptions ?? []) {
    // Of one that ended meanwhile Stripe says that there is none.
    if (!isOver(subscription)) await unlessMissing(stripe.subscriptions.cancel(subscription.id))
  }
  await unlessMissing(stripe.customers.del(customer))
}

/** What is to be given back: all that was paid and is not back yet, where the first payment was days ago at most. */
async function findGuaranteedCharges(stripe: Stripe, { customerId: customer, leftAt }: LeavingCustomer): Promise<Stripe.Charge[]> {
  const charges = await unlessMissing(stripe.charges.list({ customer, limit: 100 }).autoPagingToArray(MOST))
  const paid = (charges ?? []).filter((charge) => charge.paid)
  const first = Math.min(...paid.map(({ created }) => created))
  if (leftAt.getTime() / 1000 - first > GUARANTEE_DAYS * DAY_SECONDS) return []
  // What is disputed went back already, or is decided by the bank.
  return paid.filter(({ refunded, disputed }) => !refunded && !disputed)
}

/** False for what Stripe cannot give back, as a boleto, which leads back to nobody. */
async function refundCharge(stripe: Stripe, { id, payment_method_details: method }: Stripe.Charge): Promise<boolean> {
  if (method?.type === 'boleto') return false
  try {
    await ask(stripe.refunds.create({ charge: id }, { idempotencyKey: `erasure:${id}` }))
    return true
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return error.code === 'charge_already_refunded'
  }
}

/** A session that was paid or ran out meanwhile cannot be expired. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof StripeRefusal)) throw error
}
