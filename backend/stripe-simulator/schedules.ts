import type { Stripe } from 'stripe'
import type { SimulatorWorld } from './world.js'

/** The scheduled phases of a subscription, and their progress in time. */

/** @returns the active schedule of this id; undefined if there is none or it has ended */
export function activeSchedule(world: SimulatorWorld, id: string): Stripe.SubscriptionSchedule | undefined {
  const schedule = world.store.get('schedules', id)
  return schedule?.status === 'active' ? schedule : undefined
}

/** Stores a changed schedule and publishes the event. */
export function changeSchedule(
  world: SimulatorWorld,
  schedule: Stripe.SubscriptionSchedule,
  changes: Partial<Stripe.SubscriptionSchedule>,
  type: Stripe.Event.Type = 'subscription_schedule.updated',
): Stripe.SubscriptionSchedule {
  const after = world.store.put('schedules', { ...schedule, ...changes })
  world.publish(type, after)
  return after
}

/** Ends a schedule together with its subscription. */
export function cancelSchedule(world: SimulatorWorld, id: string): void {
  const schedule = activeSchedule(world, id)
  if (!schedule) return
  const over = { status: 'canceled', canceled_at: world.now(), current_phase: null }
  changeSchedule(world, schedule, over, 'subscription_schedule.canceled')
}

/** Releases a schedule's subscription. */
export function releaseSchedule(world: SimulatorWorld, schedule: Stripe.SubscriptionSchedule): Stripe.SubscriptionSchedule {
  const left = { released_at: world.now(), released_subscription: schedule.subscription as string, subscription: null }
  return changeSchedule(world, schedule, { status: 'released', current_phase: null, ...left }, 'subscription_schedule.released')
}

/**
 * Enters the phase that starts at `time`, if any.
 * @returns its price; `over` if the last phase ended and the subscription was released; null if nothing changes
 */
export function enterPhase(world: SimulatorWorld, id: string, time: number): string | null {
  const schedule = activeSchedule(world, id)
  if (!schedule?.current_phase || schedule.current_phase.end_date > time) return null
  const phase = schedule.phases.find(({ start_date: start, end_date: end }) => start <= time && end > time)
  if (!phase) {
    releaseSchedule(world, schedule)
    return 'over'
  }
  changeSchedule(world, schedule, { current_phase: { start_date: phase.start_date, end_date: phase.end_date } })
  return phase.items[0]!.price as string
}
