import type { Subscription, SubscriptionAnswer } from '@prumo/shared/subscriptions'
import { get } from '../../lib/api'

/** How the signed-in person stands, as far as the plans are concerned. */
export type Standing = Pick<Subscription, 'status'>

export async function subscriptionNow(): Promise<Standing> {
  return (await get<SubscriptionAnswer>('/subscriptions/status')).subscription
}
