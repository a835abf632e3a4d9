import type { Stripe } from 'stripe'
import { periodEndAfter } from './billing-periods.js'
import { controlsOf } from './controls-of.js'
import { type CollectedInvoice, collectInvoice, draftInvoices, openInvoices, stopCollecting, subscriptionOf } from './invoices.js'
import { cancelSchedule } from './schedules.js'
import { invalid, noSuch } from './stripe-error.js'
import { type SimulatorWorld, changedOf, decimal, listOf, newId, idOf } from './world.js'

/** Subscriptions, and how successful and failed payments change them. */

export interface NewSubscription {
  customer: string
  price: Stripe.Price
  quantity: number
  /** The subscription's own payment method; null: the customer's. */
  method: string | null
  /** Epoch seconds; null: no trial. */
  trialEnd: number | null
  /** Epoch seconds; null: now, or the end of the trial. */
  anchor: number | null
  description: string | null
  metadata: Stripe.Metadata
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
}

/** Final statuses: Stripe neither bills nor changes such a subscription. */
const ended: readonly string[] = ['canceled', 'incomplete_expired']

export function hasEnded(subscription: Stripe.Subscription): boolean {
  return ended.includes(subscription.status)
}

/** @throws StripeError 404, or 400 if a parameter names it */
export function requireSubscription(world: SimulatorWorld, id: string, param?: string): Stripe.Subscription {
  const subscription = world.store.get('subscriptions', id)
  if (!subscription) throw noSuch('subscription', id, param)
  return subscription
}

/** @throws StripeError unless it is an active recurring price */
export function recurringPrice(world: SimulatorWorld, id: string, param: string): Stripe.Price {
  const price = world.store.get('prices', id)
  if (!price) throw noSuch('price', id, param)
  if (!price.active) throw invalid(`The price specified is inactive. This field only accepts active prices.`, param)
  if (!price.recurring)
    throw invalid('The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.', param)
  return price
}

/** The first item: Prumo sells one thing. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`Subscription ${subscription.id} has no item.`)
  return item
}

export function recurrenceOf({ price }: Stripe.SubscriptionItem): Stripe.Price.Recurring {
  if (!price.recurring) throw new Error(`Price ${price.id} does not recur.`)
  return price.recurring
}

/** The amount of one period, in centavos. */
export function amountOf({ price, quantity = 1 }: Stripe.SubscriptionItem): number {
  return (price.unit_amount ?? 0) * quantity
}

/** Stores a changed subscription and publishes the event; does nothing if nothing changed. */
export function changeSubscription(
  world: SimulatorWorld,
  before: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const after = { ...before, ...changes }
  const changed = changedOf(before, after)
  if (!changed) return before
  world.store.put('subscriptions', after)
  world.publish('customer.subscription.updated', after, changed)
  return after
}

/** The item in another period. */
export function inPeriod(subscription: Stripe.Subscription, start: number, end: number): Pick<Stripe.Subscription, 'items'> {
  const item = { ...itemOf(subscription), current_period_start: start, current_period_end: end }
  return { items: { ...subscription.items, data: [item] } }
}

/** The fields of an item that follow from its price. */
export function pricedAt(price: Stripe.Price): Pick<Stripe.SubscriptionItem, 'plan' | 'price'> {
  return { plan: planOf(price), price }
}

/** Ends a subscription now. Its open invoices stay open without further collection. */
export function endSubscription(
  world: SimulatorWorld,
  subscription: Stripe.Subscription,
  details: Partial<Stripe.Subscription.CancellationDetails>,
): Stripe.Subscription {
  const now = world.now()
  const canceled = world.store.put('subscriptions', {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { ...noCancellation, ...subscription.cancellation_details, ...details },
  })
  world.publish('customer.subscription.deleted', canceled)
  cancelSchedule(world, idOf(subscription.schedule))
  for (const invoice of [...openInvoices(world, subscription.id), ...draftInvoices(world, subscription.id)]) stopCollecting(world, invoice)
  return canceled
}

/**
 * Tries to collect an open invoice and updates its subscription: a payment makes it active, the first failure past due,
 * the last one ends it.
 * @param method replaces the stored one
 */
export function collect(
  world: SimulatorWorld,
  invoice: Stripe.Invoice,
  attempt: 'present' | 'automatic' | 'asked',
  method?: Stripe.PaymentMethod,
): CollectedInvoice {
  const subscription = requireSubscription(world, subscriptionOf(invoice) ?? '')
  const collected = collectInvoice(world, invoice, method ?? paymentMethodOf(world, subscription), attempt)
  return applyPayment(world, subscription, collected, attempt)
}

/** Updates a subscription by the result of an attempt to collect its invoice. */
export function applyPayment(
  world: SimulatorWorld,
  subscription: Stripe.Subscription,
  collected: CollectedInvoice,
  attempt: 'present' | 'automatic' | 'asked',
): CollectedInvoice {
  const { paid, givenUp, invoice } = collected
  if (paid && ['incomplete', 'past_due', 'unpaid'].includes(subscription.status) && subscription.latest_invoice === invoice.id) {
    changeSubscription(world, subscription, { status: 'active' })
  }
  if (!paid && ['active', 'trialing'].includes(subscription.status)) changeSubscription(world, subscription, { status: 'past_due' })
  if (!paid && givenUp && attempt === 'automatic' && subscription.status === 'past_due') {
    if (controlsOf(world.store).afterRetries === 'unpaid') changeSubscription(world, subscription, { status: 'unpaid' })
    else endSubscription(world, subscription, { reason: 'payment_failed' })
  }
  return collected
}

export function latestInvoice(world: SimulatorWorld, subscription: Stripe.Subscription): Stripe.Invoice {
  const invoice = world.store.get('invoices', idOf(subscription.latest_invoice))
  if (!invoice) throw noSuch('invoice', idOf(subscription.latest_invoice))
  return invoice
}

/** The payment method of later payments. */
export function paymentMethodOf(world: SimulatorWorld, subscription: Stripe.Subscription): Stripe.PaymentMethod | null {
  const customer = world.store.get('customers', idOf(subscription.customer))
  const id =
    subscription.default_payment_method ?? (customer && !customer.deleted ? customer.invoice_settings.default_payment_method : null)
  return world.store.get('paymentMethods', idOf(id)) ?? null
}

export const noCancellation: Stripe.Subscription.CancellationDetails = {
  comment: null,
  feedback: null,
  feedback_option: null,
  reason: null,
}

/** A new subscription: in a trial, or waiting for its first payment. */
export function newSubscription(world: SimulatorWorld, given: NewSubscription): Stripe.Subscription {
  const id = newId('sub')
  const now = world.now()
  const { price, trialEnd } = given
  if (!price.recurring) throw new Error(`Price ${price.id} does not recur.`)
  const anchor = given.anchor ?? trialEnd ?? now
  const item: Stripe.SubscriptionItem = {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: trialEnd ?? periodEndAfter(anchor, now, price.recurring),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    ...pricedAt(price),
    quantity: given.quantity,
    subscription: id,
    tax_rates: [],
  }
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: noCancellation,
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.method,
    default_source: null,
    default_tax_rates: [],
    description: given.description,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: listOf(`/v1/subscription_items?subscription=${id}`, [item]),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd ? 'trialing' : 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: given.missingPaymentMethod } },
    trial_start: trialEnd ? now : null,
  }
}

/** The legacy form of a price, which Stripe still shows beside it. */
function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: decimal(price.unit_amount ?? 0),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
