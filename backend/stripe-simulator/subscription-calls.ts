import type { Stripe } from 'stripe'
import { periodEndAfter } from './billing-periods.js'
import { declines } from './cards.js'
import { DAY } from './clock.js'
import { requireCustomer } from './customers.js'
import { closeInvoice, issueInvoice, openInvoices } from './invoices.js'
import { attachPaymentMethod } from './payment-methods.js'
import { changePrice } from './plan-changes.js'
import { activeSchedule } from './schedules.js'
import { PaymentRefused, StripeError, invalid, missing, noSuch, notSimulated } from './stripe-error.js'
import { advanceSubscription } from './subscription-life.js'
import {
  type NewSubscription,
  amountOf,
  changeSubscription,
  collect,
  endSubscription,
  hasEnded,
  inPeriod,
  itemOf,
  latestInvoice,
  newSubscription,
  noCancellation,
  paymentMethodOf,
  recurrenceOf,
  recurringPrice,
  requireSubscription,
} from './subscriptions.js'
import { type SimulatorWorld, mergedMetadata, idOf } from './world.js'

/** Calls on subscriptions: to create, change, pause, resume and cancel them. */

export function createSubscription(world: SimulatorWorld, params: Stripe.SubscriptionCreateParams): Stripe.Subscription {
  if (params.customer === undefined) throw missing('customer')
  const customer = requireCustomer(world, params.customer, 'customer')
  const [wanted, ...more] = params.items ?? []
  if (!wanted) throw missing('items')
  if (more.length > 0) throw notSimulated('subscriptions to several prices', 'items[1]')
  if (wanted.price === undefined) throw missing('items[0][price]')
  if (params.collection_method === 'send_invoice') throw notSimulated('sending invoices', 'collection_method')
  const price = recurringPrice(world, wanted.price, 'items[0][price]')
  const method =
    params.default_payment_method === undefined
      ? null
      : attachPaymentMethod(world, params.default_payment_method, customer.id, 'default_payment_method').id
  const draft = newSubscription(world, {
    customer: customer.id,
    price,
    quantity: wanted.quantity ?? 1,
    method,
    trialEnd: trialEndOf(world, params),
    anchor: params.billing_cycle_anchor ?? null,
    description: params.description ?? null,
    metadata: mergedMetadata({}, params.metadata),
    missingPaymentMethod: missingBehavior(params.trial_settings),
  })
  const start = params.backdate_start_date === undefined ? draft : { ...draft, start_date: params.backdate_start_date }
  const created = begin(world, withScheduledEnd(world, start, params))
  if (created.status === 'trialing' || params.payment_behavior === 'default_incomplete') return created
  if (!paymentMethodOf(world, created)) {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      undefined,
      'resource_missing',
    )
  }
  const { payment, paid } = collect(world, latestInvoice(world, created), 'automatic')
  if (!paid && params.payment_behavior === 'error_if_incomplete') {
    const refused = payment?.refused ?? 'generic_decline'
    throw new StripeError(402, declines[refused].message, { type: 'card_error', code: declines[refused].code, decline_code: refused })
  }
  return requireSubscription(world, created.id)
}

/** Stores a new subscription with its first, unpaid invoice. */
export function begin(world: SimulatorWorld, draft: Stripe.Subscription): Stripe.Subscription {
  const item = itemOf(draft)
  const amount = draft.status === 'trialing' ? 0 : amountOf(item)
  const period = { start: item.current_period_start, end: item.current_period_end }
  const invoice = issueInvoice(world, { subscription: draft, reason: 'subscription_create', amount, period })
  const created = world.store.put('subscriptions', { ...draft, latest_invoice: invoice.id })
  world.publish('customer.subscription.created', created)
  if (draft.status === 'trialing') collect(world, invoice, 'automatic')
  return created
}

export function updateSubscription(world: SimulatorWorld, id: string, params: Stripe.SubscriptionUpdateParams): Stripe.Subscription {
  const before = requireSubscription(world, id)
  if (hasEnded(before)) throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  if (params.items) return changePrice(world, before, params)
  requireOwnEnd(world, before, params)
  const method =
    params.default_payment_method === undefined
      ? before.default_payment_method
      : attachPaymentMethod(world, params.default_payment_method, idOf(before.customer), 'default_payment_method').id
  const after = withScheduledEnd(world, before, params)
  const changed = changeSubscription(world, before, {
    ...after,
    default_payment_method: method,
    description: params.description === undefined ? before.description : params.description || null,
    metadata: mergedMetadata(before.metadata, params.metadata),
    pause_collection: params.pause_collection === undefined ? before.pause_collection : collectionPause(params.pause_collection),
  })
  return params.trial_end === undefined ? changed : withTrialEnd(world, changed, params.trial_end)
}

export function cancelSubscription(world: SimulatorWorld, id: string, params: Stripe.SubscriptionCancelParams): Stripe.Subscription {
  const subscription = world.store.get('subscriptions', id)
  // Stripe answers that an ended subscription does not exist.
  if (!subscription || hasEnded(subscription)) throw noSuch('subscription', id)
  if (params.invoice_now ?? params.prorate) throw notSimulated('prorating', 'prorate')
  const { comment, feedback } = params.cancellation_details ?? {}
  return endSubscription(world, subscription, { reason: 'cancellation_requested', comment: comment || null, feedback: feedback || null })
}

export function pauseSubscription(world: SimulatorWorld, id: string): Stripe.Subscription {
  const before = requireSubscription(world, id)
  if (!['active', 'trialing', 'past_due'].includes(before.status))
    throw invalid(`A subscription that is ${before.status} cannot be paused.`)
  const paused = world.store.put('subscriptions', { ...before, status: 'paused' })
  world.publish('customer.subscription.paused', paused, { status: before.status })
  return paused
}

