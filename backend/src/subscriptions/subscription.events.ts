import { subscriptionStatuses } from '@prumo/shared/subscription-texts'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  // Personal: with access to Stripe, these ids lead to the person.
  customerId: personal(z.string()),
  subscriptionId: personal(z.string()),
  status: z.enum(subscriptionStatuses),
  priceId: z.string(),
  /** Null for a price that no plan has. */
  planId: z.string().nullable(),
  /** Seconds since 1970, as Stripe sends them. */
  currentPeriodStart: z.int().nonnegative(),
  currentPeriodEnd: z.int().nonnegative(),
  cancelAtPeriodEnd: z.boolean(),
  paymentMethodBrand: z.string().nullable(),
  paymentMethodLast4: personal(z.string()).nullable(),
  /** Centavos refunded of all that was paid for it. */
  refundedAmount: z.int().nonnegative(),
  /** The price from the next period on; null if it stays the same. */
  nextPriceId: z.string().nullable(),
  nextPlanId: z.string().nullable(),
})
/** All recorded details of a subscription, as Stripe had them at that moment. */
export type SubscriptionDetails = z.output<typeof details>

const changed = { data: z.strictObject({ before: details, after: details }) }
/** May be the first event of this subscription, or follow another subscription of the account. */
const first = { data: z.strictObject({ before: details.nullable(), after: details }) }

/**
 * Stored permanently: a shape changes only as a new version with an upcaster. Each event carries the full state before
 * and after. An account has one subscription; it gets another id of Stripe's when the person subscribes again.
 */
export const subscriptionEvents = defineEvents({
  SubscriptionActivated: first,
  SubscriptionRenewed: changed,
  /** Another plan is paid: chosen now, or scheduled before. */
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
  // Stripe keeps the subscription without payment: paused, or a status unknown to the product.
  SubscriptionLapsed: first,
})
export type SubscriptionEvent = EventsOf<typeof subscriptionEvents>
