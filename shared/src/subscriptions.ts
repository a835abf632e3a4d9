import { z } from 'zod'
import { reais, text } from './fields.js'
import { planIds } from './plans.js'
import { subscriptionStatuses, subscriptionTexts } from './subscription-texts.js'

/** The contract of `/subscriptions`. */

const MAX_ADDRESS = 2000

/** Upper bound; Stripe's ids are shorter. */
const MAX_STRIPE_ID = 255

const returnAddress = text({ max: MAX_ADDRESS, missing: subscriptionTexts.returnAddress })

export const newCheckout = z.strictObject({
  priceId: text({ max: MAX_STRIPE_ID, missing: subscriptionTexts.noPlan }),
  successUrl: returnAddress,
  cancelUrl: returnAddress,
  mode: z.literal('subscription', { error: subscriptionTexts.mode }),
})
/** The plan to pay, and the addresses that Stripe returns to; `{CHECKOUT_SESSION_ID}` in an address becomes the session's id. */
export type NewCheckout = z.output<typeof newCheckout>

/** A page of Stripe that the browser opens. */
export const redirectAnswer = z.strictObject({ url: z.url() })
export type RedirectAnswer = z.output<typeof redirectAnswer>

export const statusQuery = z.object({
  session_id: z
    .string()
    .max(MAX_STRIPE_ID)
    // Malformed or repeated ids are dropped, and Stripe is not queried.
    .regex(/^cs_\w+$/)
    .optional()
    .catch(undefined),
})
export type StatusQuery = z.output<typeof statusQuery>

/** The path of one subscription, by Stripe's id. */
export const subscriptionPath = z.object({ subscriptionId: z.string() })
export type SubscriptionPath = z.output<typeof subscriptionPath>

/** The body of a call without parameters. */
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
/** A subscription on the wire; for an account without one the status is `other` and the other fields are null. */
export type Subscription = z.output<typeof subscription>

export const subscriptionAnswer = z.strictObject({ subscription })
export type SubscriptionAnswer = z.output<typeof subscriptionAnswer>

const changeMoment = z.iso.datetime().meta({ description: 'When the plan is the other one' })

const waitingChange = z.strictObject({ at: changeMoment, planId: z.string().nullable(), priceId: z.string() })
/** A scheduled change of plan, at the end of the paid period. */
export type WaitingChange = z.output<typeof waitingChange>

export const statusAnswer = z.strictObject({ subscription, change: waitingChange.nullable() })
/** The answer to a guest, who sees nothing of a payment. */
export const guestStatusAnswer = z.strictObject({ subscription: z.strictObject({ status: z.enum(subscriptionStatuses) }) })
export type GuestStatusAnswer = z.output<typeof guestStatusAnswer>
/** A subscription, with its scheduled change of plan if there is one. */
export type StatusAnswer = z.output<typeof statusAnswer>

const preview = z.boolean({ error: 'Use true ou false' }).optional()
const prorationDate = z.int({ error: 'Use a data que a prévia deu' }).nonnegative({ error: 'Use a data que a prévia deu' }).optional()

export const newPlanChange = z.strictObject({
  priceId: text({ max: MAX_STRIPE_ID, missing: subscriptionTexts.noPlan }),
  preview: preview.meta({ description: 'Only says what would be due' }),
  prorationDate: prorationDate.meta({ description: 'As the preview gave it, so that what was shown is charged' }),
})
/** The plan to change to; the current plan cancels a scheduled change. */
export type NewPlanChange = z.output<typeof newPlanChange>

const planChange = z.strictObject({
  at: changeMoment,
  amountDue: reais('Reais that the change itself is charged; 0 where it waits for the period that follows'),
  currency: z.string(),
  prorationDate: z.int().exactOptional().meta({ description: 'Of a preview; seconds since 1970, for the change to send back' }),
})
/** The cost and the moment of a change of plan; the amount in centavos, on the wire in reais. */
export type PlanChange = z.output<typeof planChange>

export const planChangeAnswer = z.strictObject({ subscription, change: planChange })
export type PlanChangeAnswer = z.output<typeof planChangeAnswer>

const plan = z.strictObject({
  id: z.enum(planIds),
  duration: z.string(),
  months: z.int(),
  price: reais('Reais, for all its months at once'),
  originalPrice: reais(),
  discount: z.int().meta({ description: 'Percent' }),
  monthlyPrice: reais('Reais, rounded half up'),
  popular: z.boolean(),
  description: z.string(),
  features: z.array(z.string()),
  priceId: z.string(),
})
/** A plan; amounts in centavos, on the wire in reais. */
export type PlanOffer = z.output<typeof plan>

export const planList = z.strictObject({ plans: z.array(plan) })
export type PlanList = z.output<typeof planList>
