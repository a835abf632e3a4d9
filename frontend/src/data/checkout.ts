import { planIds, plans, type Plan, type PlanId } from '@prumo/shared/plans'
import type { NewCheckout, PlanList, RedirectAnswer } from '@prumo/shared/subscriptions'
import { ApiError, get, messageOf, submit } from '../lib/api'
import { saveArrival } from '../lib/arrival'
import { read, storageKeys, write } from '../lib/device-storage'
import { session } from '../lib/session'
import type { PageNavigate } from '../lib/page-navigate'

/** The chosen plan and the way to the payment page, for the pages on which people choose, register and subscribe. */

export const planTexts = {
  missing: 'Nenhum plano selecionado. Por favor, volte e escolha um plano.',
  unknown: 'Plano inválido. Por favor, escolha outro plano.',
  unavailable: 'Plano não disponível no momento. Por favor, escolha outro plano.',
  noUrl: 'URL de checkout não recebida',
} as const

export function isPlanId(value: unknown): value is PlanId {
  return planIds.includes(value as PlanId)
}

export function planOf(id: PlanId): Plan {
  return plans.find((plan) => plan.id === id) as Plan
}

/** Stores the plan, with its id repeated as `plano`. */
export function storePlan(id: PlanId): void {
  write('local', storageKeys.plan, JSON.stringify({ ...planOf(id), plano: id }))
}

/** The id of the stored plan, unchecked; null without one. */
export function storedPlan(): string | null {
  try {
    const { plano } = JSON.parse(read('local', storageKeys.plan) ?? '{}') as { plano?: unknown }
    return typeof plano === 'string' && plano !== '' ? plano : null
  } catch {
    return null
  }
}

/** The Stripe price of each plan on sale. */
export async function plansOnSale(): Promise<ReadonlyMap<string, string>> {
  const { plans: offered } = await get<PlanList>('/plans')
  return new Map(offered.map(({ id, priceId }) => [id, priceId]))
}

/** A payment could not be started; `message` is the text for the person. */
export class CheckoutFailed extends Error {
  override readonly name = 'CheckoutFailed'
}

/**
 * Creates the page on which the signed-in person pays for a plan. @returns its address
 * @throws CheckoutFailed, or ApiError
 */
export async function createPaymentPage(id: PlanId): Promise<string> {
  const priceId = (await plansOnSale()).get(id)
  if (!priceId) throw new CheckoutFailed(planTexts.unavailable)
  const { origin } = window.location
  const checkout: NewCheckout = {
    priceId,
    successUrl: `${origin}/dashboard?welcome=true&payment=success&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${origin}/plans?canceled=true`,
    mode: 'subscription',
  }
  const { url } = await submit<Partial<RedirectAnswer>>('/subscriptions/checkout', checkout, { anonymous: false })
  if (!url) throw new CheckoutFailed(planTexts.noUrl)
  return url
}

/** The text of a failed checkout. Null if the session has ended: the login page opens and says so. */
export function checkoutFailure(failure: unknown, visit: PageNavigate): string | null {
  const text = checkoutText(failure)
  if (session().status !== 'signed-out') return text
  saveArrival({ from: '/plans', problem: text })
  visit('/login')
  return null
}

function checkoutText(failure: unknown): string {
  if (failure instanceof CheckoutFailed) return failure.message
  if (!(failure instanceof ApiError)) return 'Erro ao processar cadastro e pagamento. Tente novamente.'
  if (failure.status === 401) return 'Erro de autenticação. Tente novamente.'
  if (failure.status === 404) return 'Serviço temporariamente indisponível. Tente novamente em alguns minutos.'
  return messageOf(failure)
}
