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

const changeMoment = z.iso.datetime().meta({ description: 'When the plan is the other one' })

const waitingChange = z.strictObject({ at: changeMoment, planId: z.string().nullable(), priceId: z.string() })
/** A change of plan that waits for the end of the period that is paid. */
export type WaitingChange = z.output<typeof waitingChange>

export const statusAnswer = z.strictObject({ subscription, change: waitingChange.nullable() })
/** How a subscription stands, and the change of plan that waits, if one does. */
export type StatusAnswer = z.output<typeof statusAnswer>

const preview = z.boolean({ error: 'Use true ou false' }).optional()
const prorationDate = z.int({ error: 'Use a data que a prévia deu' }).nonnegative({ error: 'Use a data que a prévia deu' }).optional()

export const newPlanChange = z.strictObject({
  priceId: text({ max: MAX_STRIPE_ID, missing: subscriptionTexts.noPlan }),
  preview: preview.meta({ description: 'Only says what would be due' }),
  prorationDate: prorationDate.meta({ description: 'As the preview gave it, so that what was shown is charged' }),
})
/** Which plan is to follow the present one; the plan of now takes back a change that waits. */
export type NewPlanChange = z.output<typeof newPlanChange>

const planChange = z.strictObject({
  at: changeMoment,
  amountDue: z.number().meta({ description: 'Reais that the change itself is charged; 0 where it waits for the period that follows' }),
  currency: z.string(),
  prorationDate: z.int().exactOptional().meta({ description: 'Of a preview; seconds since 1970, for the change to send back' }),
})
/** What a change of plan costs and when it is; the amount in reais. */
export type PlanChange = z.output<typeof planChange>

export const planChangeAnswer = z.strictObject({ subscription, change: planChange })
export type PlanChangeAnswer = z.output<typeof planChangeAnswer>

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
