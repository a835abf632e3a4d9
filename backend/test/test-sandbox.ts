import { setTimeout as pause } from 'node:timers/promises'
import { PLAN_CURRENCY, planIds, plans, type PlanId } from '@prumo/shared/plans'
import type { NewCheckout, StatusAnswer } from '@prumo/shared/subscriptions'
import Stripe from 'stripe'
import { startSimulator } from '../stripe-simulator/simulator.js'
import { Settings } from '@prumo/backend/platform/config/settings'
import { freePort } from '@prumo/backend/platform/free-port'
import { startTestApp, type TestAnswer, type TestApp } from './test-app.js'
import { startTestWorker } from './test-worker.js'
import { Customers } from '@prumo/backend/subscriptions/stripe/customers'

/** The key of a Stripe sandbox, to run the tests against it; without one the simulator is used. */
export const sandboxKey = process.env['STRIPE_TEST_SECRET_KEY'] ?? null

const SECRET = 'whsec_sandbox'
/** Stripe's own test clocks and events are slow. */
const PATIENCE_MS = sandboxKey === null ? 30_000 : 180_000
const STEP_MS = sandboxKey === null ? 50 : 2_000
const DAY = 86_400

/** A person with a session, and their customer at Stripe, whose time can be moved. */
export interface SandboxPayer {
  token: string
  accountId: string
  email: string
  password: string
  customer: string
  /** The test clock of the customer; null with the simulator, which has a single one. */
  clock: string | null
}

/** The whole program with a worker, and a Stripe that accepts test cards: Stripe's sandbox, or the simulator. */
export interface Sandbox {
  test: TestApp
  stripe: Stripe
  price: (plan: PlanId) => string
  /** The body with which the browser starts a checkout. */
  checkout: (plan: PlanId) => NewCheckout
  payer: () => Promise<SandboxPayer>
  /** Pays a plan, as the hosted page would. @param card such as `pm_card_visa` */
  subscribe: (payer: SandboxPayer, plan: PlanId, card?: string) => Promise<void>
  /** Replaces the card of a payer's subscription. */
  useCard: (payer: SandboxPayer, card: string) => Promise<void>
  /** Starts a plan with a boleto that will be paid. */
  payByBoleto: (payer: SandboxPayer, plan: PlanId) => Promise<void>
  /** Moves the payer's clock ahead by so many days. */
  advance: (payer: SandboxPayer, days: number) => Promise<void>
  post: (payer: SandboxPayer, path: string, body?: object) => Promise<TestAnswer>
  /** Delivers Stripe's events to the webhook until the status is as expected; throws after too long. */
  until: (payer: SandboxPayer, subscription: object, change?: object | null) => Promise<StatusAnswer>
  close: () => Promise<void>
}

