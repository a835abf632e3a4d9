import type { Stripe } from 'stripe'
import { periodEndAfter } from './billing-periods.js'
import { HOUR } from './clock.js'
import { removeVoucher, voucherDueAt } from './boletos.js'
import { closeInvoice, draftInvoice, failVoucher, finalizeInvoice, openInvoices, stopCollecting, subscriptionOf } from './invoices.js'
import { enterPhase } from './schedules.js'
import {
  amountOf,
  changeSubscription,
  collect,
  endSubscription,
  hasEnded,
  inPeriod,
  itemOf,
  paymentMethodOf,
  pricedAt,
  recurrenceOf,
  requireSubscription,
  applyPayment,
} from './subscriptions.js'
import { type SimulatorWorld, idOf } from './world.js'

/** What happens to a subscription over time: renewal, failure, retry, expiry and end. */

/** How long Stripe waits for the first payment. */
const INCOMPLETE_HOURS = 23

/** When the next step of a subscription is due, in epoch seconds; Infinity: never. */
export function subscriptionDueAt(world: SimulatorWorld, subscription: Stripe.Subscription): number {
  const { status, cancel_at: cancelAt, created } = subscription
  if (hasEnded(subscription)) return Infinity
  if (status === 'incomplete') return awaitsBoleto(world, subscription) ? Infinity : created + INCOMPLETE_HOURS * HOUR
  const periodEnd = status === 'paused' ? Infinity : itemOf(subscription).current_period_end
  return Math.min(cancelAt ?? Infinity, periodEnd)
}

/** Executes what is due for a subscription. */
export function advanceSubscription(world: SimulatorWorld, subscription: Stripe.Subscription): void {
  const { status, cancel_at: cancelAt } = subscription
  if (status === 'incomplete') expireIncomplete(world, subscription)
  else if (cancelAt !== null && cancelAt <= world.now()) endSubscription(world, subscription, { reason: 'cancellation_requested' })
  else if (status === 'trialing' && !paymentMethodOf(world, subscription)) endTrialWithoutCard(world, subscription)
  else renew(world, subscription)
}

/** When an invoice is finalized or collected again, or its voucher is paid or expires; Infinity: never. */
export function invoiceDueAt(world: SimulatorWorld, invoice: Stripe.Invoice): number {
  if (invoice.status === 'draft') return invoice.automatically_finalizes_at ?? Infinity
  return invoice.status === 'open' ? Math.min(invoice.next_payment_attempt ?? Infinity, voucherDueAt(world, invoice)) : Infinity
}

/** Executes what is due for an invoice. */
export function advanceInvoice(world: SimulatorWorld, invoice: Stripe.Invoice): void {
  if (invoice.status === 'draft') collectDraft(world, invoice)
  else if (voucherDueAt(world, invoice) <= world.now()) settleVoucher(world, invoice)
  else collect(world, invoice, 'automatic')
}

function settleVoucher(world: SimulatorWorld, invoice: Stripe.Invoice): void {
  const voucher = removeVoucher(world, invoice)
  const subscription = requireSubscription(world, subscriptionOf(invoice) ?? '')
  if (!voucher || hasEnded(subscription)) return
  if (voucher.paid) collect(world, invoice, 'present', voucher.method)
  else applyPayment(world, subscription, failVoucher(world, invoice), 'automatic')
}

/** Finalizes a draft after its hour, and collects it unless collection is paused. */
function collectDraft(world: SimulatorWorld, draft: Stripe.Invoice): void {
  const subscription = requireSubscription(world, subscriptionOf(draft) ?? '')
  const invoice = finalizeInvoice(world, draft)
  const { pause_collection: pause } = subscription
  const paused = pause && (pause.resumes_at === null || pause.resumes_at > world.now())
  if (!paused) collect(world, invoice, 'automatic')
  else closeInvoice(world, invoice, pause.behavior === 'void' ? 'void' : 'uncollectible')
}

/** Expires a subscription that was never paid. */
export function expireIncomplete(world: SimulatorWorld, subscription: Stripe.Subscription): void {
  changeSubscription(world, subscription, { status: 'incomplete_expired', ended_at: world.now() })
  for (const invoice of openInvoices(world, subscription.id)) closeInvoice(world, invoice, 'void')
}

/** Starts the next period, whether or not it will be paid. */
function renew(world: SimulatorWorld, subscription: Stripe.Subscription): void {
  const before = withCurrentPhase(world, subscription)
  const item = itemOf(before)
  const start = item.current_period_end
  const end = periodEndAfter(before.billing_cycle_anchor, start, recurrenceOf(item))
  const draft = draftInvoice(world, {
    subscription: before,
    reason: 'subscription_cycle',
    amount: amountOf(item),
    period: { start, end },
  })
  // Invoices of an unpaid subscription stay drafts until its owner decides.
  const invoice = before.status === 'unpaid' ? stopCollecting(world, draft) : draft
  const status = before.status === 'trialing' ? 'active' : before.status
  changeSubscription(world, before, { ...inPeriod(before, start, end), latest_invoice: invoice.id, status })
}

/** Applies the price of the schedule's phase that starts with the end of this period, if any. */
function withCurrentPhase(world: SimulatorWorld, subscription: Stripe.Subscription): Stripe.Subscription {
  const item = itemOf(subscription)
  const phase = enterPhase(world, idOf(subscription.schedule), item.current_period_end)
  if (phase === 'over') return changeSubscription(world, subscription, { schedule: null })
  const price = phase && world.store.get('prices', phase)
  if (!price) return subscription
  return { ...subscription, items: { ...subscription.items, data: [{ ...item, ...pricedAt(price) }] } }
}

function endTrialWithoutCard(world: SimulatorWorld, before: Stripe.Subscription): void {
  const behavior = before.trial_settings?.end_behavior.missing_payment_method
  if (behavior === 'cancel') endSubscription(world, before, {})
  else if (behavior === 'pause') {
    const paused = world.store.put('subscriptions', { ...before, status: 'paused' })
    world.publish('customer.subscription.paused', paused, { status: before.status })
  } else renew(world, before)
}

function awaitsBoleto(world: SimulatorWorld, subscription: Stripe.Subscription): boolean {
  return world.store
    .all('checkoutSessions')
    .some((session) => session.subscription === subscription.id && world.store.get('orders', session.id)?.late)
}
