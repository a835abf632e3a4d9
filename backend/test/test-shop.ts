import { setTimeout as pause } from 'node:timers/promises'
import type { PlanId } from '@prumo/shared/plans'
import type { Subscription } from '@prumo/shared/subscriptions'
import Stripe from 'stripe'
import { startSimulator, type Simulator } from '../stripe-simulator/simulator.js'
import { Settings, simulatedStripe } from '@prumo/backend/platform/config/settings'
import { freePort } from '@prumo/backend/platform/free-port'
import { startTestApp, type TestAnswer, type TestApp } from './test-app.js'
import { startTestWorker } from './test-worker.js'
import { stripeOf } from '@prumo/backend/subscriptions/stripe/stripe-client'

export type ShopPerson = Awaited<ReturnType<TestApp['register']>>
export type DeliveryOrder = 'normal' | 'shuffled' | 'reversed' | 'doubled' | 'held'

/** The whole program with a worker, and a Stripe of its own that delivers to it. */
export interface TestShop {
  test: TestApp
  simulator: Simulator
  /** The program's address, to which Stripe may redirect. */
  origin: string
  /** The operator's client of Stripe. */
  stripe: Stripe
  /** The price of a plan. */
  price: (plan: PlanId) => string
  /** Starts a checkout as the browser does. */
  checkout: (person: ShopPerson, plan?: PlanId, headers?: Record<string, string>) => Promise<TestAnswer>
  /** Submits the form of one of Stripe's pages. */
  form: (url: string, fields: Record<string, string>) => Promise<{ status: number; location: string | null; page: string }>
  /** Pays a plan on the hosted page. @returns the id of the checkout session, as in the address to return to */
  subscribe: (person: ShopPerson, plan?: PlanId, card?: string) => Promise<string>
  /** The answer of the status route. */
  status: (person: ShopPerson, sessionId?: string) => Promise<Subscription>
  /** Sets the order of the next deliveries. */
  deliver: (order: DeliveryOrder) => Promise<void>
  /** Sets how many milliseconds Stripe takes to answer. */
  delay: (ms: number) => Promise<void>
  /** Resolves when every delivery was received and its job is done. */
  settle: () => Promise<void>
  close: () => Promise<void>
}

/** Starts both. @param environment settings that differ from the tests' defaults */
export async function startTestShop(environment: Record<string, string> = {}, { worker = true } = {}): Promise<TestShop> {
  const port = await freePort()
  const webhook = { url: `http://127.0.0.1:${port}/api/webhooks/stripe`, secret: simulatedStripe.webhookSecrets[0] }
  const simulator = await startSimulator({ webhook, patience: { retryMs: 50, maxRetryMs: 400, gatherMs: 30 } })
  const apiUrl = `http://127.0.0.1:${simulator.client.port}`
  const test = await startTestApp({ PORT: String(port), STRIPE_SIMULATOR_URL: apiUrl, ...environment })
  await test.app.listen(port, '127.0.0.1')
  const jobs = worker ? await startTestWorker(test) : null
  const settings = test.app.get(Settings, { strict: false })
  const stripe = stripeOf(settings)

  const form: TestShop['form'] = async (url, fields) => {
    const answer = await fetch(url.replace('//localhost:', '//127.0.0.1:'), {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() }
  }
  const checkout: TestShop['checkout'] = (person, plan = '3meses', headers = {}) => {
    const { publicUrl } = settings
    const successUrl = `${publicUrl}/dashboard?welcome=true&payment=success&session_id={CHECKOUT_SESSION_ID}`
    const body = { priceId: settings.stripe.prices[plan], successUrl, cancelUrl: `${publicUrl}/plans?canceled=true`, mode: 'subscription' }
    return test.send('POST', '/subscriptions/checkout', { token: person.token, body, headers })
  }
  const open = {
    text: `select 1 from outbox where kind in ('stripe-delivery', 'subscription-look', 'end-subscription') and failed_at is null limit 1`,
  }
  return {
    test,
    simulator,
    origin: settings.publicUrl,
    stripe,
    price: (plan) => settings.stripe.prices[plan],
    checkout,
    form,
    async subscribe(person, plan, card = '4242424242424242') {
      const { status, body } = await checkout(person, plan)
      if (status !== 200) throw new Error(`Checkout answered ${status}: ${JSON.stringify(body)}`)
      const paid = await form(body.url, { card })
      if (paid.status !== 303) throw new Error(`The payment answered ${paid.status}`)
      return new URL(paid.location ?? '').searchParams.get('session_id') ?? ''
    },
    async status({ token }, sessionId) {
      const { status, body } = await test.send('GET', `/subscriptions/status${sessionId === undefined ? '' : `?session_id=${sessionId}`}`, {
        token,
      })
      if (status !== 200) throw new Error(`The status answered ${status}`)
      return body.subscription
    },
    async deliver(order) {
      await form(`${apiUrl}/simulator/deliveries`, { order })
    },
    async delay(ms) {
      await form(`${apiUrl}/simulator/answers`, { delay: String(ms) })
    },
    async settle() {
      const deadline = Date.now() + 60_000
      // No delivery is outstanding, and no job of one is waiting.
      for (;;) {
        const { data } = await stripe.events.list({ limit: 100 })
        const delivered = data.every((event) => event.pending_webhooks === 0)
        if (delivered && (!worker || (await test.database.rows(open)).length === 0)) return
        if (Date.now() > deadline) throw new Error('Deliveries do not come to an end')
        await pause(20)
      }
    },
    async close() {
      await jobs?.close()
      await test.close()
      await simulator.close()
    },
  }
}

/** The types of an account's subscription events, in order. */
export async function storyOf({ test }: TestShop, { accountId }: ShopPerson): Promise<string[]> {
  const text = `select type from events where account_id = $1 and entity = 'subscription' order by seq`
  return (await test.database.rows<{ type: string }>({ text }, [accountId])).map(({ type }) => type.replace('Subscription', ''))
}
