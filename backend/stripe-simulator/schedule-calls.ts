import type { Stripe } from 'stripe'
import { periodEndAfter } from './billing-periods.js'
import { activeSchedule, changeSchedule, releaseSchedule } from './schedules.js'
import { invalid, missing, noSuch, notSimulated } from './stripe-error.js'
import { changeSubscription, hasEnded, itemOf, recurringPrice, requireSubscription } from './subscriptions.js'
import { type SimulatorWorld, idOf, mergedMetadata, newId } from './world.js'

/** Calls on schedules: to create one for a subscription, plan its next prices, and release it. */

type PhaseParams = Stripe.SubscriptionScheduleUpdateParams.Phase

export function createSchedule(world: SimulatorWorld, params: Stripe.SubscriptionScheduleCreateParams): Stripe.SubscriptionSchedule {
  if (params.from_subscription === undefined) throw notSimulated('schedules that begin a subscription', 'from_subscription')
  if (params.phases) throw invalid('`phases` cannot be set if `from_subscription` is set.', 'phases')
  const subscription = requireSubscription(world, params.from_subscription, 'from_subscription')
  if (hasEnded(subscription)) throw invalid('You cannot migrate a subscription that is already canceled.', 'from_subscription')
  if (subscription.cancel_at !== null) throw notSimulated('a schedule for a subscription that is to end', 'from_subscription')
  if (activeSchedule(world, idOf(subscription.schedule))) {
    const taken = `You cannot migrate a subscription that is already attached to a schedule: \`${idOf(subscription.schedule)}\`.`
    throw invalid(taken, 'from_subscription')
  }
  const { price, quantity, current_period_start: start, current_period_end: end } = itemOf(subscription)
  const schedule: Stripe.SubscriptionSchedule = {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: world.now(),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: params.end_behavior ?? 'release',
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    pause_schedules: [],
    phases: [phaseOf(subscription.currency, price.id, quantity ?? 1, { start, end }, 'create_prorations')],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  }
  world.store.put('schedules', schedule)
  world.publish('subscription_schedule.created', schedule)
  changeSubscription(world, subscription, { schedule: schedule.id })
  return schedule
}

/** @throws StripeError 404 */
export function requireSchedule(world: SimulatorWorld, id: string): Stripe.SubscriptionSchedule {
  const schedule = world.store.get('schedules', id)
  if (!schedule) throw noSuch('subscription_schedule', id)
  return schedule
}

export function updateSchedule(
  world: SimulatorWorld,
  id: string,
  params: Stripe.SubscriptionScheduleUpdateParams,
): Stripe.SubscriptionSchedule {
  const schedule = liveSchedule(world, id)
  if (params.end_behavior !== undefined && params.end_behavior !== 'release') throw notSimulated('another end than release', 'end_behavior')
  if (params.default_settings) throw notSimulated('settings of a schedule', 'default_settings')
  const metadata = mergedMetadata(schedule.metadata ?? {}, params.metadata)
  if (!params.phases) return changeSchedule(world, schedule, { metadata })
  const item = itemOf(requireSubscription(world, idOf(schedule.subscription)))
  const present = schedule.current_phase
  const [first] = params.phases
  if (first?.start_date === undefined) throw missing('phases[0][start_date]')
  if (first.start_date !== present?.start_date)
    throw invalid('You can not modify the start date of the current phase.', 'phases[0][start_date]')
  let start = present.start_date
  const phases = params.phases.map((phase, index) => {
    const planned = plannedPhase(world, phase, start, index)
    start = planned.end_date
    return planned
  })
  const [current, next] = phases
  if (current!.end_date <= world.now()) throw invalid('The current phase can not end in the past.', 'phases[0][end_date]')
  if (idOf(current!.items[0]!.price) !== item.price.id) throw notSimulated('another price at once', 'phases[0][items]')
  if (next && current!.end_date !== item.current_period_end) throw notSimulated('a phase that ends within a period', 'phases[0][end_date]')
  const currentPhase = { start_date: current!.start_date, end_date: current!.end_date }
  return changeSchedule(world, schedule, { metadata, phases, current_phase: currentPhase })
}

/** Releases the subscription, which continues unchanged. */
export function releaseScheduleById(world: SimulatorWorld, id: string): Stripe.SubscriptionSchedule {
  const schedule = liveSchedule(world, id)
  changeSubscription(world, requireSubscription(world, idOf(schedule.subscription)), { schedule: null })
  return releaseSchedule(world, schedule)
}

function liveSchedule(world: SimulatorWorld, id: string): Stripe.SubscriptionSchedule {
  const schedule = requireSchedule(world, id)
  if (schedule.status !== 'active') {
    const over = `You cannot perform this action on a subscription schedule that is currently in the \`${schedule.status}\` status.`
    throw invalid(over)
  }
  return schedule
}

function plannedPhase(world: SimulatorWorld, phase: PhaseParams, start: number, index: number) {
  const param = `phases[${index}]`
  const [item, ...more] = phase.items
  if (!item?.price) throw missing(`${param}[items][0][price]`)
  if (more.length > 0) throw notSimulated('several prices', `${param}[items][1]`)
  const price = recurringPrice(world, item.price, `${param}[items][0][price]`)
  if (typeof phase.end_date === 'string' || phase.trial) throw notSimulated('trials of a schedule', param)
  const { end_date: wanted, duration } = phase
  if (wanted === undefined && !duration) throw missing(`${param}[end_date]`)
  const lasting = duration && { interval: duration.interval, interval_count: duration.interval_count ?? 1 }
  const end = wanted ?? periodEndAfter(start, start, lasting!)
  if (end <= start) throw invalid('A phase must end after it starts.', `${param}[end_date]`)
  const behavior = phase.proration_behavior ?? 'create_prorations'
  return phaseOf(price.currency, price.id, item.quantity ?? 1, { start, end }, behavior)
}

function phaseOf(
  currency: string,
  price: string,
  quantity: number,
  { start, end }: { start: number; end: number },
  proration: Stripe.SubscriptionSchedule.Phase.ProrationBehavior,
): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency,
    default_payment_method: null,
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity }],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: proration,
    start_date: start,
    transfer_data: null,
    trial_end: null,
  }
}
