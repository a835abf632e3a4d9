import { runOne } from '../../../test/test-queue.js'
import { subscriptionsCommand } from '../../operator/subscriptions.command.js'
import { runOps } from '../../../test/test-ops.js'
import { startTestShop, storyOf, type ShopPerson, type TestShop } from '../../../test/test-shop.js'
import { Customers } from './customers.js'
import { subscriptionEndWorker } from './subscription-end.worker.js'
import {
  endSubscriptionDyingAt,
  erase,
  problemOf,
  registerSubscriber,
  statusAtStripe,
  tablesWithCustomer,
  waitingEnds,
} from '../../../test/test-leaving-customers.js'

describe('where a worker runs', () => {
  let shop: TestShop
  beforeAll(async () => void (shop = await startTestShop({ REGISTRATION_GRACE_SECONDS: '0' })))
  afterAll(() => shop.close())

  it('an erasure in the first days refunds, ends subscriptions and open sessions at once, and deletes the customer; later deliveries have no effect', async () => {
    const { person, customer, subscription } = await registerSubscriber(shop)
    await shop.settle()
    // A second subscription, and an open page: neither may be paid any more.
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

    expect((await erase(shop, person)).status).toBe(204)
    await shop.settle()
    expect([await statusAtStripe(shop, subscription), await statusAtStripe(shop, other)]).toEqual(['canceled', 'canceled'])
    expect((await shop.stripe.checkout.sessions.retrieve(page.id)).status).toBe('expired')
    expect((await shop.stripe.charges.list({ customer })).data.map(({ refunded }) => refunded)).toEqual([true, true])
    expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
    const deliveries = (await shop.stripe.events.list({ limit: 100, type: 'customer.subscription.deleted' })).data
    expect(deliveries).toHaveLength(2)
    for (const { id } of deliveries)
      expect(await shop.test.database.rows({ text: 'select 1 from stripe_deliveries where id = $1' }, [id])).toHaveLength(1)
    expect([await storyOf(shop, person), await tablesWithCustomer(shop, person), await problemOf(shop, person)]).toEqual([story, [], null])
    expect(await shop.test.database.rows({ text: 'select kind from outbox where failed_at is not null' })).toEqual([])
  })

  it('a reset keeps the subscription, and the log with both is intact', async () => {
    const { person } = await registerSubscriber(shop)
    await shop.settle()
    const before = await shop.status(person)
    await shop.test.confirm(person.token)
    expect((await shop.test.send('POST', '/data/reset', { token: person.token, body: { confirm: true } })).status).toBe(204)
    expect(await shop.status(person)).toEqual(before)
    expect((await shop.test.send('GET', '/transactions', { token: person.token })).status).toBe(200)
    expect((await shop.test.send('GET', '/data/export', { token: person.token })).body.subscription).toEqual(before)
    await shop.stripe.subscriptions.update(before.subscriptionId ?? '', { cancel_at_period_end: true })
    await shop.settle()
    expect([await storyOf(shop, person), await problemOf(shop, person)]).toEqual([['Activated', 'CancellationScheduled'], null])
  })
})

describe('where the test runs the job', () => {
  let shop: TestShop
  beforeAll(async () => void (shop = await startTestShop({}, { worker: false })))
  afterAll(() => shop.close())

  /** Erases the account of a person so many days after the first payment, and runs the job. */
  async function leave(person: ShopPerson, days: number): Promise<void> {
    await erase(shop, person)
    await shop.test.database.rows(
      { text: `update leaving_customers set left_at = left_at + $1 * interval '1 day' where account_id = $2` },
      [days, person.accountId],
    )
    expect(await runOne(subscriptionEndWorker, person.accountId, shop.test.tools())).toEqual({ how: 'done' })
  }

  it('an account without a customer needs no job, and one whose customer Stripe deleted is done', async () => {
    const [ana, { person: rui, customer }] = [await shop.test.register(), await registerSubscriber(shop)]
    await shop.stripe.customers.del(customer)
    for (const person of [ana, rui]) {
      await erase(shop, person)
      expect(await runOne(subscriptionEndWorker, person.accountId, shop.test.tools())).toEqual({ how: 'done' })
      expect([await tablesWithCustomer(shop, person), await problemOf(shop, person)]).toEqual([[], null])
    }
    expect(await waitingEnds(shop)).toEqual([])
  })

  it('after the days of the guarantee nothing is refunded, however late or early the job is', async () => {
    const [late, early] = [await registerSubscriber(shop), await registerSubscriber(shop)]
    await leave(late.person, 8)
    await leave(early.person, 6)
    const refunded = async (customer: string) => (await shop.stripe.charges.list({ customer })).data.map((charge) => charge.refunded)
    expect([await refunded(late.customer), await refunded(early.customer)]).toEqual([[false], [true]])
    expect(await shop.stripe.customers.retrieve(late.customer)).toMatchObject({ deleted: true })
  })

  it('reports a boleto to the operator, who refunds it, until that is done', async () => {
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

  it('a worker that dies after a refund leaves the customer to the next one, who refunds no second time', async () => {
    await shop.deliver('held')
    expect(await endSubscriptionDyingAt(shop, 'after /v1/refunds')).not.toBeNull()
  })
})
