import { setTimeout as pause } from 'node:timers/promises'
import { startTestShop, type TestShop } from '../../../test/test-shop.js'
import { Checkouts } from './checkouts.js'
import { endSubscriptionDyingAt, erase, problemOf, tablesWithCustomer } from '../../../test/test-leaving-customers.js'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop({}, { worker: false })))
afterAll(() => shop.close())

it('a checkout that creates its customer during the erasure is signed out, and leaves no customer', async () => {
  const person = await shop.test.register()
  // Longer than a busy machine takes for the erasure; shorter than the timeout of requests to Stripe.
  await shop.delay(3_000)
  const checkout = shop.checkout(person)
  while ((await tablesWithCustomer(shop, person)).length === 0) await pause(10)
  expect((await erase(shop, person)).status).toBe(204)
  await shop.delay(0)
  expect(await checkout).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  expect([await tablesWithCustomer(shop, person), await problemOf(shop, person)]).toEqual([[], null])
  expect((await shop.stripe.customers.list({ email: person.email })).data).toEqual([])
  // A request authenticated before the erasure and executed after it.
  const checkouts = shop.test.app.get(Checkouts, { strict: false })
  const urls = { successUrl: shop.origin, cancelUrl: shop.origin }
  await expect(
    checkouts.begin(person.accountId, { priceId: shop.price('1mes'), mode: 'subscription', ...urls }, null),
  ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

it('a worker that dies at any wait, or cannot reach Stripe, leaves the job to the next one', async () => {
  await shop.deliver('held')
  const places: string[] = []
  for (let at = 0; ; at++) {
    const diedAt = await endSubscriptionDyingAt(shop, at)
    if (diedAt === null) break
    places.push(diedAt)
  }
  const passed = places.join()
  for (const wait of [
    'claim-jobs',
    'find-leaving-customer',
    '/v1/checkout/sessions',
    '/v1/refunds',
    '/v1/subscriptions',
    '/v1/customers/:id',
    'forget-leaving-customer',
  ])
    expect(passed).toContain(wait)
}, 400_000)
