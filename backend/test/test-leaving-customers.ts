import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { runOne } from './test-queue.js'
import type { ShopPerson, TestShop } from './test-shop.js'
import { Customers } from '@prumo/backend/subscriptions/stripe/customers'
import { SUBSCRIPTION_END } from '@prumo/backend/subscriptions/stripe/subscription-end'
import { subscriptionEndWorker } from '@prumo/backend/subscriptions/stripe/subscription-end.worker'
import { openMortal, type MortalProcess } from './test-mortal.js'

export const erase = ({ test }: TestShop, { token, password }: ShopPerson) =>
  test.send('DELETE', '/auth/account', { token, body: { password } })

export const statusAtStripe = async ({ stripe }: TestShop, subscription: string) =>
  (await stripe.subscriptions.retrieve(subscription)).status

/** The subjects of the waiting jobs that end a subscription. */
export const waitingEnds = ({ test }: TestShop) =>
  test.database.rows<{ subject: string }>({ text: 'select subject from outbox where kind = $1' }, [SUBSCRIPTION_END])

/** The problem that verification finds in an account; null without one. */
export const problemOf = async ({ test }: TestShop, { accountId }: ShopPerson) =>
  (await verifyAccount(test.database, test.reading, accountId)).problem

/** The tables that still contain an account's customer at Stripe. */
export async function tablesWithCustomer({ test }: TestShop, { accountId }: ShopPerson): Promise<string[]> {
  const left: string[] = []
  for (const table of ['stripe_customers', 'subscription_status', 'leaving_customers']) {
    if ((await test.database.rows({ text: `select 1 from ${table} where account_id = $1` }, [accountId])).length > 0) left.push(table)
  }
  return left
}

/** Registers a person who pays for a year. */
export async function registerSubscriber(shop: TestShop): Promise<{ person: ShopPerson; customer: string; subscription: string }> {
  const person = await shop.test.register()
  await shop.subscribe(person, '1ano')
  const customer = await new Customers(shop.test.database).customerOf(person.accountId)
  const { data } = await shop.stripe.subscriptions.list({ customer: customer ?? '' })
  return { person, customer: customer ?? '', subscription: data[0]?.id ?? '' }
}

/**
 * Erases a subscriber and kills the worker that ends the subscription at a place of `openMortal`. Expects the next worker to
 * finish the work, and one refund.
 * @returns the place where it died; null where it finished before
 */
export async function endSubscriptionDyingAt(shop: TestShop, at: number | string): Promise<string | null> {
  const { person, customer, subscription } = await registerSubscriber(shop)
  await erase(shop, person)
  expect(await tablesWithCustomer(shop, person)).toEqual(['leaving_customers'])
  const isWaiting = async () => (await waitingEnds(shop)).some(({ subject }) => subject === person.accountId)
  expect(await isWaiting()).toBe(true)
  const mortal = await openMortal(shop, at)
  const run = (by: Pick<MortalProcess, 'database' | 'tools'>) => runOne(subscriptionEndWorker, person.accountId, by.tools)
  await run(mortal).catch(() => undefined)
  await mortal.close()
  if (mortal.diedAt !== null) {
    if ((await statusAtStripe(shop, subscription)) !== 'canceled')
      expect(await tablesWithCustomer(shop, person)).toEqual(['leaving_customers'])
    expect(await run({ database: shop.test.database, tools: shop.test.tools() })).toEqual({ how: 'done' })
  }
  const [status, tables, waiting, problem] = [
    await statusAtStripe(shop, subscription),
    await tablesWithCustomer(shop, person),
    await isWaiting(),
    await problemOf(shop, person),
  ]
  expect({ at, status, tables, waiting, problem }).toEqual({ at, status: 'canceled', tables: [], waiting: false, problem: null })
  // One refund, however often it was attempted, and without the e-mail.
  const [charge] = (await shop.stripe.charges.list({ customer })).data
  expect([charge?.amount_refunded, (await shop.stripe.refunds.list({ charge: charge?.id ?? '' })).data.length]).toEqual([29_700, 1])
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  return mortal.diedAt
}
