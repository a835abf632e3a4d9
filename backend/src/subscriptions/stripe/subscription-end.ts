import { GUARANTEE_DAYS } from '@prumo/shared/plans'
import type Stripe from 'stripe'
import type { Write } from '../../event-store/stream/commit.js'
import { ask, StripeRefusal, nullIfMissing } from './stripe-client.js'

/** The kind of job; its subject is the account. */
export const SUBSCRIPTION_END = 'end-subscription'

/**
 * A write of the erasure: moves the account's customer from `stripe_customers` to `leaving_customers`, where only the
 * job finds it. A concurrent checkout runs before or after it; after it, it can create no session that can be paid.
 */
export function moveLeavingCustomer(accountId: string): Write {
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

/** Whether Stripe will never charge it again. */
export function isOver({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** The customer of an erased account. */
export interface LeavingCustomer {
  customerId: string
  /** When the account was erased. The guarantee counts from here, however late the job runs. */
  leftAt: Date
}

/**
 * Refunds what the guarantee covers, ends all subscriptions and open sessions at once, and deletes the customer with
 * their e-mail. Idempotent, also after a crash. Rejects with UNAVAILABLE while Stripe cannot be reached.
 * @param byHand receives each charge that Stripe cannot refund, before the customer is deleted
 */
export async function endEverything(stripe: Stripe, leaving: LeavingCustomer, byHand: (charge: string) => Promise<void>): Promise<void> {
  const { customerId: customer } = leaving
  // First, so that a payment made meanwhile is among the charges and subscriptions below.
  const sessions = await nullIfMissing(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }).autoPagingToArray(MOST))
  for (const { id } of sessions ?? []) await ask(stripe.checkout.sessions.expire(id)).catch(ignoreRefusal)
  for (const charge of await findGuaranteedCharges(stripe, leaving)) if (!(await refundCharge(stripe, charge))) await byHand(charge.id)
  const subscriptions = await nullIfMissing(stripe.subscriptions.list({ customer, status: 'all', limit: 100 }).autoPagingToArray(MOST))
  for (const subscription of subscriptions ?? []) {
    // Stripe answers that an already ended subscription does not exist.
    if (!isOver(subscription)) await nullIfMissing(stripe.subscriptions.cancel(subscription.id))
  }
  await nullIfMissing(stripe.customers.del(customer))
}

/** The charges to refund: all paid ones that are not refunded yet, if the first payment is within the guarantee. */
async function findGuaranteedCharges(stripe: Stripe, { customerId: customer, leftAt }: LeavingCustomer): Promise<Stripe.Charge[]> {
  const charges = await nullIfMissing(stripe.charges.list({ customer, limit: 100 }).autoPagingToArray(MOST))
  const paid = (charges ?? []).filter((charge) => charge.paid)
  const first = Math.min(...paid.map(({ created }) => created))
  if (leftAt.getTime() / 1000 - first > GUARANTEE_DAYS * DAY_SECONDS) return []
  // A disputed charge is already refunded, or the bank decides about it.
  return paid.filter(({ refunded, disputed }) => !refunded && !disputed)
}

/** False if Stripe cannot refund the charge, such as a boleto, which has no account to refund to. */
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

/** A session that was paid or has expired meanwhile cannot be expired. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof StripeRefusal)) throw error
}
