import { subscriptionsCommand } from '../../operator/subscriptions.command.js'
import { runOps } from '../../../test/test-ops.js'
import { startTestShop, storyOf, type ShopPerson, type TestShop } from '../../../test/test-shop.js'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop({ REGISTRATION_GRACE_SECONDS: '0', OPS_TOKEN: 'operator' })))
afterAll(() => shop.close())

const isIn = async ({ token }: ShopPerson) => (await shop.test.send('GET', '/transactions', { token })).status === 200
const ops = async () => (await runOps([subscriptionsCommand], { database: shop.test.database }, 'subscriptions')).printed.join('\n')

/** A person with access, paid by card. */
async function subscriber(card?: string): Promise<{ person: ShopPerson; customer: string; subscription: string; charge: string }> {
  const person = await shop.test.register()
  await shop.subscribe(person, '3meses', card)
  await shop.settle()
  const { customerId, subscriptionId } = await shop.status(person)
  const [charge] = (await shop.stripe.charges.list({ customer: customerId ?? '' })).data
  return { person, customer: customerId ?? '', subscription: subscriptionId ?? '', charge: charge?.id ?? '' }
}

async function tasks(kind: string): Promise<number> {
  const { body } = await shop.test.send('GET', '/metrics', { headers: { authorization: 'Bearer operator' } })
  return Number(new RegExp(`^prumo_subscription_tasks\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(String(body))?.[1] ?? NaN)
}

it('changes nothing after a partial refund, and ends when the rest is refunded', async () => {
  const { person, charge, subscription } = await subscriber()
  await shop.stripe.refunds.create({ charge, amount: 4_000 })
  await shop.settle()
  expect([await isIn(person), await storyOf(shop, person)]).toEqual([true, ['Activated', 'Refunded']])
  await shop.stripe.refunds.create({ charge })
  await shop.settle()
  expect([await isIn(person), (await shop.stripe.subscriptions.retrieve(subscription)).status]).toEqual([false, 'canceled'])
  // A refunded person may subscribe again.
  await shop.subscribe(person, '1mes')
  await shop.settle()
  expect(await isIn(person)).toBe(true)
})

it('reports a dispute to the operator, and ends access once it is lost', async () => {
  const [ana, rui] = [await subscriber('4000000000000259'), await subscriber('4000000000000259')]
  const disputeOf = async ({ charge }: { charge: string }) => (await shop.stripe.disputes.list({ charge })).data[0]?.id ?? ''
  const [lost, won] = [await disputeOf(ana), await disputeOf(rui)]
  expect([await isIn(ana.person), await tasks('dispute')]).toEqual([true, 2])
  expect(await ops()).toMatch(new RegExp(`${ana.person.accountId}.*dispute  ${lost}`))
  await shop.stripe.disputes.close(lost)
  await shop.stripe.disputes.update(won, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
  await shop.settle()
  expect([await isIn(ana.person), await isIn(rui.person), await tasks('dispute')]).toEqual([false, true, 0])
  expect((await shop.stripe.subscriptions.retrieve(ana.subscription)).status).toBe('canceled')
})

it('reports a second subscription charged for the same account until it ends', async () => {
  const { person, customer, subscription } = await subscriber()
  const { id: second } = await shop.stripe.subscriptions.create({
    customer,
    items: [{ price: shop.price('1mes') }],
    default_payment_method: 'pm_card_visa',
  })
  await shop.settle()
  expect(await tasks('second')).toBe(1)
  expect(await ops()).toMatch(new RegExp(`${person.accountId}.*second  (${subscription}|${second})`))
  await shop.stripe.subscriptions.cancel(second)
  await shop.settle()
  expect([await tasks('second'), await isIn(person)]).toEqual([0, true])
})

it('ends the subscription of a customer deleted at Stripe, who can buy again', async () => {
  const { person, customer } = await subscriber()
  await shop.stripe.customers.del(customer)
  await shop.settle()
  expect([await isIn(person), (await shop.status(person)).status]).toEqual([false, 'canceled'])
  expect(await storyOf(shop, person)).toEqual(['Activated', 'Canceled'])
  await shop.subscribe(person, '1ano')
  await shop.settle()
  expect([await isIn(person), (await shop.status(person)).planId]).toEqual([true, '1ano'])
  expect((await shop.status(person)).customerId).not.toBe(customer)
})
