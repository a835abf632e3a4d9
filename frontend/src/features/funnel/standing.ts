import type { RedirectAnswer, Subscription, SubscriptionAnswer } from '@prumo/shared/subscriptions'
import { get, submit } from '../../lib/api'

/** How the signed-in person stands, as far as the plans are concerned. */
export type Standing = Pick<Subscription, 'status' | 'planId' | 'currentPeriodEnd'>

export async function subscriptionNow(): Promise<Standing> {
  return (await get<SubscriptionAnswer>('/subscriptions/status')).subscription
}

/** The address of Stripe's page on which the card of a subscription is changed, and what is due is paid. */
export async function portalPage(): Promise<string> {
  return (await submit<RedirectAnswer>('/subscriptions/portal', undefined, { anonymous: false })).url
}
