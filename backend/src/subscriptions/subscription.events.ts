import { subscriptionStatuses } from '@prumo/shared/subscription-texts'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  // Whoever may ask Stripe learns from these ids who the person is.
  customerId: personal(z.string()),
  subscriptionId: personal(z.string()),
  status: z.enum(subscriptionStatuses),
  priceId: z.string(),
  /** Null for a price that is none of the plans'. */
  planId: z.string().nullable(),
  /** Seconds since 1970, as Stripe says them. */
  currentPeriodStart: z.int().nonnegative(),
  currentPeriodEnd: z.int().nonnegative(),
  cancelAtPeriodEnd: z.boolean(),
  paymentMethodBrand: z.string().nullable(),
  paymentMethodLast4: personal(z.string()).nullable(),
  /** Centavos given back of all that was paid for it. */
  refundedAmount: z.int().nonnegative(),
  /** What is paid from the next period on; null where that is the same. */
  nextPriceId: z.string().nullable(),
  nextPlanId: z.string().nullable(),
})
/** All that is recorded of a subscription, as Stripe had it at that moment. */
export type SubscriptionDetails = z.output<typeof details>

const changed = { data: z.strictObject({ before: details, after: details }) }
/** It may be the first that is seen of this subscription, or follow one before it. */
const first = { data: z.strictObject({ before: details.nullable(), after: details }) }

/**
 * Stored for ever: a shape changes only as a new version with an upcaster. Each event carries the whole of what it takes
 * away (`before`) and of what it brings (`after`). There is one subscription an account, which goes on under another id
 * of Stripe's when the person subscribes again.
 */
export const subscriptionEvents = defineEvents({
  SubscriptionActivated: first,
  SubscriptionRenewed: changed,
  /** Another plan is paid for: at once, or because its time has come. */
  SubscriptionPlanChanged: changed,
  SubscriptionChangeScheduled: changed,
  SubscriptionChangeWithdrawn: changed,
  SubscriptionPaymentFailed: first,
  SubscriptionRecovered: changed,
  SubscriptionCancellationScheduled: changed,
  SubscriptionCancellationWithdrawn: changed,
  SubscriptionCanceled: first,
  SubscriptionRefunded: changed,
  SubscriptionPaymentMethodChanged: changed,
  // Stripe keeps it, without saying that it is paid for: paused, or a state that nobody knows yet.
  SubscriptionLapsed: first,
})
export type SubscriptionEvent = EventsOf<typeof subscriptionEvents>
