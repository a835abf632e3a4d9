import { Rejected } from '@prumo/shared/rejections'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import type { StripeRefusal } from './stripe-client.js'

/** The rejection for a checkout that Stripe refused: it says what the person can do, never Stripe's own message. */
export function refusedCheckout({ code, param }: StripeRefusal): Rejected {
  if (code === 'email_invalid' || param === 'email') return new Rejected('VALIDATION', subscriptionTexts.emailNotTaken)
  // The price or its product was deactivated after it was checked.
  if (param?.startsWith('line_items'))
    return new Rejected('VALIDATION', subscriptionTexts.planNotSold, { priceId: [subscriptionTexts.planNotSold] })
  return new Rejected('CONFLICT', subscriptionTexts.paymentNotOpened)
}
