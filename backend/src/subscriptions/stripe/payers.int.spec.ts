import { OUTBOX_INSERT, outboxValues } from '../../jobs/outbox.js'
import type { JobWorker } from '../../jobs/job-worker.js'
import { runOne } from '../../../test/test-queue.js'
import { startTestShop, storyOf, type ShopPerson, type TestShop } from '../../../test/test-shop.js'
import { Settings } from '../../platform/config/settings.js'
import { clientOf } from '../../../test/test-http.js'
import { payersWorker } from './payers.worker.js'
import { createReconciliationWorker } from './reconciliation.worker.js'

let shop: TestShop
beforeEach(async () => void (shop = await startTestShop({ OPS_TOKEN: 'operator' }, { worker: false })))
afterEach(() => shop.close())

/** Runs a day's job and those that follow it. */
async function work(worker: JobWorker, settings = shop.test.tools().settings): Promise<void> {
  const { database } = shop.test
  await database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: worker.kind, subject: '2026-11-24' }))
  for (;;) {
    const [next] = await database.rows<{ subject: string }>({ text: 'select subject from outbox where kind = $1' }, [worker.kind])
    if (!next) return
    expect(await runOne(worker, next.subject, { ...shop.test.tools(), settings })).toEqual({ how: 'done' })
  }
}

const tasks = () => shop.test.database.rows({ text: 'select kind, subject, account_id as "accountId" from stripe_tasks order by kind' })

async function subscriber(): Promise<{ person: ShopPerson; subscription: string; customer: string }> {
  const person = await shop.test.register()
  await shop.subscribe(person, '1mes')
  const text = 'select customer_id as customer from stripe_customers where account_id = $1'
  const [row] = await shop.test.database.rows<{ customer: string }>({ text }, [person.accountId])
  const [subscription] = (await shop.stripe.subscriptions.list({ customer: row?.customer ?? '' })).data
  return { person, subscription: subscription?.id ?? '', customer: row?.customer ?? '' }
}

it('finds a paying customer that is missing here, as after an older backup, by the subscription’s metadata', async () => {
  const { person, subscription } = await subscriber()
  await shop.test.database.rows({ text: 'delete from stripe_customers where account_id = $1' }, [person.accountId])
  expect(await storyOf(shop, person)).toEqual([])
  await work(payersWorker)
  expect(await shop.status(person)).toMatchObject({ status: 'active', subscriptionId: subscription })
  expect(await tasks()).toEqual([])
})

it('reports a payer without an account here, and the second customer of an account, until that ends', async () => {
  const { person } = await subscriber()
  const items = [{ price: shop.price('1mes') }]
  const made: string[] = []
  for (const account_id of ['11111111-1111-4111-8111-111111111111', person.accountId, 'not an account']) {
    const { id: customer } = await shop.stripe.customers.create({})
    const paying = { customer, items, metadata: { account_id }, default_payment_method: 'pm_card_visa' }
    made.push((await shop.stripe.subscriptions.create(paying)).id)
  }
  await work(payersWorker)
  const [absent = '', second = ''] = made
  const named = (await tasks()) as { subject: string; accountId: string | null }[]
  expect(new Map(named.map(({ subject, accountId }) => [subject, accountId]))).toEqual(
    new Map([
      [absent, null],
      [second, person.accountId],
    ]),
  )
  await shop.stripe.subscriptions.cancel(absent)
  await shop.test.database.rows({ text: `update stripe_tasks set seen_at = seen_at - interval '1 day'` })
  await work(payersWorker)
  expect(await tasks()).toEqual([{ kind: 'payer', subject: second, accountId: person.accountId }])
})

it('one failing customer does not stop the others, and the metric gives the age of the oldest task', async () => {
  const people = [await subscriber(), await subscriber(), await subscriber()].toSorted((a, b) =>
    a.person.accountId < b.person.accountId ? -1 : 1,
  )
  const [bad] = people
  const { settings, http } = clientOf(shop.test.app.get(Settings, { strict: false }))
  const makeRequest = http.makeRequest.bind(http)
  http.makeRequest = (...args) =>
    args[2]?.includes(bad?.customer ?? '') ? Promise.reject(new Error('Nothing can be shown of this one')) : makeRequest(...args)
  await shop.test.database.rows({ text: `update stripe_customers set known_since = now() - interval '3 days'` })
  await work(createReconciliationWorker(0), settings)
  const text = 'select account_id as "accountId", reconciled_at is not null as done from stripe_customers order by account_id'
  expect(await shop.test.database.rows({ text })).toEqual(
    people.map(({ person }, index) => ({ accountId: person.accountId, done: index > 0 })),
  )
  const { body } = await shop.test.send('GET', '/metrics', { headers: { authorization: 'Bearer operator' } })
  expect(Number(/^prumo_reconciled_age_seconds (\S+)$/m.exec(String(body))?.[1])).toBeGreaterThan(2.9 * 86_400)
})
