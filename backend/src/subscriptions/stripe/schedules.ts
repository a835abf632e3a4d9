import type Stripe from 'stripe'
import { ask, idOf, StripeRefusal } from './stripe-client.js'

/** Changes of plan that wait for the end of what is paid: a schedule of Stripe's that takes the subscription over. */

/**
 * The price that is paid from the next period on; null where it stays the same.
 * @param subscription with its schedule expanded
 */
export function nextPriceOf({ schedule, items }: Stripe.Subscription): string | null {
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active' || !schedule.current_phase) return null
  const { end_date: end } = schedule.current_phase
  const next = schedule.phases.find(({ start_date: start }) => start >= end)?.items[0]
  const price = next ? idOf(next.price) : null
  return price === items.data[0]?.price.id ? null : price
}

/**
 * Has Stripe go on with another price once the present period is over.
 * @param months how many one payment of it covers
 */
export async function scheduleChange(stripe: Stripe, subscription: Stripe.Subscription, price: string, months: number): Promise<void> {
  const { id, phases } = await ask(stripe.subscriptionSchedules.create({ from_subscription: subscription.id }))
  const [item] = subscription.items.data
  const [present] = phases
  if (!item || !present) throw new Error('A schedule of Stripe has no phase')
  const { start_date, end_date } = present
  const planned: Stripe.SubscriptionScheduleUpdateParams.Phase[] = [
    { items: [{ price: item.price.id, quantity: 1 }], start_date, end_date, proration_behavior: 'none' },
    {
      items: [{ price, quantity: 1 }],
      duration: { interval: 'month', interval_count: months },
      proration_behavior: 'none',
    },
  ]
  await ask(stripe.subscriptionSchedules.update(id, { end_behavior: 'release', proration_behavior: 'none', phases: planned }))
}

/** Leaves a subscription to itself again, if a schedule manages it: it goes on as it is, and nothing waits any more. */
export async function release(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const id = idOf(subscription.schedule)
  if (id === null) return
  // One that is over already manages nothing.
  await ask(stripe.subscriptionSchedules.release(id)).catch((error: unknown) => {
    if (!(error instanceof StripeRefusal)) throw error
  })
}
