import { setTimeout as pause } from 'node:timers/promises'
import { verifyAccount } from '../../event-store/verify/verify.js'
import { runOne } from '../../../test/test-queue.js'
import { subscriptionsCommand } from '../../operator/subscriptions.command.js'
import { runOps } from '../../../test/test-ops.js'
import { startTestShop, storyOf, type ShopPerson, type TestShop } from '../../../test/test-shop.js'
import { Checkouts } from './checkouts.js'
import { Customers } from './customers.js'
import { SUBSCRIPTION_END } from './subscription-end.js'
import { subscriptionEndWorker } from './subscription-end.worker.js'
import { openMortal, type MortalProcess } from '../../../test/test-mortal.js'

let shop: TestShop
afterEach(() => shop.close())

const erase = ({ token, password }: ShopPerson) => shop.test.send('DELETE', '/auth/account', { token, body: { password } })
const statusAt = async (subscription: string) => (await shop.stripe.subscriptions.retrieve(subscription)).status
const waiting = (kind: string) =>
  shop.test.database.rows<{ subject: string }>({ text: 'select subject from outbox where kind = $1' }, [kind])
const verify = async ({ accountId }: ShopPerson) => (await verifyAccount(shop.test.database, shop.test.reading, accountId)).problem

/** Where something of Stripe's customer could be left. */
async function rowsOf({ accountId }: ShopPerson): Promise<string[]> {
  const left: string[] = []
  for (const table of ['stripe_customers', 'subscription_status', 'leaving_customers']) {
    if ((await shop.test.database.rows({ text: `select 1 from ${table} where account_id = $1` }, [accountId])).length > 0) left.push(table)
  }
  return left
}

/** Somebody whom Stripe knows, with their customer and subscription there. */
async function subscriber(): Promise<{ person: ShopPerson; customer: string; subscription: string }> {
  const person = await shop.test.register()
  await shop.subscribe(person, '1ano')
  const customer = await new Customers(shop.test.database).customerOf(person.accountId)
  const { data } = await shop.stripe.subscriptions.list({ customer: customer ?? '' })
  return { person, customer: customer ?? '', subscription: data[0]?.id ?? '' }
}

it('an erasure in the first days gives back, ends at once what is paid and what could be, and lets the customer go; what Stripe tells later is of nobody', async () => {
  shop = await startTestShop()
  const { person, customer, subscription } = await subscriber()
  await shop.settle()
  // A second one, and a page that is open: nobody is to pay either.
  const [card] = (await shop.stripe.customers.listPaymentMethods(customer)).data
  const { id: other } = await shop.stripe.subscriptions.create({
    customer,
    items: [{ price: shop.price('1mes') }],
    default_payment_method: card?.id ?? '',
  })
  const page = await shop.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: shop.price('1mes'), quantity: 1 }],
    success_url: shop.origin,
  })
  await shop.settle()
  const story = await storyOf(shop, person)

  expect((await erase(person)).status).toBe(204)
  await shop.settle()
  expect([await statusAt(subscription), await statusAt(other)]).toEqual(['canceled', 'canceled'])
  expect((await shop.stripe.checkout.sessions.retrieve(page.id)).status).toBe('expired')
  expect((await shop.stripe.charges.list({ customer })).data.map(({ refunded }) => refunded)).toEqual([true, true])
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  const deliveries = (await shop.stripe.events.list({ limit: 100, type: 'customer.subscription.deleted' })).data
  expect(deliveries).toHaveLength(2)
  for (const { id } of deliveries)
    expect(await shop.test.database.rows({ text: 'select 1 from stripe_deliveries where id = $1' }, [id])).toHaveLength(1)
  expect([await storyOf(shop, person), await rowsOf(person), await verify(person)]).toEqual([story, [], null])
  expect(await shop.test.database.rows({ text: 'select kind from outbox where failed_at is not null' })).toEqual([])
})

it('a reset keeps the subscription, and the log with both is whole', async () => {
  shop = await startTestShop({ REGISTRATION_GRACE_SECONDS: '0' })
  const { person } = await subscriber()
  await shop.settle()
  const before = await shop.status(person)
  await shop.test.confirm(person.token)
  expect((await shop.test.send('POST', '/data/reset', { token: person.token, body: { confirm: true } })).status).toBe(204)
  expect(await shop.status(person)).toEqual(before)
  expect((await shop.test.send('GET', '/transactions', { token: person.token })).status).toBe(200)
  expect((await shop.test.send('GET', '/data/export', { token: person.token })).body.subscription).toEqual(before)
  await shop.stripe.subscriptions.update(before.subscriptionId ?? '', { cancel_at_period_end: true })
  await shop.settle()
  expect([await storyOf(shop, person), await verify(person)]).toEqual([['Activated', 'CancellationScheduled'], null])
})

