import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { startSimulator } from './simulator.js'
import { type TestStripe, startReceiver, startTestStripe } from './test-simulator.js'

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('It did not happen within 5 seconds.')
    await pause(5)
  }
}

describe('deliveries', () => {
  let test: TestStripe
  beforeEach(async () => (test = await startTestStripe()))
  afterEach(() => test.close())

  const order = (name: string) => test.post('/simulator/deliveries', { order: name })
  const customers = async (count: number) => {
    const ids = []
    for (let number = 0; number < count; number += 1) ids.push((await test.stripe.customers.create({})).id)
    return ids
  }
  const deliveredIds = () => test.receiver.events.map(({ data }) => (data.object as { id: string }).id)

  it('are sent in order, signed and typed', async () => {
    const ids = await customers(4)
    await until(() => test.receiver.events.length === 4)
    expect(deliveredIds()).toEqual(ids)
    const [event] = test.receiver.events
    expect(event).toMatchObject({ object: 'event', type: 'customer.created', api_version: Stripe.API_VERSION, livemode: false })
    await order('normal')
    expect(await test.stripe.events.retrieve(event!.id)).toMatchObject({ id: event!.id, pending_webhooks: 0 })
  })

  it('are retried until they are accepted', async () => {
    test.receiver.answers.push(500, 302)
    const ids = await customers(1)
    await until(() => test.receiver.events.length === 1)
    expect([deliveredIds(), test.receiver.came()]).toEqual([ids, 3])
  })

  it('are retried after a timeout', async () => {
    const hurried = await startTestStripe(undefined, { patience: { answerMs: 300 } })
    hurried.receiver.answers.push('hang')
    await hurried.stripe.customers.create({})
    await until(() => hurried.receiver.events.length > 0)
    expect(hurried.receiver.came()).toBeGreaterThan(1)
    await hurried.close()
  })

  it('do not wait for one that fails', async () => {
    await order('held')
    const [first, ...others] = await customers(3)
    test.receiver.answers.push(500)
    await order('normal')
    await until(() => test.receiver.events.length === 3)
    expect(deliveredIds()).toEqual([...others, first])
  })

  it('arrive twice when they are doubled', async () => {
    await order('doubled')
    const [id] = await customers(1)
    await until(() => test.receiver.events.length === 2)
    expect(deliveredIds()).toEqual([id, id])
    expect(new Set(test.receiver.events.map((event) => event.id)).size).toBe(1)
  })

  it('arrive in reverse order when they are reversed', async () => {
    await order('held')
    const ids = await customers(4)
    await order('reversed')
    await until(() => test.receiver.events.length === 4)
    expect(deliveredIds()).toEqual(ids.toReversed())
  })

  it('arrive in any order when they are shuffled', async () => {
    await order('held')
    const ids = await customers(12)
    await order('shuffled')
    await until(() => test.receiver.events.length === 12)
    expect(deliveredIds()).not.toEqual(ids)
    expect(deliveredIds().toSorted()).toEqual(ids.toSorted())
  })

  it('wait while they are held, and arrive afterwards', async () => {
    await order('held')
    const ids = await customers(3)
    await test.simulator.moveClock(1)
    expect(deliveredIds()).toEqual([])
    await order('normal')
    expect(deliveredIds()).toEqual(ids)
  })
})

describe('a restarted simulator', () => {
  let dataDir: string
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'prumo-stripe-'))))
  afterEach(() => rmSync(dataDir, { recursive: true }))

  it('keeps its state, its time, its undelivered events and its address', async () => {
    const test = await startTestStripe('2026-01-31T12:00:00Z', { dataDir })
    const subscription = await test.subscribe()
    const key = { idempotencyKey: 'kept' }
    await test.simulator.moveClock(10)
    const customer = await test.stripe.customers.create({ email: 'z@exemplo.com' }, key)
    await test.post('/simulator/deliveries', { order: 'held' })
    await test.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    const { url, client } = test.simulator
    await test.close()

    const receiver = await startReceiver()
    const again = await startSimulator({ dataDir, port: client.port, webhook: receiver, now: () => Date.parse('2026-01-31T12:00:00Z') })
    const stripe = new Stripe('sk_test_2', { ...again.client, telemetry: false })
    expect(again.url).toBe(url)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect((await stripe.prices.list()).data).toHaveLength(4)
    expect(await (await fetch(`${url}/simulator/clock`)).json()).toEqual({ now: Date.parse('2026-02-10T12:00:00Z') / 1000 })
    expect(await stripe.customers.create({ email: 'z@exemplo.com' }, key)).toMatchObject({ id: customer.id })
    await fetch(`${url}/simulator/deliveries`, { method: 'POST', body: new URLSearchParams({ order: 'normal' }) })
    expect(receiver.types()).toContain('customer.subscription.updated')
    await again.close()
    await receiver.close()
  })
})
