import { readFileSync } from 'node:fs'
import { QueryBus } from '@nestjs/cqrs'
import { findPermission } from '../../../stripe-simulator/restricted-keys.js'
import { runOne } from '../../../test/test-queue.js'
import { Settings } from '../../platform/config/settings.js'
import { startTestShop, type ShopPerson, type TestShop } from '../../../test/test-shop.js'
import { Checkouts } from './checkouts.js'
import { PlanPrices } from './plan-prices.js'
import { subscriptionEndWorker } from './subscription-end.worker.js'
import { StripeLimits } from './stripe-limits.js'
import { SubscriptionLooks } from './subscription-looks.js'
import { Billing } from './billing.js'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop({}, { worker: false })))
afterAll(() => shop.close())

/** The table of permissions in `docs/stripe.md`. */
const documented = [
  ...readFileSync(new URL('../../../../docs/stripe.md', import.meta.url), 'utf8').matchAll(/^ *\| ([A-Z][\w ]+?) \| (Read|Write) \|/gm),
].map(([, title = '', kind = '']) => findPermission(title, kind.toLowerCase() as 'read' | 'write'))

let keys = 0
/** The product's settings with a restricted key of these permissions. */
async function restrictedTo(permissions: readonly string[]): Promise<Settings> {
  const own = shop.test.app.get(Settings, { strict: false })
  const secretKey = `rk_test_${++keys}`
  await shop.form(`http://127.0.0.1:${shop.simulator.client.port}/simulator/keys`, { key: secretKey, permissions: permissions.join() })
  return Object.assign(Object.create(Settings.prototype) as Settings, own, { stripe: { ...own.stripe, secretKey } })
}

/** All calls of the product to Stripe: prices, a purchase, the portal, a dispute, a cancellation, a refund, an erasure. */
async function wholeLife(settings: Settings): Promise<void> {
  const { database, commands } = shop.test.tools()
  const tools = { ...shop.test.tools(), settings }
  const looks = new SubscriptionLooks(settings, database, commands)
  await new PlanPrices(settings).check()
  const person: ShopPerson = await shop.test.register()
  const { accountId } = person
  const body = { priceId: shop.price('1mes'), mode: 'subscription' as const, successUrl: shop.origin, cancelUrl: shop.origin }
  const checkouts = new Checkouts(settings, database, looks)
  const page = await checkouts.begin(accountId, body, null)
  await shop.form(page, { card: '4000000000000259' })
  const billing = new Billing(
    settings,
    shop.test.app.get(QueryBus, { strict: false }),
    looks,
    checkouts,
    shop.test.app.get(StripeLimits, { strict: false }),
    database,
  )
  await billing.lookAtSession(accountId, new URL(page).pathname.split('/').at(-1) ?? '')
  await billing.portal(accountId)
  const known = await shop.status(person)
  expect(known.status).toBe('active')
  await billing.cancel(accountId, known.subscriptionId ?? '', null)
  await shop.stripe.subscriptions.cancel(known.subscriptionId ?? '')
  await shop.form(await checkouts.begin(accountId, body, null), { card: '4242424242424242' })
  await looks.look(accountId, 'stripe')
  await shop.test.send('DELETE', '/auth/account', { token: person.token, body: { password: person.password } })
  expect(await runOne(subscriptionEndWorker, accountId, tools)).toEqual({ how: 'done' })
}

it('with the documented permissions every call to Stripe succeeds', async () => {
  expect(documented.length).toBeGreaterThan(5)
  await wholeLife(await restrictedTo(documented))
}, 120_000)

it.each(documented)(
  'without %s some call fails',
  async (missing) => {
    const settings = await restrictedTo(documented.filter((each) => each !== missing))
    await expect(wholeLife(settings)).rejects.toBeInstanceOf(Error)
  },
  120_000,
)
