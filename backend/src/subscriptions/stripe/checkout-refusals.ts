import { Rejected } from '@prumo/shared/rejections'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import type { StripeRefusal } from './stripe-client.js'

/** What a person is told of whom Stripe refused a payment's beginning: what they can do, never Stripe's own words. */
export function refusedCheckout({ code, param }: StripeRefusal): Rejected {
  if (code === 'email_invalid' || param === 'email') return new Rejected('VALIDATION', subscriptionTexts.emailNotTaken)
  // The price, or its product: deactivated since it was checked.
  if (param?.startsWith('line_items'))
    return new Rejected('VALIDATION', subscriptionTexts.planNotSold, { priceId: [subscriptionTexts.planNotSold] })
  return new Rejected('CONFLICT', subscriptionTexts.paymentNotOpened)
}