export async function startSandbox(): Promise<Sandbox> {
  const simulator = sandboxKey === null ? await startSimulator() : null
  const stripe = simulator ? new Stripe('sk_test_sandbox', { ...simulator.client, telemetry: false }) : new Stripe(sandboxKey ?? '')
  const prices = await planPrices(stripe)
  const port = await freePort()
  const test = await startTestApp({
    PORT: String(port),
    REGISTRATION_GRACE_SECONDS: '0',
    STRIPE_SECRET_KEY: sandboxKey ?? 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: SECRET,
    ...Object.fromEntries(planIds.map((id) => [`STRIPE_PRICE_${id.toUpperCase()}`, prices[id]])),
    ...(simulator && { STRIPE_SIMULATOR_URL: `http://127.0.0.1:${simulator.client.port}` }),
  })
  await test.app.listen(port, '127.0.0.1')
  const worker = await startTestWorker(test)
  const { publicUrl } = test.app.get(Settings, { strict: false })
  const customers = new Customers(test.database)
  const clocks: string[] = []
  const known = new Set<string>()
  const delivered = new Set<string>()
  const since = Math.floor(Date.now() / 1000) - 5

  /** Sends Stripe's events of these customers to the webhook, as `stripe listen` would. */
  async function deliver(): Promise<void> {
    const events = await stripe.events.list({ created: { gte: since }, limit: 100 }).autoPagingToArray({ limit: 2_000 })
    for (const event of events.toReversed()) {
      const payload = JSON.stringify(event)
      if (delivered.has(event.id) || ![...known].some((customer) => payload.includes(customer))) continue
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const answer = await fetch(`http://127.0.0.1:${port}/api/webhooks/stripe`, { method: 'POST', headers, body: payload })
      if (answer.status !== 200) throw new Error(`The webhook answered ${answer.status} to ${event.type}`)
      delivered.add(event.id)
    }
  }

  async function attach(card: string, customer: string): Promise<string> {
    return (await stripe.paymentMethods.attach(card, { customer })).id
  }

  const sandbox: Sandbox = {
    test,
    stripe,
    price: (plan) => prices[plan],
    checkout: (plan) => ({
      priceId: prices[plan],
      successUrl: `${publicUrl}/dashboard?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/plans`,
      mode: 'subscription',
    }),
    async payer() {
      const person = await test.register()
      const clock = simulator ? null : (await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) })).id
      if (clock !== null) clocks.push(clock)
      const { accountId, email } = person
      const { id: customer } = await stripe.customers.create({
        email,
        metadata: { account_id: accountId },
        ...(clock !== null && { test_clock: clock }),
      })
      await customers.adopt(accountId, customer, null)
      known.add(customer)
      return { ...person, customer, clock }
    },
    async subscribe({ accountId, customer }, plan, card = 'pm_card_visa') {
      const method = await attach(card, customer)
      await stripe.subscriptions.create({
        customer,
        items: [{ price: prices[plan] }],
        default_payment_method: method,
        metadata: { account_id: accountId },
      })
    },
    async useCard({ customer }, card) {
      const method = await attach(card, customer)
      const { data } = await stripe.subscriptions.list({ customer })
      for (const { id } of data) await stripe.subscriptions.update(id, { default_payment_method: method })
    },
    async payByBoleto(payer, plan) {
      if (simulator) {
        const { body } = await sandbox.post(payer, '/subscriptions/checkout', sandbox.checkout(plan))
        await fetch(body.url.replace('//localhost:', '//127.0.0.1:'), {
          method: 'POST',
          body: new URLSearchParams({ card: 'boleto' }),
          redirect: 'manual',
        })
        await simulator.moveClock(1.1)
      } else await beginByBoleto(stripe, payer, prices[plan])
    },
    async advance({ clock }, days) {
      if (simulator) return void (await simulator.moveClock(days))
      const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(clock ?? '')
      await stripe.testHelpers.testClocks.advance(clock ?? '', { frozen_time: now + Math.round(days * DAY) })
      const deadline = Date.now() + PATIENCE_MS
      while ((await stripe.testHelpers.testClocks.retrieve(clock ?? '')).status !== 'ready') {
        if (Date.now() > deadline) throw new Error('The test clock does not arrive')
        await pause(STEP_MS)
      }
    },
    post: ({ token }, path, body) => test.send('POST', path, { token, ...(body && { body }) }),
    async until({ token }, subscription, change) {
      const deadline = Date.now() + PATIENCE_MS
      for (;;) {
        await deliver()
        const { body } = await test.send('GET', '/subscriptions/status', { token })
        try {
          expect(body).toMatchObject({ subscription, ...(change !== undefined && { change }) })
          return body
        } catch (error) {
          if (Date.now() > deadline) throw error
        }
        await pause(STEP_MS)
      }
    },
    async close() {
      await worker.close()
      await test.close()
      // Deleting a test clock deletes its customers.
      for (const clock of clocks) await stripe.testHelpers.testClocks.del(clock)
      await simulator?.close()
    },
  }
  return sandbox
}

/** Finds the prices of the plans by their lookup keys, and creates the missing ones. */
async function planPrices(stripe: Stripe): Promise<Record<PlanId, string>> {
  const keyOf = (id: PlanId) => `prumo_sandbox_${id}`
  const { data } = await stripe.prices.list({ lookup_keys: planIds.map(keyOf), active: true, limit: 100 })
  const found = new Map(data.map(({ lookup_key: key, id }) => [key, id]))
  const ids = {} as Record<PlanId, string>
  for (const { id, months, price, duration } of plans) {
    const known = found.get(keyOf(id))
    if (known) ids[id] = known
    else {
      const { id: product } = await stripe.products.create({ name: `Prumo, ${duration}` })
      const recurring = { interval: 'month', interval_count: months } as const
      const made = await stripe.prices.create({ product, currency: PLAN_CURRENCY, unit_amount: price, recurring, lookup_key: keyOf(id) })
      ids[id] = made.id
    }
  }
  return ids
}

/** Starts a subscription with a boleto, as the hosted page does; the address makes Stripe pay it within seconds. */
async function beginByBoleto(stripe: Stripe, { customer, accountId }: SandboxPayer, price: string): Promise<void> {
  const address = { line1: 'Avenida Paulista, 1', city: 'São Paulo', state: 'SP', postal_code: '01310100', country: 'BR' }
  const { id: method } = await stripe.paymentMethods.create({
    type: 'boleto',
    boleto: { tax_id: '000.000.000-00' },
    billing_details: { name: 'Ana', email: 'succeed_immediately@exemplo.com.br', address },
  })
  const { latest_invoice: invoice } = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { payment_method_types: ['boleto'] },
    metadata: { account_id: accountId },
  })
  const { data } = await stripe.invoicePayments.list({ invoice: typeof invoice === 'string' ? invoice : (invoice?.id ?? '') })
  const intent = data[0]?.payment.payment_intent
  const { status } = await stripe.paymentIntents.confirm(typeof intent === 'string' ? intent : (intent?.id ?? ''), {
    payment_method: method,
  })
  expect(status).toBe('requires_action')
}
