import type Stripe from 'stripe'
import { monthsOf } from './plan-prices.js'
import { ask, idOf, StripeRefusal, nullIfMissing } from './stripe-client.js'

/**
 * Scheduled changes of plan, kept in a schedule of Stripe's. A subscription with a schedule cannot be changed
 * otherwise. An immediate change therefore suspends the scheduled one: it stores its price in the subscription's
 * metadata and releases the schedule. The call that makes the change clears the metadata. After a crash between the
 * calls, the scheduled change is resumed from the metadata.
 */

/** Metadata of a subscription: the price of the scheduled change while its schedule is released. An empty value deletes it. */
export const SUSPENDED_PRICE = 'plan_set_aside'

/**
 * The price paid from the next period on; null if it stays the same.
 * @param subscription with its schedule expanded
 */
export function nextPriceOf(subscription: Stripe.Subscription): string | null {
  return scheduledPriceOf(subscription) ?? suspendedPriceOf(subscription)
}

function scheduledPriceOf({ schedule, items }: Stripe.Subscription): string | null {
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active' || !schedule.current_phase) return null
  const { end_date: end } = schedule.current_phase
  const next = schedule.phases.find(({ start_date: start }) => start >= end)?.items[0]
  const price = next ? idOf(next.price) : null
  return price === items.data[0]?.price.id ? null : price
}

function suspendedPriceOf({ metadata, items }: Stripe.Subscription): string | null {
  const price = metadata[SUSPENDED_PRICE] || null
  return price === items.data[0]?.price.id ? null : price
}

/**
 * Schedules another price from the next period on, replacing a scheduled one.
 * @param subscription with its schedule expanded
 * @param months how many months one payment of the price covers
 */
export async function scheduleChange(stripe: Stripe, subscription: Stripe.Subscription, price: string, months: number): Promise<void> {
  if (scheduledPriceOf(subscription) !== price) await plan(stripe, subscription, price, months)
  if (subscription.metadata[SUSPENDED_PRICE]) await clearSuspendedPrice(stripe, subscription)
}

async function plan(stripe: Stripe, { id, schedule, items }: Stripe.Subscription, price: string, months: number): Promise<void> {
  const [item] = items.data
  if (!item) throw new Error('A subscription of Stripe has no item')
  // An active schedule is changed in one call: releasing it first would leave a moment without a scheduled change.
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

/** Releases the subscription from its schedule, if it has one: it continues unchanged, and no change is scheduled any more. */
export async function release(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  const id = idOf(schedule)
  if (id === null) return
  // A schedule that has already ended manages nothing.
  await ask(stripe.subscriptionSchedules.release(id)).catch((error: unknown) => {
    if (!(error instanceof StripeRefusal)) throw error
  })
}

/**
 * Releases a subscription for an immediate change, after storing the price of a scheduled change in its metadata. The change has to
 * clear `SUSPENDED_PRICE`, or `resumeScheduledChange` resumes the scheduled one.
 * @param subscription with its schedule expanded
 */
export async function suspendScheduledChange(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const waiting = scheduledPriceOf(subscription)
  if (waiting !== null && waiting !== subscription.metadata[SUSPENDED_PRICE])
    await ask(stripe.subscriptions.update(subscription.id, { metadata: { [SUSPENDED_PRICE]: waiting } }))
  await release(stripe, subscription)
}

/**
 * Resumes a change that was suspended for another one that was not made, unless another change is scheduled or the
 * subscription is ending. Idempotent, also after a crash.
 */
export async function resumeScheduledChange(stripe: Stripe, subscriptionId: string): Promise<void> {
  const subscription = await nullIfMissing(stripe.subscriptions.retrieve(subscriptionId, { expand: ['schedule'] }))
  if (subscription?.status !== 'active') return
  const price = suspendedPriceOf(subscription)
  if (price !== null && scheduledPriceOf(subscription) === null && !isEnding(subscription)) {
    const found = await nullIfMissing(stripe.prices.retrieve(price))
    const months = found ? monthsOf(found) : NaN
    if (months > 0) await plan(stripe, subscription, price, months)
  }
  if (subscription.metadata[SUSPENDED_PRICE]) await clearSuspendedPrice(stripe, subscription)
}

/** Whether a subscription ends with its period or at another set moment. */
export function isEnding({ cancel_at_period_end, cancel_at }: Stripe.Subscription): boolean {
  return cancel_at_period_end || cancel_at !== null
}

async function clearSuspendedPrice(stripe: Stripe, { id }: Stripe.Subscription): Promise<void> {
  await ask(stripe.subscriptions.update(id, { metadata: { [SUSPENDED_PRICE]: '' } }))
}
