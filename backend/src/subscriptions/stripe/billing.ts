import { Injectable, Logger } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { Rejected } from '@prumo/shared/rejections'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import type { NewCheckout } from '@prumo/shared/subscriptions'
import type Stripe from 'stripe'
import { Settings } from '../../platform/config/settings.js'
import { Database } from '../../platform/database/database.js'
import { logFacts } from '../../platform/http/failures.js'
import { FindSubscription } from '../subscription-status.projection.js'
import { refusedCheckout } from './checkout-refusals.js'
import { Checkouts } from './checkouts.js'
import { isOwnAddress } from './return-address.js'
import { SUSPENDED_PRICE, suspendScheduledChange } from './schedules.js'
import { StripeLimits } from './stripe-limits.js'
import { ask, idOf, StripeRefusal, stripeOf, nullIfMissing } from './stripe-client.js'
import { SessionLooks } from './session-looks.js'
import { isOver } from './subscription-end.js'
import { SubscriptionLooks } from './subscription-looks.js'

/** The calls to Stripe that a signed-in person makes: checkout, cancellation, portal. */
@Injectable()
export class Billing {
  readonly #logger = new Logger('stripe')
  readonly #stripe: Stripe
  readonly #sessions: SessionLooks

  constructor(
    private readonly settings: Settings,
    private readonly questions: QueryBus,
    private readonly looks: SubscriptionLooks,
    private readonly checkouts: Checkouts,
    private readonly limits: StripeLimits,
    database: Database,
  ) {
    this.#stripe = stripeOf(settings)
    this.#sessions = new SessionLooks(database)
  }

  /**
   * Records the subscription's state at Stripe if the checkout session belongs to the account, so that a person who
   * paid has access before a webhook arrives. Rate-limited per account. Rejects with UNAVAILABLE while Stripe cannot be
   * reached: the recorded state may predate the payment.
   */
  lookAtSession(accountId: string, sessionId: string): Promise<void> {
    return this.#sessions.take(accountId, () => this.#lookAtOwn(accountId, sessionId))
  }

  /**
   * Looks at the account if no worker has done so for two days, so that an ended subscription does not keep giving
   * access. Never rejects; callers do not wait for it.
   */
  async keepFresh(accountId: string): Promise<void> {
    try {
      if (!(await this.#sessions.isDue(accountId))) return
      await this.#sessions.take(accountId, async () => void (await this.looks.look(accountId, 'stripe')))
    } catch (failure) {
      this.#logger.warn(logFacts(failure), 'A subscription of which nobody has heard for days could not be looked at')
    }
  }

  async #lookAtOwn(accountId: string, sessionId: string): Promise<void> {
    const customerId = await this.looks.customers.customerOf(accountId)
    if (customerId === null) return
    const session = await nullIfMissing(this.#stripe.checkout.sessions.retrieve(sessionId))
    if (idOf(session?.customer ?? null) === customerId) await this.looks.look(accountId, 'stripe')
  }

  /**
   * Returns the address of Stripe's checkout page for a plan. Rejects with VALIDATION for an unknown price or a foreign
   * return address, and with RATE_LIMITED.
   */
  async checkout(accountId: string, body: NewCheckout, key: string | null): Promise<string> {
    this.looks.prices.requirePlan(body.priceId)
    for (const name of ['successUrl', 'cancelUrl'] as const) {
      if (!isOwnAddress(body[name], this.settings)) {
        throw new Rejected('VALIDATION', subscriptionTexts.returnAddress, { [name]: [subscriptionTexts.returnAddress] })
      }
    }
    await this.limits.count('checkout', accountId)
    await this.looks.prices.checkBeforeSale()
    try {
      return await this.checkouts.begin(accountId, body, key)
    } catch (error) {
      throw this.#refused(error)
    }
  }

  /**
   * Stripe refuses a request because of wrong settings or because of the account's own data. The code is logged, and
   * the person reads what to do.
   */
  #refused(error: unknown): unknown {
    if (!(error instanceof StripeRefusal)) return error
    this.#logger.error({ code: error.code, param: error.param }, 'Stripe refused to begin a payment, or to open its portal')
    return refusedCheckout(error)
  }

  /**
   * Sets the account's subscription to end with its period, after setting aside a scheduled change of plan. Rejects
   * with NOT_FOUND for a subscription of another account, and with UNAVAILABLE while its plan is being changed.
   */
  async cancel(accountId: string, subscriptionId: string, key: string | null): Promise<void> {
    const { answer: known } = await this.questions.execute(new FindSubscription(accountId))
    if (known.subscriptionId !== subscriptionId) throw new Rejected('NOT_FOUND')
    if (known.cancelAtPeriodEnd || known.status === 'canceled') return
    await this.looks.customers.runWithLock(accountId, () => this.#cancelLocked(accountId, subscriptionId, key))
    await this.looks.look(accountId, 'app')
  }

  async #cancelLocked(accountId: string, subscriptionId: string, key: string | null): Promise<void> {
    const present = await nullIfMissing(this.#stripe.subscriptions.retrieve(subscriptionId, { expand: ['schedule'] }))
    // Stripe refuses changes of an ended subscription. The look records the end.
    if (!present || isOver(present)) return
    await suspendScheduledChange(this.#stripe, present)
    const params: Stripe.SubscriptionUpdateParams = { cancel_at_period_end: true, metadata: { [SUSPENDED_PRICE]: '' } }
    const options = key === null ? {} : { idempotencyKey: `cancel:${accountId}:${key}` }
    await ask(this.#stripe.subscriptions.update(subscriptionId, params, options)).catch((error: unknown) => {
      if (!(error instanceof StripeRefusal)) throw error
    })
  }

  /**
   * Returns the address of Stripe's customer portal. Rejects with NOT_FOUND for an account without a customer at
   * Stripe, and with RATE_LIMITED.
   */
  async portal(accountId: string): Promise<string> {
    const customer = await this.looks.customers.customerOf(accountId)
    if (customer === null) throw new Rejected('NOT_FOUND', subscriptionTexts.neverSubscribed)
    await this.limits.count('portal', accountId)
    const params: Stripe.BillingPortal.SessionCreateParams = {
      customer,
      return_url: `${this.settings.publicUrl}/dashboard/settings?aba=assinatura`,
      locale: 'pt-BR',
    }
    const session = await nullIfMissing(this.#stripe.billingPortal.sessions.create(params)).catch((error: unknown) => {
      throw this.#refused(error)
    })
    if (!session) throw new Rejected('NOT_FOUND', subscriptionTexts.neverSubscribed)
    return session.url
  }
}