/** Resumes a paused subscription: a new period starts now and is paid now. */
export function resumeSubscription(world: SimulatorWorld, id: string): Stripe.Subscription {
  const before = requireSubscription(world, id)
  if (before.status !== 'paused') throw invalid('Only paused subscriptions can be resumed.')
  const now = world.now()
  const method = paymentMethodOf(world, before)
  if (!method) throw invalid('This customer has no attached payment source or default payment method.', undefined, 'resource_missing')
  const end = periodEndAfter(now, now, recurrenceOf(itemOf(before)))
  const moved = { ...before, ...inPeriod(before, now, end), billing_cycle_anchor: now }
  const invoice = issueInvoice(world, {
    subscription: moved,
    reason: 'subscription_cycle',
    amount: amountOf(itemOf(moved)),
    period: { start: now, end },
  })
  world.store.put('subscriptions', { ...moved, latest_invoice: invoice.id })
  if (!collect(world, invoice, 'asked').paid) {
    for (const open of openInvoices(world, id)) closeInvoice(world, open, 'void')
    world.store.put('subscriptions', before)
    throw new PaymentRefused(402, 'Your card was declined.', { type: 'card_error', code: 'card_declined' })
  }
  const resumed = world.store.put('subscriptions', { ...requireSubscription(world, id), status: 'active' })
  world.publish('customer.subscription.resumed', resumed, { status: 'paused' })
  return resumed
}

/** A scheduled subscription ends by its schedule alone. */
function requireOwnEnd(world: SimulatorWorld, { schedule }: Stripe.Subscription, params: EndParams): void {
  const id = idOf(schedule)
  if (!activeSchedule(world, id) || (params.cancel_at === undefined && params.cancel_at_period_end === undefined)) return
  throw invalid(
    `The subscription is managed by the subscription schedule \`${id}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  )
}

type EndParams = Pick<Stripe.SubscriptionUpdateParams, 'cancel_at' | 'cancel_at_period_end' | 'cancellation_details'>

/** Sets, withdraws or explains the end. `cancel_at_period_end` and `cancel_at` both set it. */
function withScheduledEnd(world: SimulatorWorld, before: Stripe.Subscription, params: EndParams): Stripe.Subscription {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd, cancellation_details: given } = params
  if (at && atPeriodEnd) throw invalid('You cannot set `cancel_at` when `cancel_at_period_end` is true.', 'cancel_at')
  const details: Stripe.Subscription.CancellationDetails = {
    ...noCancellation,
    ...before.cancellation_details,
    ...(given?.comment !== undefined && { comment: given.comment || null }),
    ...(given?.feedback !== undefined && { feedback: given.feedback || null }),
  }
  const explained = { ...before, cancellation_details: details }
  const withdrawn = atPeriodEnd === false || at === null || at === ''
  if (withdrawn)
    return {
      ...explained,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { ...details, reason: null },
    }
  const periodEnd = itemOf(before).current_period_end
  const end = atPeriodEnd ? periodEnd : at === undefined ? null : typeof at === 'number' ? at : periodEnd
  if (end === null) return explained
  if (end <= world.now()) throw invalid('`cancel_at` must be in the future.', 'cancel_at')
  if (before.cancel_at === end && before.cancel_at_period_end === (atPeriodEnd ?? false)) return explained
  return {
    ...explained,
    cancel_at: end,
    cancel_at_period_end: atPeriodEnd ?? false,
    canceled_at: world.now(),
    cancellation_details: { ...details, reason: 'cancellation_requested' },
  }
}

function withTrialEnd(world: SimulatorWorld, before: Stripe.Subscription, trialEnd: 'now' | number): Stripe.Subscription {
  if (before.status !== 'trialing') throw notSimulated('a trial in the middle of a subscription', 'trial_end')
  const end = trialEnd === 'now' ? world.now() : trialEnd
  const moved = changeSubscription(world, before, {
    ...inPeriod(before, itemOf(before).current_period_start, end),
    trial_end: end,
    billing_cycle_anchor: end,
  })
  if (end > world.now()) return moved
  advanceSubscription(world, moved)
  return requireSubscription(world, before.id)
}

function collectionPause(params: Stripe.SubscriptionUpdateParams['pause_collection']): Stripe.Subscription.PauseCollection | null {
  if (params && params.behavior === 'keep_as_draft') throw notSimulated('invoices kept as drafts', 'pause_collection[behavior]')
  return params ? { behavior: params.behavior, resumes_at: params.resumes_at ?? null } : null
}

/** Two years. */
const MAX_TRIAL_DAYS = 730

/** When the requested trial ends; null without one. */
export function trialEndOf(world: SimulatorWorld, params: { trial_end?: 'now' | number; trial_period_days?: number }): number | null {
  const { trial_end: end, trial_period_days: days } = params
  if (typeof end === 'number' && days !== undefined)
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.', 'trial_end')
  if (typeof end === 'number' && end <= world.now()) throw invalid('Timestamp must be in the future.', 'trial_end')
  if (days !== undefined && (days < 1 || days > MAX_TRIAL_DAYS))
    throw invalid(`The trial must last between 1 and ${MAX_TRIAL_DAYS} days.`, 'trial_period_days')
  if (typeof end === 'number') return end
  return days === undefined ? null : world.now() + days * DAY
}

export function missingBehavior(
  settings: Stripe.SubscriptionCreateParams.TrialSettings | undefined,
): NewSubscription['missingPaymentMethod'] {
  const behavior = settings?.end_behavior.missing_payment_method
  if (behavior === 'cancel') return 'cancel'
  return behavior === 'pause' ? 'pause' : 'create_invoice'
}
