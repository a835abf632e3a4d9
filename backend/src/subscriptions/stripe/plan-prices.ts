import { Logger } from '@nestjs/common'
import { PLAN_CURRENCY, plans, type Plan, type PlanId } from '@prumo/shared/plans'
import { Rejected } from '@prumo/shared/rejections'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import type Stripe from 'stripe'
import { InvalidSettings } from '../../platform/config/invalid-settings.js'
import type { Settings } from '../../platform/config/settings.js'
import { atStart } from './start-patience.js'
import { stripeOf, nullIfMissing } from './stripe-client.js'

const UNSOLD_RETRY_SECONDS = 60

/** Stripe's price of each plan, from the settings. */
export class PlanPrices {
  readonly #planOf: ReadonlyMap<string, PlanId>
  #checked = false
  readonly #logger = new Logger('stripe')

  constructor(private readonly settings: Settings) {
    this.#planOf = new Map(plans.map(({ id }) => [settings.stripe.prices[id], id]))
  }

  priceOf(plan: PlanId): string {
    return this.settings.stripe.prices[plan]
  }

  /** The plan of a price; null if no plan has it. */
  readonly planOf = (priceId: string): PlanId | null => this.#planOf.get(priceId) ?? null

  /** The plan of a price. Rejects with VALIDATION if no plan has it. */
  requirePlan(priceId: string): Plan {
    const plan = plans.find(({ id }) => id === this.planOf(priceId))
    if (!plan) throw new Rejected('VALIDATION', subscriptionTexts.unknownPlan, { priceId: [subscriptionTexts.unknownPlan] })
    return plan
  }

  /**
   * Compares the prices at Stripe with the plans, once.
   * @throws InvalidSettings naming each price that Stripe does not know or that differs from its plan; Rejected with
   *   UNAVAILABLE while Stripe cannot be reached
   */
  async check(): Promise<void> {
    if (this.#checked) return
    const stripe = stripeOf(this.settings)
    const problems = await Promise.all(
      plans.map(async (plan) => problemOf(plan, this.priceOf(plan.id), await nullIfMissing(stripe.prices.retrieve(this.priceOf(plan.id))))),
    )
    const found = problems.filter((problem) => problem !== null)
    if (found.length > 0) throw new InvalidSettings(found)
    this.#checked = true
  }

  /** Checks the prices before a sale, so that no wrong price is charged. Rejects with UNAVAILABLE if one differs. */
  async checkBeforeSale(): Promise<void> {
    try {
      await this.check()
    } catch (error) {
      if (!(error instanceof InvalidSettings)) throw error
      this.#logger.error({ problems: error.problems }, 'The prices are not those of the plans: nothing is sold')
      throw new Rejected('UNAVAILABLE', undefined, undefined, UNSOLD_RETRY_SECONDS)
    }
  }

  /** Checks the prices at start without failing it when Stripe is slow or out of reach. The first sale then checks them. */
  checkAtStart(): Promise<void> {
    return atStart(this.check())
  }
}

const MONTHS: Record<string, number> = { month: 1, year: 12 }

/** How many months one payment of a price covers; NaN for a price not counted in months. */
export function monthsOf({ recurring }: Stripe.Price): number {
  return recurring ? (MONTHS[recurring.interval] ?? NaN) * recurring.interval_count : NaN
}

/** What is wrong with a price; null if it matches the plan. */
export function problemOf(plan: Plan, id: string, price: Stripe.Price | null): string | null {
  const variable = `STRIPE_PRICE_${plan.id.toUpperCase()}`
  if (price === null) return `${variable}: a Stripe não conhece o preço ${id}.`
  if (!price.active) return `${variable}: o preço ${id} está desativado na Stripe.`
  const { recurring, currency, unit_amount } = price
  const months = monthsOf(price)
  if (currency === PLAN_CURRENCY && unit_amount === plan.price && months === plan.months) return null
  const interval = recurring ? `a cada ${recurring.interval_count} ${recurring.interval}` : 'uma vez só'
  const found = `${unit_amount ?? '?'} ${currency} ${interval}`
  return `${variable}: o preço ${id} é de ${found}; o plano ${plan.duration} pede ${plan.price} ${PLAN_CURRENCY} a cada ${plan.months} month (valores em centavos).`
}