it('an account that Stripe never knew leaves nothing to end, and one whose customer Stripe forgot is done', async () => {
  shop = await startTestShop({}, { worker: false })
  const [ana, { person: rui, customer }] = [await shop.test.register(), await subscriber()]
  await shop.stripe.customers.del(customer)
  for (const person of [ana, rui]) {
    await erase(person)
    expect(await runOne(subscriptionEndWorker, person.accountId, shop.test.tools())).toEqual({ how: 'done' })
    expect([await rowsOf(person), await verify(person)]).toEqual([[], null])
  }
  expect(await waiting(SUBSCRIPTION_END)).toEqual([])
})

it('a checkout that makes its customer while its account is erased says that nobody is there, and leaves no customer', async () => {
  shop = await startTestShop({}, { worker: false })
  const person = await shop.test.register()
  // Longer than a busy machine takes for the erasure; shorter than Stripe is waited for.
  await shop.delay(3_000)
  const checkout = shop.checkout(person)
  while ((await rowsOf(person)).length === 0) await pause(10)
  expect((await erase(person)).status).toBe(204)
  await shop.delay(0)
  expect(await checkout).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  expect([await rowsOf(person), await verify(person)]).toEqual([[], null])
  expect((await shop.stripe.customers.list({ email: person.email })).data).toEqual([])
  // Whoever came in before it and asks after.
  const checkouts = shop.test.app.get(Checkouts, { strict: false })
  const urls = { successUrl: shop.origin, cancelUrl: shop.origin }
  await expect(
    checkouts.begin(person.accountId, { priceId: shop.price('1mes'), mode: 'subscription', ...urls }, null),
  ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

it('a worker that dies at any wait, or finds Stripe away, leaves the customer to the next one', async () => {
  shop = await startTestShop({}, { worker: false })
  await shop.deliver('held')
  const places: string[] = []
  for (let at = 0; ; at++) {
    const { person, customer, subscription } = await subscriber()
    await erase(person)
    expect(await rowsOf(person)).toEqual(['leaving_customers'])
    expect(await waiting(SUBSCRIPTION_END)).toEqual([{ subject: person.accountId }])
    const mortal = await openMortal(shop, at)
    const run = (by: Pick<MortalProcess, 'database' | 'tools'>) => runOne(subscriptionEndWorker, person.accountId, by.tools)
    await run(mortal).catch(() => undefined)
    await mortal.close()
    if (mortal.diedAt !== null) {
      if ((await statusAt(subscription)) !== 'canceled') expect(await rowsOf(person)).toEqual(['leaving_customers'])
      expect(await run({ database: shop.test.database, tools: shop.test.tools() })).toEqual({ how: 'done' })
    }
    expect([at, await statusAt(subscription), await rowsOf(person), await waiting(SUBSCRIPTION_END), await verify(person)]).toEqual([
      at,
      'canceled',
      [],
      [],
      null,
    ])
    // Once, however often it was tried, and the e-mail is gone.
    const [charge] = (await shop.stripe.charges.list({ customer })).data
    expect([charge?.amount_refunded, (await shop.stripe.refunds.list({ charge: charge?.id ?? '' })).data.length]).toEqual([29_700, 1])
    expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
    if (mortal.diedAt === null) break
    places.push(mortal.diedAt)
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

/** Erases somebody whose account was left so many days after they first paid, and does the job. */
async function leave(person: ShopPerson, days: number): Promise<void> {
  await erase(person)
  await shop.test.database.rows({ text: `update leaving_customers set left_at = left_at + $1 * interval '1 day' where account_id = $2` }, [
    days,
    person.accountId,
  ])
  expect(await runOne(subscriptionEndWorker, person.accountId, shop.test.tools())).toEqual({ how: 'done' })
}

it('after the days of the guarantee nothing is given back, however late or early the job is', async () => {
  shop = await startTestShop({}, { worker: false })
  const [late, early] = [await subscriber(), await subscriber()]
  await leave(late.person, 8)
  await leave(early.person, 6)
  const refunded = async (customer: string) => (await shop.stripe.charges.list({ customer })).data.map((charge) => charge.refunded)
  expect([await refunded(late.customer), await refunded(early.customer)]).toEqual([[false], [true]])
  expect(await shop.stripe.customers.retrieve(late.customer)).toMatchObject({ deleted: true })
})

it('a boleto is given back by an operator, who is told of the payment until it is done', async () => {
  shop = await startTestShop({}, { worker: false })
  const person = await shop.test.register()
  const { body } = await shop.checkout(person)
  await shop.form(body.url, { card: 'boleto' })
  await shop.simulator.moveClock(1)
  const customer = (await new Customers(shop.test.database).customerOf(person.accountId)) ?? ''
  const [charge] = (await shop.stripe.charges.list({ customer })).data
  await leave(person, 2)
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  const ops = (...words: string[]) => runOps([subscriptionsCommand], { database: shop.test.database }, 'subscriptions', ...words)
  expect(await ops()).toMatchObject({ printed: [expect.stringMatching(`^-  .*refund  ${charge?.id}`), expect.any(String)], code: 1 })
  expect(await ops('--done', charge?.id ?? '')).toMatchObject({ code: 0 })
  expect(await ops()).toMatchObject({ printed: [expect.stringContaining('0 customers')], code: 0 })
})
