import type { SubscriptionStatus } from '@prumo/shared/subscription-texts'
import { GUARANTEE_DAYS } from '@prumo/shared/plans'
import type Stripe from 'stripe'
import { asItCounts, type PresentSubscription } from '../subscription.decider.js'
import { nextPriceOf } from './schedules.js'
import { idOf, unlessMissing } from './stripe-client.js'

const DAY_SECONDS = 86_400

/** Stripe's words for a subscription in the product's; those that never began are none. */
const words: ReadonlyMap<string, SubscriptionStatus | null> = new Map([
  ['active', 'active'],
  ['trialing', 'trialing'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['canceled', 'canceled'],
  ['incomplete', null],
  ['incomplete_expired', null],
])

/** What nobody knows yet is `other`, like what is paused. */
function statusOf({ status }: Stripe.Subscription): SubscriptionStatus | null {
  const word = words.get(status)
  return word === undefined ? 'other' : word
}

const RANK: Record<SubscriptionStatus, number> = { active: 4, trialing: 4, past_due: 3, other: 2, canceled: 1 }
const MOST = { limit: 1_000 }

/**
 * What Stripe says now of a customer's subscription: of several the best, which is what lets in first, and then the newest.
 * Null where none ever began.
 * @param planOf the plan that a price is of, if any
 */
export async function presentSubscription(
  stripe: Stripe,
  customer: string,
  planOf: (priceId: string) => string | null,
): Promise<PresentSubscription | null> {
  const limit = 100
  const shown = ['data.default_payment_method', 'data.customer.invoice_settings.default_payment_method', 'data.schedule']
  const [subscriptions, invoices, charges] = await Promise.all([
    unlessMissing(stripe.subscriptions.list({ customer, status: 'all', limit, expand: shown }).autoPagingToArray(MOST)),
    unlessMissing(stripe.invoices.list({ customer, limit, expand: ['data.payments'] }).autoPagingToArray(MOST)),
    unlessMissing(stripe.charges.list({ customer, limit, expand: ['data.refunds'] }).autoPagingToArray(MOST)),
  ])
  return bestOf(subscriptions ?? [], invoices ?? [], charges ?? [], planOf)
}

/** Chooses among all of a customer's by how each counts; those that never began are none. */
export function bestOf(
  subscriptions: readonly Stripe.Subscription[],
  invoices: readonly Stripe.Invoice[],
  charges: readonly Stripe.Charge[],
  planOf: (priceId: string) => string | null,
): PresentSubscription | null {
  const begun = subscriptions
    .filter((each) => statusOf(each) !== null)
    .map((each) => ({ created: each.created, present: described(each, paidFor(each, invoices, charges), planOf) }))
  const rank = ({ present }: { present: PresentSubscription }) => RANK[asItCounts(present).status]
  return begun.toSorted((a, b) => rank(b) - rank(a) || b.created - a.created)[0]?.present ?? null
}

/** Of a customer's charges those for the invoices of a subscription. */
function paidFor({ id }: Stripe.Subscription, invoices: readonly Stripe.Invoice[], charges: readonly Stripe.Charge[]): Stripe.Charge[] {
  const own = invoices.filter(({ parent }) => idOf(parent?.subscription_details?.subscription ?? null) === id)
  const payments = own
    .flatMap(({ payments: of }) => of?.data ?? [])
    .flatMap(({ payment }) => [idOf(payment.payment_intent ?? null), idOf(payment.charge ?? null)])
  const ids = new Set(payments)
  return charges.filter((charge) => ids.has(charge.id) || ids.has(idOf(charge.payment_intent) ?? ''))
}

/** A subscription and the payments for it in the product's words. */
export function described(
  subscription: Stripe.Subscription,
  charges: readonly Stripe.Charge[],
  planOf: (priceId: string) => string | null,
): PresentSubscription {
  const { id, customer, cancel_at, cancel_at_period_end, items } = subscription
  const [item] = items.data
  if (!item) throw new Error('A subscription of Stripe has no item')
  const method = cardOf(subscription)
  const nextPriceId = nextPriceOf(subscription)
  return {
    customerId: idOf(customer) ?? '',
    subscriptionId: id,
    status: statusOf(subscription) ?? 'other',
    priceId: item.price.id,
    planId: planOf(item.price.id),
    currentPeriodStart: item.current_period_start,
    currentPeriodEnd: item.current_period_end,
    // A date at which it is to end is set where no period end is meant, by the portal of newer accounts for one.
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
    paymentMethodBrand: method?.brand ?? null,
    paymentMethodLast4: method?.last4 ?? null,
    refundedAmount: charges.reduce((sum, charge) => sum + charge.amount_refunded, 0),
    nextPriceId,
    nextPlanId: nextPriceId === null ? null : planOf(nextPriceId),
    refundedWithinGuarantee: isRefundedWithinGuarantee(lastPaid(charges)),
  }
}

/** The card that the next payment is taken from: the subscription's own, or else the customer's. */
function cardOf({ default_payment_method: own, customer }: Stripe.Subscription): Stripe.PaymentMethod.Card | null {
  const known = typeof customer === 'object' && !customer.deleted ? customer.invoice_settings.default_payment_method : null
  const method = own ?? known
  return typeof method === 'object' ? (method?.card ?? null) : null
}

/** What the present period was paid with. */
function lastPaid(charges: readonly Stripe.Charge[]): Stripe.Charge | undefined {
  return charges.filter(({ paid }) => paid).toSorted((a, b) => b.created - a.created)[0]
}

function isRefundedWithinGuarantee(charge: Stripe.Charge | undefined): boolean {
  if (!charge?.refunded) return false
  const lastRefund = Math.max(...(charge.refunds?.data ?? []).map((refund) => refund.created))
  return lastRefund - charge.created <= GUARANTEE_DAYS * DAY_SECONDS
}
