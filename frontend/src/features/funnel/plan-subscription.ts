import type { AccountExport } from '@prumo/shared/account-data'
import type { RedirectAnswer, Subscription, SubscriptionAnswer } from '@prumo/shared/subscriptions'
import { EXPORT_MS, get, send, submit } from '../../lib/api'

/** How the signed-in person stands, as far as the plans are concerned. */
export type PlanSubscription = Pick<Subscription, 'status' | 'subscriptionId' | 'planId' | 'currentPeriodEnd'>

export async function fetchSubscription(): Promise<PlanSubscription> {
  return (await get<SubscriptionAnswer>('/subscriptions/status')).subscription
}

/** Whether there is one that lets nobody in and that Stripe has not ended: it is put in order there before there can be another. */
export function isSuspended({ status, subscriptionId }: PlanSubscription): boolean {
  return status === 'past_due' || (status === 'other' && subscriptionId !== null)
}

/** All that the account has, as the file that it becomes: amounts in reais. */
export function fetchAccountExport(): Promise<AccountExport> {
  return send({ method: 'GET', path: '/data/export', isFile: true, timeoutMs: EXPORT_MS })
}

/** The address of Stripe's page on which a subscription is put in order: its card is changed, what is due is paid. */
export async function createPortalSession(): Promise<string> {
  return (await submit<RedirectAnswer>('/subscriptions/portal', undefined, { anonymous: false })).url
}
