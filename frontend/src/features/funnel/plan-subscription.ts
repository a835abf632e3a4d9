import type { AccountExport } from '@prumo/shared/account-data'
import type { RedirectAnswer, Subscription, SubscriptionAnswer } from '@prumo/shared/subscriptions'
import { EXPORT_MS, get, send, submit } from '../../lib/api'

/** The part of the person's subscription that the plans page uses. */
export type PlanSubscription = Pick<Subscription, 'status' | 'subscriptionId' | 'planId' | 'currentPeriodEnd'>

export async function fetchSubscription(): Promise<PlanSubscription> {
  return (await get<SubscriptionAnswer>('/subscriptions/status')).subscription
}

/** Whether an inactive subscription still exists at Stripe. It has to be settled there before a new one can start. */
export function isSuspended({ status, subscriptionId }: PlanSubscription): boolean {
  return status === 'past_due' || (status === 'other' && subscriptionId !== null)
}

/** The export of the whole account. Amounts are in reais. */
export function fetchAccountExport(): Promise<AccountExport> {
  return send({ method: 'GET', path: '/data/export', isFile: true, timeoutMs: EXPORT_MS })
}

/** The URL of Stripe's portal, where the card can be changed and open invoices paid. */
export async function createPortalSession(): Promise<string> {
  return (await submit<RedirectAnswer>('/subscriptions/portal', undefined, { anonymous: false })).url
}
