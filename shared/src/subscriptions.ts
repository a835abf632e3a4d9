import { z } from 'zod'
import { text } from './fields.js'
import { planIds } from './plans.js'
import { subscriptionStatuses, subscriptionTexts } from './subscription-texts.js'

/** What people pay with, and what came of it: the contract of `/subscriptions`. */

const MAX_ADDRESS = 2000

/** Stripe's ids are short; what is longer is none. */
const MAX_STRIPE_ID = 255

const returnAddress = text({ max: MAX_ADDRESS, missing: subscriptionTexts.returnAddress })

export const newCheckout = z.strictObject({
  priceId: text({ max: MAX_STRIPE_ID, missing: subscriptionTexts.noPlan }),
  successUrl: returnAddress,
  cancelUrl: returnAddress,
  mode: z.literal('subscription', { error: subscriptionTexts.mode }),
})
/** Which plan is to be paid, and where Stripe leads back to; `{CHECKOUT_SESSION_ID}` in an address becomes the session's id. */
export type NewCheckout = z.output<typeof newCheckout>

/** A page of Stripe's that the browser goes to. */
export const redirectAnswer = z.strictObject({ url: z.url() })
export type RedirectAnswer = z.output<typeof redirectAnswer>

export const statusQuery = z.object({
  session_id: z
    .string()
    .max(MAX_STRIPE_ID)
    // What is no checkout session, or several, is asked of nobody.
    .regex(/^cs_\w+$/)
    .optional()
    .catch(undefined),
})
export type StatusQuery = z.output<typeof statusQuery>

/** The path of one subscription, by Stripe's id. */
export const subscriptionPath = z.object({ subscriptionId: z.string() })
export type SubscriptionPath = z.output<typeof subscriptionPath>

/** A call whose address says it all. */
export const emptyBody = z.strictObject({})
export type EmptyBody = z.output<typeof emptyBody>

const epochSeconds = z.int().nullable().meta({ description: 'Seconds since 1970' })

export const subscription = z.strictObject({
  id: z.guid().nullable(),
  customerId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  status: z.enum(subscriptionStatuses),
  planId: z.string().nullable(),
  priceId: z.string().nullable(),
  currentPeriodStart: epochSeconds,
  currentPeriodEnd: epochSeconds,
  cancelAtPeriodEnd: z.boolean(),
  paymentMethodBrand: z.string().nullable(),
  paymentMethodLast4: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime().nullable(),
})
/** An account's subscription as the wire shows it; of an account that never subscribed the status is `other` and all else null. */
export type Subscription = z.output<typeof subscription>

export const subscriptionAnswer = z.strictObject({ subscription })
export type SubscriptionAnswer = z.output<typeof subscriptionAnswer>

const plan = z.strictObject({
  id: z.enum(planIds),
  duration: z.string(),
  months: z.int(),
  price: z.number().meta({ description: 'Reais, for all its months at once' }),
  originalPrice: z.number().meta({ description: 'Reais' }),
  discount: z.int().meta({ description: 'Percent' }),
  monthlyPrice: z.number().meta({ description: 'Reais, rounded half up' }),
  popular: z.boolean(),
  description: z.string(),
  features: z.array(z.string()),
  priceId: z.string(),
})
/** A plan as the wire shows it; amounts in reais. */
export type PlanOffer = z.output<typeof plan>

export const planList = z.strictObject({ plans: z.array(plan) })
export type PlanList = z.output<typeof planList>
