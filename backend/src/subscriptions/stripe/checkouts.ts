import { Injectable } from '@nestjs/common'
import { isRejected, Rejected } from '@prumo/shared/rejections'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import type { NewCheckout } from '@prumo/shared/subscriptions'
import Stripe from 'stripe'
import { UserEntity } from '../../access/user.entity.js'
import { Settings } from '../../platform/config/settings.js'
import { Database } from '../../platform/database/database.js'
import type { HeldCustomer } from './customers.js'
import { ask, StripeAway, StripeRefusal, stripeOf, nullIfMissing } from './stripe-client.js'
import { SubscriptionLooks } from './subscription-looks.js'

/** Starts checkouts. An account has one customer and at most one session that can be paid, however many tabs ask. */
@Injectable()
export class Checkouts {
  readonly #stripe: Stripe

  constructor(
    settings: Settings,
    private readonly database: Database,
    private readonly looks: SubscriptionLooks,
  ) {
    this.#stripe = stripeOf(settings)
  }

  /**
   * Returns the address of Stripe's page for the plan. Rejects with CONFLICT for an account whose subscription Stripe
   * has not ended, and with UNAVAILABLE while Stripe cannot be reached or another request holds the account's lock.
   * @param key idempotency key; null for none
   */
  async begin(accountId: string, checkout: NewCheckout, key: string | null): Promise<string> {
    const { customers } = this.looks
    return customers.runWithLock(accountId, async (held) => {
      try {
        return await this.#beginLocked(accountId, held, checkout, key)
      } catch (error) {
        // Stripe repeats this answer under the same key for a day, even if its cause is gone. The count changes the next key.
        if (error instanceof StripeRefusal || (error instanceof StripeAway && error.answered)) await customers.countRefusal(accountId)
        throw error
      }
    })
  }

  async #beginLocked(accountId: string, held: HeldCustomer, checkout: NewCheckout, key: string | null): Promise<string> {
    const seen = await this.looks.look(accountId, 'stripe')
    if (seen?.subscriptionId && seen.status !== 'canceled') throw new Rejected('CONFLICT', subscriptionTexts.alreadySubscribed)
    const before =
      held.sessionId === null
        ? null
        : await nullIfMissing(this.#stripe.checkout.sessions.retrieve(held.sessionId, { expand: ['subscription'] }))
    if (isBeingPaid(before)) throw new Rejected('CONFLICT', subscriptionTexts.paymentPending)
    if (before?.status === 'open' && before.url && matchesRequest(before, checkout)) return before.url
    const session = await this.#makeSession(accountId, held, checkout, key)
    // The new session's address has not been returned yet, so until here only the previous session can be paid.
    const canBePaid =
      (before?.status !== 'open' || (await this.#expire(before.id))) && (await this.looks.customers.keep(accountId, held, session.id))
    if (canBePaid && session.url) return session.url
    await this.#expire(session.id)
    // Either the previous session was paid at this moment, or the lock expired and another request took it. A retry
    // finds out which.
    throw new Rejected('UNAVAILABLE', undefined, undefined, 1)
  }

  /** Creates a session that can be paid. Replaces a customer that Stripe no longer knows. */
  async #makeSession(accountId: string, held: HeldCustomer, checkout: NewCheckout, key: string | null): Promise<Stripe.Checkout.Session> {
    const idempotencyKey = key === null ? null : `checkout:${accountId}:${key}:${held.refusals}`
    const customerId = held.customerId ?? (await this.#makeCustomer(accountId, held))
    try {
      return await this.#createSession(accountId, customerId, checkout, idempotencyKey)
    } catch (error) {
      const isUnknownCustomer = held.customerId !== null && error instanceof StripeRefusal && error.param === 'customer'
      if (!isUnknownCustomer) throw error
      return this.#createSession(accountId, await this.#makeCustomer(accountId, held), checkout, null)
    }
  }

  async #makeCustomer(accountId: string, { customerId: before, refusals }: HeldCustomer): Promise<string> {
    const user = await this.database.dataSource.getRepository(UserEntity).findOneBy({ id: accountId })
    if (!user) throw new Rejected('UNAUTHENTICATED')
    await this.looks.key.claim()
    const params: Stripe.CustomerCreateParams = { email: user.email, metadata: { account_id: accountId }, preferred_locales: ['pt-BR'] }
    // A request whose answer was lost gets the same customer when it is repeated.
    const idempotencyKey = `customer:${accountId}:${before ?? 'first'}:${refusals}`
    const { id } = await ask(this.#stripe.customers.create(params, { idempotencyKey }))
    try {
      await this.looks.customers.adopt(accountId, id, before)
    } catch (error) {
      // The account was erased at this moment, so no row could refer to the customer.
      if (isRejected(error, 'UNAUTHENTICATED')) await nullIfMissing(this.#stripe.customers.del(id))
      throw error
    }
    return id
  }

  async #createSession(
    accountId: string,
    customer: string,
    { priceId, successUrl, cancelUrl }: NewCheckout,
    key: string | null,
  ): Promise<Stripe.Checkout.Session> {
    const params: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      customer,
      client_reference_id: accountId,
      line_items: [{ price: priceId, quantity: 1 }],
      success_url: successUrl,
      cancel_url: cancelUrl,
      locale: 'pt-BR',
      metadata: { price_id: priceId },
      subscription_data: { metadata: { account_id: accountId } },
    }
    if (key === null) return ask(this.#stripe.checkout.sessions.create(params))
    const made = await ask(this.#stripe.checkout.sessions.create(params, { idempotencyKey: key }))
    // The key repeats its first answer: the session may have expired or been paid since.
    const present = await ask(this.#stripe.checkout.sessions.retrieve(made.id))
    return present.status === 'open' ? present : ask(this.#stripe.checkout.sessions.create(params))
  }

  /** True once the session can no longer be paid; false if it was paid meanwhile. */
  async #expire(id: string): Promise<boolean> {
    try {
      await ask(this.#stripe.checkout.sessions.expire(id))
      return true
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      return (await ask(this.#stripe.checkout.sessions.retrieve(id))).status === 'expired'
    }
  }
}

/** Whether the session was completed and its payment is pending for days, like a boleto. */
function isBeingPaid(session: Stripe.Checkout.Session | null): boolean {
  const subscription = session?.subscription
  return session?.status === 'complete' && typeof subscription === 'object' && subscription?.status === 'incomplete'
}

/** Whether a session is for the requested price, with the same addresses to return to. */
function matchesRequest(
  { metadata, success_url, cancel_url }: Stripe.Checkout.Session,
  { priceId, successUrl, cancelUrl }: NewCheckout,
): boolean {
  return metadata?.price_id === priceId && success_url === successUrl && cancel_url === cancelUrl
}
