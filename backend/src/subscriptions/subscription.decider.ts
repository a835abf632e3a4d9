import type { Subscription } from '@prumo/shared/subscriptions'
import { letsIn, type SubscriptionStatus } from '@prumo/shared/subscription-texts'
import { type Decider, changedNames, type EntityState } from '../event-store/decider/decider.js'
import type { SubscriptionDetails, SubscriptionEvent } from './subscription.events.js'

/** What Stripe says of a subscription at one moment. */
export interface PresentSubscription extends SubscriptionDetails {
  /** Whether what the running period was paid with was given back whole, or a payment was lost in a dispute. */
  paidBack: boolean
}

/** Whatever made someone ask Stripe, the command is the same: this is how it stands now; null for no subscription at all. */
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
    // Stripe has none, or none any more: what is known was of a customer that is gone.
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

/** Who was paid back is out at once, whatever is left of the period. */
export function toDetails({ paidBack, ...details }: PresentSubscription): SubscriptionDetails {
  return paidBack ? { ...details, status: 'canceled' } : details
}

/** The names of what is known otherwise than Stripe says it now. */
export function differencesFrom(known: SubscriptionDetails | null, present: PresentSubscription | null): string[] {
  // What is known of a subscription that Stripe does not have any more has ended.
  if (present === null) return known === null || known.status === 'canceled' ? [] : ['status']
  const counted = toDetails(present)
  return known === null ? Object.keys(counted) : changedNames(known, counted)
}

const begins = {
  active: 'SubscriptionActivated',
  trialing: 'SubscriptionActivated',
  past_due: 'SubscriptionPaymentFailed',
  canceled: 'SubscriptionCanceled',
  other: 'SubscriptionLapsed',
} as const satisfies Record<SubscriptionStatus, SubscriptionEvent['type']>

/** What has events of its own; all else is how a subscription goes on, or ends. */
type SeparateField = 'paymentMethodBrand' | 'paymentMethodLast4' | 'refundedAmount' | 'cancelAtPeriodEnd' | 'nextPriceId' | 'nextPlanId'

const noChange = { nextPriceId: null, nextPlanId: null }

/**
 * What happened between two looks at Stripe, told in the order in which it is understood. The last event's `after` is
 * what was seen, whatever came before: so looks may come in any number and order.
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
    const type = goesOn(before, course)
    // Another plan leaves nothing to wait for; what was planned since is told after it.
    if (type) record(type, { ...course, ...(course.priceId !== before.priceId && noChange) })
  } else {
    // What followed its beginning is told after it, unless it is over already.
    const after = present.status === 'canceled' ? present : { ...present, ...noChange, cancelAtPeriodEnd: false, refundedAmount: 0 }
    events.push({ type: begins[present.status], data: { before, after } })
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
  // What is left is its end, or belongs to it.
  if (changedNames(current, present).length > 0) record('SubscriptionCanceled', present)
  return events
}

/** What became of a subscription that Stripe has not ended; null where it goes on as it was, and where it ended. */
function goesOn(before: SubscriptionDetails, course: Omit<SubscriptionDetails, SeparateField>): SubscriptionEvent['type'] | null {
  if (course.status === 'canceled' || changedNames<typeof course>(before, course).length === 0) return null
  if (!letsIn(course.status)) return begins[course.status]
  if (letsIn(before.status)) return before.priceId === course.priceId ? 'SubscriptionRenewed' : 'SubscriptionPlanChanged'
  return before.status === 'canceled' ? 'SubscriptionActivated' : 'SubscriptionRecovered'
}

const never: Subscription = {
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

/** The subscription as the wire shows it. */
export function toSubscription(state: SubscriptionState): Subscription {
  if (state.status === 'none') return never
  const { id, createdAt, updatedAt, details } = state
  const { refundedAmount: _, nextPriceId: __, nextPlanId: ___, ...shown } = details
  return { id, ...shown, createdAt, updatedAt }
}
