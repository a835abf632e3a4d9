import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import Stripe from 'stripe'
import { simulatedStripe } from '@prumo/backend/platform/config/settings'
import type { ModelAnswer, ModelRequest } from './test-model-client.js'
import type { ModelRandom } from './test-model-commands.js'

/** The expected state of a subscription, in the words of the API. */
interface BoughtSubscription {
  status: 'other' | 'active' | 'canceled'
  cancelAtPeriodEnd: boolean
  paymentMethodLast4: string | null
  planId: string | null
  /** The next plan. */
  next: string | null
}

const PLANS = ['1mes', '3meses', '1ano', '3anos'] as const
const CARDS = ['4242424242424242', '5555555555554444']
const nothing: BoughtSubscription = { status: 'other', cancelAtPeriodEnd: false, paymentMethodLast4: null, planId: null, next: null }

/** Where people pay, and the address that Stripe redirects them to. */
export interface StripeShop {
  stripe: { host: string; port: number; protocol: 'http' }
  publicUrl: string
}

/** Longer than the minute after which Stripe is asked again. */
const LOOKS_AGAIN_MS = 75_000

/** The tools with which parts of a person reach the processes and report differences. */
export interface SubscriberTools {
  random: ModelRandom
  /** Repeats the request until a process answers. */
  sendUntilAnswered: (request: ModelRequest) => Promise<ModelAnswer>
  expect: (found: unknown, expected: unknown, what: string) => void
  newKey: () => string
}

/**
 * Pays for a person: at any of the processes, on Stripe's pages, and at times by an operator in Stripe's Dashboard.
 * One step at a time, so that the expected state is always known.
 */
export class ModelSubscriber {
  #bought = nothing
  #ids = { session: '', customer: '', subscription: '' }
  readonly #stripe: Stripe

  constructor(
    private readonly ways: SubscriberTools,
    private readonly shop: StripeShop,
  ) {
    this.#stripe = new Stripe(simulatedStripe.secretKey, { ...shop.stripe, telemetry: false })
  }

  /** Does one thing that is possible now, and compares the status with the expected one. */
  async act(): Promise<void> {
    const { status, cancelAtPeriodEnd } = this.#bought
    if (this.#ids.subscription === '' || status === 'canceled') await this.#subscribe()
    else if (status === 'other') await this.#resume()
    else if (cancelAtPeriodEnd)
      await (this.ways.random.chance(0.7) ? this.#portal({ resume: '1' }, { cancelAtPeriodEnd: false }) : this.#end())
    else await this.#change()
    await this.#look()
  }

  async #change(): Promise<void> {
    const what = this.ways.random.weighted({ plan: 6, cancel: 4, card: 2, pause: 2, refund: 1, end: 1 })
    if (what === 'plan') return this.#changePlan()
    if (what === 'cancel') return this.#cancel()
    if (what === 'card') {
      const card = this.ways.random.of(CARDS)
      return this.#portal({ card }, { paymentMethodLast4: card.slice(-4) })
    }
    if (what === 'end') return this.#end()
    if (what === 'refund') return this.#refund()
    await this.#stripe.rawRequest('POST', `/v1/subscriptions/${this.#ids.subscription}/pause`)
    this.#bought = { ...this.#bought, status: 'other' }
  }

  async #subscribe(): Promise<void> {
    const { random, sendUntilAnswered, expect, newKey } = this.ways
    const planId = random.of(PLANS)
    const [successUrl, cancelUrl] = ['dashboard?session_id={CHECKOUT_SESSION_ID}', 'plans'].map((path) => `${this.shop.publicUrl}/${path}`)
    const body = { priceId: simulatedStripe.prices[planId], successUrl, cancelUrl, mode: 'subscription' }
    const { status, body: answer } = await sendUntilAnswered({ method: 'POST', path: '/subscriptions/checkout', body, key: newKey() })
    expect(status, 200, 'checkout')
    const card = random.of(CARDS)
    const paid = await this.#form(answer.url, { card })
    this.#ids.session = new URL(paid.headers.get('location') ?? '').searchParams.get('session_id') ?? ''
    this.#bought = { status: 'active', cancelAtPeriodEnd: false, paymentMethodLast4: card.slice(-4), planId, next: null }
  }

