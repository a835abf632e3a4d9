import type { PlanId } from '@prumo/shared/plans'
import type { NewPlanChange, PlanChange, PlanChangeAnswer, StatusAnswer } from '@prumo/shared/subscriptions'
import { ApiError } from '../lib/api'
import { newId } from '../lib/new-id'
import type { Account } from './account'
import { CheckoutFailed, plansOnSale, planTexts } from './checkout'
import { storeSubscription } from './subscription'

/** A change of plan as it was previewed, to be confirmed. */
export interface PreviewedPlanChange extends PlanChange {
  planId: PlanId
  priceId: string
  /** The idempotency key: confirming several times makes one change. */
  key: string
}

/**
 * Previews the cost and date of a change of plan: `POST /subscriptions/change`.
 * @throws CheckoutFailed for a plan that is not on sale, or ApiError
 */
export async function previewPlanChange(account: Account, planId: PlanId, signal: AbortSignal): Promise<PreviewedPlanChange> {
  const priceId = (await plansOnSale()).get(planId)
  if (!priceId) throw new CheckoutFailed(planTexts.unavailable)
  const body: NewPlanChange = { priceId, preview: true }
  const { change } = await account.send<PlanChangeAnswer>({ method: 'POST', path: '/subscriptions/change', body, signal })
  return { ...change, planId, priceId, key: newId() }
}

/**
 * Cancels a scheduled change: the present plan continues. Idempotent.
 * @throws ApiError
 */
export function keepCurrentPlan(account: Account, { planId, priceId }: { planId: PlanId; priceId: string }): Promise<void> {
  return changePlan(account, { planId, priceId, key: newId() })
}

/** Whether the change failed because the card was declined or is missing. */
export function isUnpaid(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'PAYMENT_REQUIRED'
}

/** Whether the preview is no longer valid. */
export function isOutdated(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'CONFLICT'
}

/**
 * Makes a previewed change. Waits for the server, whose answer is shown afterwards. After a failure it checks whether the change
 * was made all the same.
 * @throws ApiError
 */
export async function changePlan(
  account: Account,
  { planId, priceId, prorationDate, key }: Pick<PreviewedPlanChange, 'planId' | 'priceId' | 'prorationDate' | 'key'>,
): Promise<void> {
  const body: NewPlanChange = { priceId, ...(prorationDate !== undefined && { prorationDate }) }
  const headers = { 'Idempotency-Key': key }
  try {
    const { subscription, change } = await account.send<PlanChangeAnswer>({ method: 'POST', path: '/subscriptions/change', body, headers })
    const waits = subscription.planId !== planId
    storeSubscription(account, subscription, waits ? { at: change.at, planId, priceId } : null)
  } catch (failure) {
    // The change may have been made although no answer arrived, or by another device.
    const now = await account.get<StatusAnswer>('/subscriptions/status').catch(() => null)
    if (now === null) throw failure
    storeSubscription(account, now.subscription, now.change)
    const isMade = now.subscription.planId === planId ? now.change === null : now.change?.planId === planId
    if (!isMade) throw failure
  }
}
