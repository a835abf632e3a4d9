import type Stripe from 'stripe'
import { runOne } from '../../jobs/test-queue.js'
import { Settings } from '../../platform/config/settings.js'
import { verifyAccount } from '../../event-store/verify/verify.js'
import { startTestShop, storyOf, type Person, type TestShop } from '../test-shop.js'
import { Customers } from './customers.js'
import { Deliveries } from './deliveries.js'
import { STRIPE_DELIVERY, stripeDeliveryWorker } from './stripe-delivery.worker.js'
import { SUBSCRIPTION_LOOK, subscriptionLookWorker } from './subscription-look.worker.js'
import { openMortal, type Mortal } from './test-mortal.js'

let shop: TestShop
// Its deliveries are made here by hand, and so are its jobs.
beforeAll(async () => void (shop = await startTestShop({}, { worker: false })))
afterAll(() => shop.close())

/** Somebody who paid, of which Stripe tells in this event and nobody was told yet. */
async function payer(): Promise<{ person: Person; event: Stripe.Event }> {
  await shop.deliver('held')
  const person = await shop.test.register()
  const customer = await shop.stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  })
  await new Customers(shop.test.database).adopt(person.accountId, customer.id, null)
  const { id } = await shop.stripe.subscriptions.create({ customer: customer.id, items: [{ price: shop.price('1ano') }] })
  const { data } = await shop.stripe.events.list({ limit: 20 })
  const event = data.find(({ type, data: { object } }) => type === 'customer.subscription.created' && 'id' in object && object.id === id)
  if (!event) throw new Error('Stripe told nothing')
  return { person, event }
}

/** The API takes a delivery; Stripe sends it again where it heard no answer, and once more though it did. */
async function deliver(event: Stripe.Event, mortal: Mortal): Promise<void> {
  const settings = shop.test.app.get(Settings, { strict: false })
  const payload = JSON.stringify(event)
  const [secret = ''] = settings.stripe.webhookSecrets
  const receive = (by: Mortal | null) => {
    const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret })
    return new Deliveries(settings, by?.database ?? shop.test.database).receive(Buffer.from(payload), signature)
  }
  await receive(mortal).catch(() => receive(null))
  await receive(null)
}

/** Workers do what waits, of a delivery and what follows from it; the first of them is mortal. */
async function work(mortal: Mortal): Promise<void> {
  const healthy = { database: shop.test.database, tools: shop.test.tools() }
  for (let runs = 0; runs < 8; runs++) {
    const [next] = await waiting()
    if (!next) return
    const worker = next.kind === STRIPE_DELIVERY ? stripeDeliveryWorker : subscriptionLookWorker
    const run = (by: Pick<Mortal, 'database' | 'tools'>) => runOne(worker, next.subject, by.tools)
    // A dead worker says nothing of what it did.
    await run(mortal.diedAt === null ? mortal : healthy).catch(() => undefined)
  }
}

function waiting(): Promise<{ kind: string; subject: string }[]> {
  return shop.test.database.rows({
    text: `select kind, subject from outbox where kind in ('${STRIPE_DELIVERY}', '${SUBSCRIPTION_LOOK}') order by created_at`,
  })
}

it('an API or a worker that dies at any wait between a delivery and its command loses none and applies none twice', async () => {
  const places: string[] = []
  for (let at = 0; ; at++) {
    const { person, event } = await payer()
    const mortal = await openMortal(shop, at)
    await deliver(event, mortal)
    await work(mortal)
    await mortal.close()

    expect([at, mortal.diedAt, await storyOf(shop, person)]).toEqual([at, mortal.diedAt, ['Activated']])
    expect(await shop.status(person)).toMatchObject({ status: 'active', planId: '1ano' })
    expect(await waiting()).toEqual([])
    expect(await shop.test.database.rows({ text: 'select 1 from stripe_deliveries where id = $1' }, [event.id])).toHaveLength(1)
    expect(await verifyAccount(shop.test.database, shop.test.reading, person.accountId)).toMatchObject({ problem: null })
    if (mortal.diedAt === null) break
    places.push(mortal.diedAt)
  }
  // Both sides of every wait, from the storing of the delivery to the end of the job.
  process.stdout.write(`Died at ${places.length} places: ${places.join(', ')}\n`)
  expect(places.length).toBeGreaterThan(25)
  const passed = places.join()
  for (const wait of [
    'store-delivery',
    'claim-jobs',
    '/v1/subscriptions',
    '/v1/charges',
    'take-stripe-look',
    'load-entity',
    'append',
    'complete-job',
  ])
    expect(passed).toContain(wait)
}, 300_000)

it.each([
  ['and its row in users with it', 'delete from users where id = $1'],
  ['and its key with it', 'delete from account_keys where account_id = $1'],
])('a delivery for an account that is gone, %s, is taken and comes to nothing', async (_, text) => {
  const { person, event } = await payer()
  await shop.test.database.rows({ text }, [person.accountId])
  const living = await openMortal(shop, Infinity)
  await deliver(event, living)
  await work(living)
  await living.close()
  expect([living.diedAt, await storyOf(shop, person), await waiting()]).toEqual([null, [], []])
})
