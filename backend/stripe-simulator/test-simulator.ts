import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PlanId } from '@prumo/shared/plans'
import Stripe from 'stripe'
import { planPriceId } from './prices.js'
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.js'
import { idOf } from './world.js'

const SECRET = 'whsec_test'

/** A webhook endpoint that verifies signatures and records events in order of arrival. */
export interface WebhookReceiver {
  url: string
  secret: string
  events: Stripe.Event[]
  types: () => string[]
  /** Statuses of the next deliveries' answers, then 200; `hang` never answers. */
  answers: (number | 'hang')[]
  /** How many deliveries arrived, accepted or not. */
  came: () => number
  close: () => Promise<void>
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const events: Stripe.Event[] = []
  const answers: (number | 'hang')[] = []
  let came = 0
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
      came += 1
      const next = answers.shift() ?? 200
      if (next === 'hang') return
      const event = Stripe.webhooks.constructEvent(Buffer.concat(parts), request.headers['stripe-signature'] ?? '', SECRET)
      if (next < 300) events.push(event)
      response.writeHead(next).end()
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    secret: SECRET,
    events,
    types: () => events.map(({ type }) => type),
    answers,
    came: () => came,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** A simulator with Stripe's client, a listening endpoint, and a clock that moves only on request. */
export interface TestStripe {
  simulator: Simulator
  stripe: Stripe
  receiver: WebhookReceiver
  /** Posts a form, as a browser would. */
  post: (url: string, fields: Record<string, string>) => Promise<Response>
  /** Opens a checkout of a plan, for a new customer by default. */
  checkout: (plan?: PlanId, changes?: Stripe.Checkout.SessionCreateParams) => Promise<Stripe.Checkout.Session>
  /** Subscribes on the hosted page; returns the resulting subscription. */
  subscribe: (plan?: PlanId, card?: string) => Promise<Stripe.Subscription>
  close: () => Promise<void>
}

export async function startTestStripe(at = '2026-01-31T12:00:00Z', options: SimulatorOptions = {}): Promise<TestStripe> {
  const receiver = await startReceiver()
  const machine = Date.parse(at)
  const patience = { retryMs: 20, gatherMs: 30, ...options.patience }
  const simulator = await startSimulator({ port: 0, webhook: receiver, now: () => machine, ...options, patience })
  const stripe = new Stripe('sk_test_123', { ...simulator.client, maxNetworkRetries: 0, telemetry: false })
  const post: TestStripe['post'] = (url, fields) =>
    fetch(new URL(url, simulator.url), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const checkout: TestStripe['checkout'] = async (plan = '1mes', changes = {}) => {
    const customer = changes.customer ?? (await stripe.customers.create({ email: 'ana@exemplo.com', name: 'Ana' })).id
    return stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: planPriceId(plan), quantity: 1 }],
      success_url: 'http://localhost:3000/dashboard?welcome=true&session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:3000/plans?canceled=true',
      ...changes,
    })
  }
  return {
    simulator,
    stripe,
    receiver,
    post,
    checkout,
    async subscribe(plan, card = '4242424242424242') {
      const session = await checkout(plan)
      const { status } = await post(session.url ?? '', { card })
      if (status !== 303) throw new Error(`The checkout page answered ${status}.`)
      const { subscription } = await stripe.checkout.sessions.retrieve(session.id)
      return stripe.subscriptions.retrieve(idOf(subscription))
    },
    async close() {
      await simulator.close()
      await receiver.close()
    },
  }
}

/** Epoch seconds as date and time: `2026-02-28T12:00`. */
export function moment(seconds: number | null | undefined): string | null {
  return seconds ? new Date(seconds * 1000).toISOString().slice(0, 16) : null
}
