import type { PlanId } from '@prumo/shared/plans'
import type { NewPlanChange, PlanChange, PlanChangeAnswer, StatusAnswer } from '@prumo/shared/subscriptions'
import { ApiError } from '../lib/api'
import { newId } from '../lib/new-id'
import type { Account } from './account'
import { CheckoutFailed, plansOnSale, planTexts } from './checkout'
import { storeSubscription } from './subscription'

/** A change of plan as it was shown, and as it is confirmed. */
export interface PreviewedPlanChange extends PlanChange {
  planId: PlanId
  priceId: string
  /** However often it is confirmed, it is made once. */
  key: string
}

/**
 * What a change to a plan would cost and when it would be: `POST /subscriptions/change` as a preview.
 * @throws CheckoutFailed for a plan that is not sold now, or ApiError
 */
export async function previewPlanChange(account: Account, planId: PlanId, signal: AbortSignal): Promise<PreviewedPlanChange> {
  const priceId = (await plansOnSale()).get(planId)
  if (!priceId) throw new CheckoutFailed(planTexts.unavailable)
  const body: NewPlanChange = { priceId, preview: true }
  const { change } = await account.send<PlanChangeAnswer>({ method: 'POST', path: '/subscriptions/change', body, signal })
  return { ...change, planId, priceId, key: newId() }
}

/**
 * Takes back a change that waits: the plan of now goes on. Again the same.
 * @throws ApiError
 */
export function keepCurrentPlan(account: Account, { planId, priceId }: { planId: PlanId; priceId: string }): Promise<void> {
  return changePlan(account, { planId, priceId, key: newId() })
}

/** Whether nothing changed because the card did not pay, or there is none. */
export function isUnpaid(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'PAYMENT_REQUIRED'
}

/** Whether what was shown does not hold any more. */
export function isOutdated(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'CONFLICT'
}

/**
 * Makes a change that was shown. Waits for the server, whose answer is shown from then on; after a failure it is asked
 * whether it was made all the same.
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
    // It may be so although nobody answered, or because another device did it.
    const now = await account.get<StatusAnswer>('/subscriptions/status').catch(() => null)
    if (now === null) throw failure
    storeSubscription(account, now.subscription, now.change)
    const isMade = now.subscription.planId === planId ? now.change === null : now.change?.planId === planId
    if (!isMade) throw failure
  }
}
