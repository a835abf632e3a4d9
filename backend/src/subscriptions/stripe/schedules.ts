import type Stripe from 'stripe'
import { monthsOf } from './plan-prices.js'
import { ask, idOf, StripeRefusal, unlessMissing } from './stripe-client.js'

/**
 * Changes of plan that wait for the end of what is paid: a schedule of Stripe's that takes the subscription over. Stripe
 * changes nothing else beside a schedule, so a change that is to be made at once sets what waits aside first: it notes its
 * price in the subscription's metadata and releases the schedule. The call that makes the change takes the note away with
 * it. So a process that dies between two calls leaves the note, and what waits is planned again from it.
 */

/** Under this name a subscription holds the price that waits while its schedule is released. Empty takes it away. */
export const SET_ASIDE = 'plan_set_aside'

/**
 * The price that is paid from the next period on; null where it stays the same.
 * @param subscription with its schedule expanded
 */
export function nextPriceOf(subscription: Stripe.Subscription): string | null {
  return scheduledPriceOf(subscription) ?? setAsidePriceOf(subscription)
}

function scheduledPriceOf({ schedule, items }: Stripe.Subscription): string | null {
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active' || !schedule.current_phase) return null
  const { end_date: end } = schedule.current_phase
  const next = schedule.phases.find(({ start_date: start }) => start >= end)?.items[0]
  const price = next ? idOf(next.price) : null
  return price === items.data[0]?.price.id ? null : price
}

function setAsidePriceOf({ metadata, items }: Stripe.Subscription): string | null {
  const price = metadata[SET_ASIDE] || null
  return price === items.data[0]?.price.id ? null : price
}

/**
 * Has Stripe go on with another price once the present period is over, in the place of one that waits.
 * @param subscription with its schedule expanded @param months how many one payment of the price covers
 */
export async function scheduleChange(stripe: Stripe, subscription: Stripe.Subscription, price: string, months: number): Promise<void> {
  if (scheduledPriceOf(subscription) !== price) await plan(stripe, subscription, price, months)
  if (subscription.metadata[SET_ASIDE]) await forgetSetAside(stripe, subscription)
}

async function plan(stripe: Stripe, { id, schedule, items }: Stripe.Subscription, price: string, months: number): Promise<void> {
  const [item] = items.data
  if (!item) throw new Error('A subscription of Stripe has no item')
  // An active schedule is changed in one call: released first, it would leave a moment in which nothing waits.
  const isScheduled = schedule !== null && typeof schedule !== 'string' && schedule.status === 'active'
  const { id: scheduleId, current_phase: present } = isScheduled
    ? schedule
    : await ask(stripe.subscriptionSchedules.create({ from_subscription: id }))
  if (!present) throw new Error('A schedule of Stripe has no phase')
  const planned: Stripe.SubscriptionScheduleUpdateParams.Phase[] = [
    {
      items: [{ price: item.price.id, quantity: 1 }],
      start_date: present.start_date,
      end_date: item.current_period_end,
      proration_behavior: 'none',
    },
    {
      items: [{ price, quantity: 1 }],
      duration: { interval: 'month', interval_count: months },
      proration_behavior: 'none',
    },
  ]
  await ask(stripe.subscriptionSchedules.update(scheduleId, { end_behavior: 'release', proration_behavior: 'none', phases: planned }))
}

/** Leaves a subscription to itself again, if a schedule manages it: it goes on as it is, and nothing waits any more. */
export async function release(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  const id = idOf(schedule)
  if (id === null) return
  // One that is over already manages nothing.
  await ask(stripe.subscriptionSchedules.release(id)).catch((error: unknown) => {
    if (!(error instanceof StripeRefusal)) throw error
  })
}

/**
 * Releases a subscription for a change that is to be made at once. What waits is noted first; the change has to take the
 * note away (`SET_ASIDE`), or `restoreSetAside` what it says.
 * @param subscription with its schedule expanded
 */
export async function setAside(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const waiting = scheduledPriceOf(subscription)
  if (waiting !== null && waiting !== subscription.metadata[SET_ASIDE])
    await ask(stripe.subscriptions.update(subscription.id, { metadata: { [SET_ASIDE]: waiting } }))
  await release(stripe, subscription)
}

/**
 * Plans again what was set aside for a change that was not made, unless another change waits since, or the subscription is
 * to end. Again the same, wherever it was cut off.
 */
export async function restoreSetAside(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await unlessMissing(stripe.subscriptions.retrieve(subscriptionId, { expand: ['schedule'] }))
  if (subscription?.status !== 'active') return
  const price = setAsidePriceOf(subscription)
  if (price !== null && scheduledPriceOf(subscription) === null && !isEnding(subscription)) {
    const found = await unlessMissing(stripe.prices.retrieve(price))
    const months = found ? monthsOf(found) : NaN
    if (months > 0) await plan(stripe, subscription, price, months)
  }
  if (subscription.metadata[SET_ASIDE]) await forgetSetAside(stripe, subscription)
}

/** Whether a subscription ends with its period, or at another moment that is set. */
export function isEnding({ cancel_at_period_end, cancel_at }: Stripe.Subscription): boolean {
  return cancel_at_period_end || cancel_at !== null
}

async function forgetSetAside(stripe: Stripe, { id }: Stripe.Subscription): Promise<void> {
  await ask(stripe.subscriptions.update(id, { metadata: { [SET_ASIDE]: '' } }))
}
