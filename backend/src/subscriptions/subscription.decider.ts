import type { Subscription } from '@prumo/shared/subscriptions'
import { letsIn, type SubscriptionStatus } from '@prumo/shared/subscription-texts'
import { type Decider, changedNames, type EntityState } from '../event-store/decider/decider.js'
import type { SubscriptionDetails, SubscriptionEvent } from './subscription.events.js'

/** A subscription as Stripe describes it at one moment. */
export interface PresentSubscription extends SubscriptionDetails {
  /** Whether the current period's payment was fully refunded, or a payment was lost in a dispute. */
  paidBack: boolean
}

/** Records the present state, whatever triggered the look; null for no subscription. */
export interface SubscriptionCommand {
  type: 'RecordSubscription'
  present: PresentSubscription | null
}

export type SubscriptionState = EntityState<SubscriptionDetails>

export const subscriptionDecider: Decider<SubscriptionCommand, SubscriptionState, SubscriptionEvent> = {
  entity: 'subscription',
  survivesReset: true,
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',

  decide({ present }, state) {
    const known = state.status === 'alive' ? state.details : null
    if (present !== null) return changesTo(known, toDetails(present))
    // Stripe has no subscription, or the customer was deleted: the recorded one has ended.
    if (known === null || known.status === 'canceled') return []
    return changesTo(known, { ...known, status: 'canceled' })
  },

  evolve(state, { entityId: id, accountId, recordedAt: updatedAt, entityVersion: version, data }) {
    return {
      status: 'alive',
      id,
      accountId,
      details: data.after,
      createdAt: state.status === 'none' ? updatedAt : state.createdAt,
      updatedAt,
      version,
      undone: [],
    }
  },
}

/** A refunded subscription ends at once, whatever is left of its period. */
export function toDetails({ paidBack, ...details }: PresentSubscription): SubscriptionDetails {
  return paidBack ? { ...details, status: 'canceled' } : details
}

/** The names of the fields whose recorded value differs from Stripe's. */
export function differencesFrom(known: SubscriptionDetails | null, present: PresentSubscription | null): string[] {
  // A recorded subscription that Stripe no longer has counts as ended.
  if (present === null) return known === null || known.status === 'canceled' ? [] : ['status']
  const counted = toDetails(present)
  return known === null ? Object.keys(counted) : changedNames(known, counted)
}

const firstEvents = {
  active: 'SubscriptionActivated',
  trialing: 'SubscriptionActivated',
  past_due: 'SubscriptionPaymentFailed',
  canceled: 'SubscriptionCanceled',
  other: 'SubscriptionLapsed',
} as const satisfies Record<SubscriptionStatus, SubscriptionEvent['type']>

/** Fields with events of their own; changes of all others are renewals, plan changes or ends. */
type SeparateField = 'paymentMethodBrand' | 'paymentMethodLast4' | 'refundedAmount' | 'cancelAtPeriodEnd' | 'nextPriceId' | 'nextPlanId'

const noChange = { nextPriceId: null, nextPlanId: null }

/**
 * The events between two looks at Stripe, in a readable order. The last event's `after` equals the present state, so
 * looks may be repeated or missed.
 */
export function changesTo(before: SubscriptionDetails | null, present: SubscriptionDetails): SubscriptionEvent[] {
  const events: SubscriptionEvent[] = []
  const { paymentMethodBrand, paymentMethodLast4, refundedAmount, cancelAtPeriodEnd, nextPriceId, nextPlanId, ...course } = present
  let current: SubscriptionDetails
  const record = (type: SubscriptionEvent['type'], changes: Partial<SubscriptionDetails>) => {
    const after = { ...current, ...changes }
    events.push({ type, data: { before: current, after } })
    current = after
  }

  if (before?.subscriptionId === present.subscriptionId) {
    current = before
    const type = courseEvent(before, course)
    // A new plan clears the scheduled change; one scheduled since is a separate event after it.
    if (type) record(type, { ...course, ...(course.priceId !== before.priceId && noChange) })
  } else {
    // Changes since the start are separate events after it, unless the subscription has already ended.
    const after = present.status === 'canceled' ? present : { ...present, ...noChange, cancelAtPeriodEnd: false, refundedAmount: 0 }
    events.push({ type: firstEvents[present.status], data: { before, after } })
    current = after
  }
  if (paymentMethodBrand !== current.paymentMethodBrand || paymentMethodLast4 !== current.paymentMethodLast4) {
    record('SubscriptionPaymentMethodChanged', { paymentMethodBrand, paymentMethodLast4 })
  }
  if (refundedAmount !== current.refundedAmount) record('SubscriptionRefunded', { refundedAmount })
  if ((nextPriceId !== current.nextPriceId || nextPlanId !== current.nextPlanId) && present.status !== 'canceled') {
    record(nextPriceId === null ? 'SubscriptionChangeWithdrawn' : 'SubscriptionChangeScheduled', { nextPriceId, nextPlanId })
  }
  if (cancelAtPeriodEnd !== current.cancelAtPeriodEnd && (cancelAtPeriodEnd || present.status !== 'canceled')) {
    record(cancelAtPeriodEnd ? 'SubscriptionCancellationScheduled' : 'SubscriptionCancellationWithdrawn', { cancelAtPeriodEnd })
  }
  // Whatever still differs belongs to the subscription's end.
  if (changedNames(current, present).length > 0) record('SubscriptionCanceled', present)
  return events
}

/** The event for changes of a subscription that has not ended; null if nothing changed or it ended. */
function courseEvent(before: SubscriptionDetails, course: Omit<SubscriptionDetails, SeparateField>): SubscriptionEvent['type'] | null {
  if (course.status === 'canceled' || changedNames<typeof course>(before, course).length === 0) return null
  if (!letsIn(course.status)) return firstEvents[course.status]
  if (letsIn(before.status)) return before.priceId === course.priceId ? 'SubscriptionRenewed' : 'SubscriptionPlanChanged'
  return before.status === 'canceled' ? 'SubscriptionActivated' : 'SubscriptionRecovered'
}

const neverSubscribed: Subscription = {
  id: null,
  customerId: null,
  subscriptionId: null,
  status: 'other',
  planId: null,
  priceId: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  paymentMethodBrand: null,
  paymentMethodLast4: null,
  createdAt: null,
  updatedAt: null,
}

/** The subscription in the shape of the API. */
export function toSubscription(state: SubscriptionState): Subscription {
  if (state.status === 'none') return neverSubscribed
  const { id, createdAt, updatedAt, details } = state
  const { refundedAmount: _, nextPriceId: __, nextPlanId: ___, ...shown } = details
  return { id, ...shown, createdAt, updatedAt }
}