  /**
   * A plan of more months is paid at once and starts its own period, one of fewer waits, and the current plan cancels a waiting
   * change.
   */
  async #changePlan(): Promise<void> {
    const { planId, next } = this.#bought
    const wanted = this.ways.random.of(PLANS)
    const body = { priceId: simulatedStripe.prices[wanted] }
    const { status } = await this.ways.sendUntilAnswered({ method: 'POST', path: '/subscriptions/change', body, key: this.ways.newKey() })
    const isSame = wanted === planId
    this.ways.expect(status, isSame && next === null ? 409 : 200, `a change from ${planId} to ${wanted}`)
    const isLonger = PLANS.indexOf(wanted) > PLANS.findIndex((plan) => plan === planId)
    this.#bought = { ...this.#bought, ...(isLonger ? { planId: wanted, next: null } : { next: isSame ? null : wanted }) }
  }

  async #cancel(): Promise<void> {
    const { status, body } = await this.ways.sendUntilAnswered({
      method: 'POST',
      path: `/subscriptions/${this.#ids.subscription}/cancel`,
      key: this.ways.newKey(),
    })
    this.#bought = { ...this.#bought, cancelAtPeriodEnd: true, next: null }
    this.ways.expect([status, body.subscription.cancelAtPeriodEnd], [200, true], 'cancellation')
  }

  async #portal(fields: Record<string, string>, changes: Partial<BoughtSubscription>): Promise<void> {
    const { status, body } = await this.ways.sendUntilAnswered({ method: 'POST', path: '/subscriptions/portal' })
    this.ways.expect(status, 200, 'portal')
    await this.#form(body.url, fields)
    this.#bought = { ...this.#bought, ...changes }
  }

  async #end(): Promise<void> {
    await this.#stripe.subscriptions.cancel(this.#ids.subscription)
    this.#bought = { ...this.#bought, status: 'canceled', next: null }
  }

  /** A paused subscription is started again, with a payment of its own. */
  async #resume(): Promise<void> {
    await this.#stripe.subscriptions.resume(this.#ids.subscription)
    this.#bought = { ...this.#bought, status: 'active' }
  }

  /** Refunds the payment of the current period: access and the subscription end with it. */
  async #refund(): Promise<void> {
    const { data } = await this.#stripe.charges.list({ customer: this.#ids.customer })
    await this.#stripe.refunds.create({ charge: data.find(({ paid }) => paid)?.id ?? '' })
    this.#bought = { ...this.#bought, status: 'canceled', next: null }
  }

  /**
   * Reads the status with the session in the address, which makes the process ask Stripe whatever deliveries are under way.
   * It asks a few times a minute at most and answers from its copy otherwise, so the read is repeated until it agrees.
   */
  async #look(): Promise<void> {
    // An unpaid subscription has no next plan.
    const expected = { ...this.#bought, ...(this.#bought.status === 'other' && { next: null }) }
    const deadline = performance.now() + LOOKS_AGAIN_MS
    let [found, body] = await this.#status()
    while (!isDeepStrictEqual(found, expected) && performance.now() < deadline) {
      await pause(500)
      ;[found, body] = await this.#status()
    }
    this.ways.expect(found, expected, 'subscription')
    const { customerId, subscriptionId } = body.subscription
    this.#ids = { ...this.#ids, customer: customerId, subscription: subscriptionId }
  }

  async #status() {
    const { body } = await this.ways.sendUntilAnswered({ method: 'GET', path: `/subscriptions/status?session_id=${this.#ids.session}` })
    const { status, cancelAtPeriodEnd, paymentMethodLast4, planId } = body.subscription
    return [{ status, cancelAtPeriodEnd, paymentMethodLast4, planId, next: body.change?.planId ?? null }, body] as const
  }

  /** Submits a form of the simulator, whose pages share the address of its API. */
  async #form(url: string, fields: Record<string, string>): Promise<Response> {
    const answer = await fetch(url.replace('//localhost:', '//127.0.0.1:'), {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    this.ways.expect(answer.status, 303, `the form ${JSON.stringify(fields)}`)
    await answer.arrayBuffer()
    return answer
  }
}
