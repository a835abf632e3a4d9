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
import { SET_ASIDE, setAside } from './schedules.js'
import { StripeLimits } from './stripe-limits.js'
import { ask, idOf, StripeRefusal, stripeOf, unlessMissing } from './stripe-client.js'
import { SessionLooks } from './session-looks.js'
import { isOver } from './subscription-end.js'
import { SubscriptionLooks } from './subscription-looks.js'

/** What a signed-in person asks of Stripe, by way of this server. */
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
   * Records how Stripe has the subscription, if the checkout session is the account's own: whoever paid is let in before
   * any delivery arrives; not more often than one account needs. Rejects with UNAVAILABLE while Stripe is: what is known
   * may be what was before the payment.
   */
  lookAtSession(accountId: string, sessionId: string): Promise<void> {
    return this.#sessions.take(accountId, () => this.#lookAtOwn(accountId, sessionId))
  }

  /**
   * Has the account looked at where no worker did for days, so that nobody stays in long whose end nobody has seen. It
   * never rejects, and nobody waits for it.
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
    const session = await unlessMissing(this.#stripe.checkout.sessions.retrieve(sessionId))
    if (idOf(session?.customer ?? null) === customerId) await this.looks.look(accountId, 'stripe')
  }

  /**
   * The address of Stripe's page to pay a plan. Rejects with VALIDATION for a price that is no plan's and for a foreign return
   * address, with RATE_LIMITED.
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
   * What Stripe refuses is a mistake of the settings, or of the account's own data: its code is logged, and the person learns what
   * to do.
   */
  #refused(error: unknown): unknown {
    if (!(error instanceof StripeRefusal)) return error
    this.#logger.error({ code: error.code, param: error.param }, 'Stripe refused to begin a payment, or to open its portal')
    return refusedCheckout(error)
  }

  /**
   * Has Stripe end the account's subscription with its period; a change of plan that waits is taken back first. Rejects with
   * NOT_FOUND for one that is not its own, with UNAVAILABLE while its plan is being changed.
   */
  async cancel(accountId: string, subscriptionId: string, key: string | null): Promise<void> {
    const { answer: known } = await this.questions.execute(new FindSubscription(accountId))
    if (known.subscriptionId !== subscriptionId) throw new Rejected('NOT_FOUND')
    if (known.cancelAtPeriodEnd || known.status === 'canceled') return
    await this.looks.customers.runHolding(accountId, () => this.#cancelHeld(accountId, subscriptionId, key))
    await this.looks.look(accountId, 'app')
  }

  async #cancelHeld(accountId: string, subscriptionId: string, key: string | null): Promise<void> {
    const present = await unlessMissing(this.#stripe.subscriptions.retrieve(subscriptionId, { expand: ['schedule'] }))
    // Stripe changes nothing of one that has ended; the look records that it has.
    if (!present || isOver(present)) return
    await setAside(this.#stripe, present)
    const params: Stripe.SubscriptionUpdateParams = { cancel_at_period_end: true, metadata: { [SET_ASIDE]: '' } }
    const options = key === null ? {} : { idempotencyKey: `cancel:${accountId}:${key}` }
    await ask(this.#stripe.subscriptions.update(subscriptionId, params, options)).catch((error: unknown) => {
      if (!(error instanceof StripeRefusal)) throw error
    })
  }

  /** The address of Stripe's portal. Rejects with NOT_FOUND for an account that Stripe does not know, with RATE_LIMITED. */
  async portal(accountId: string): Promise<string> {
    const customer = await this.looks.customers.customerOf(accountId)
    if (customer === null) throw new Rejected('NOT_FOUND', subscriptionTexts.neverSubscribed)
    await this.limits.count('portal', accountId)
    const params: Stripe.BillingPortal.SessionCreateParams = {
      customer,
      return_url: `${this.settings.publicUrl}/dashboard/settings?aba=assinatura`,
      locale: 'pt-BR',
    }
    const session = await unlessMissing(this.#stripe.billingPortal.sessions.create(params)).catch((error: unknown) => {
      throw this.#refused(error)
    })
    if (!session) throw new Rejected('NOT_FOUND', subscriptionTexts.neverSubscribed)
    return session.url
  }
}
