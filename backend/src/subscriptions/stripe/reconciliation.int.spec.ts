import { OUTBOX_INSERT, outboxValues } from '../../jobs/outbox.js'
import { runOne } from '../../../test/test-queue.js'
import { subscriptionsCommand } from '../../operator/subscriptions.command.js'
import { runOps } from '../../../test/test-ops.js'
import { PORTION } from '../../platform/database/delete-in-portions.js'
import { refuseLargeDeletes } from '../../../test/test-large-deletes.js'
import { startTestShop, storyOf, type ShopPerson, type TestShop } from '../../../test/test-shop.js'
import { createReconciliationWorker } from './reconciliation.worker.js'

const worker = createReconciliationWorker(0)

let shop: TestShop
// No worker runs, so every delivery is lost.
beforeAll(async () => void (shop = await startTestShop({ OPS_TOKEN: 'operator' }, { worker: false })))
afterAll(() => shop.close())

/** Runs a day's job and those that follow it. @returns how many there were */
async function reconcile(day: string): Promise<number> {
  const { database } = shop.test
  await database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: worker.kind, subject: day }))
  for (let slices = 0; ; slices++) {
    const [next] = await database.rows<{ subject: string }>({ text: 'select subject from outbox where kind = $1' }, [worker.kind])
    if (!next) return slices
    expect(await runOne(worker, next.subject, shop.test.tools())).toEqual({ how: 'done' })
  }
}

async function subscriber(): Promise<ShopPerson> {
  const person = await shop.test.register()
  await shop.subscribe(person)
  return person
}

const differences = () =>
  shop.test.database.rows<{ accountId: string; difference: string | null }>({
    text: `select account_id as "accountId", difference from stripe_customers order by account_id`,
  })

async function metric(name: string): Promise<number> {
  const { body } = await shop.test.send('GET', '/metrics', { headers: { authorization: 'Bearer operator' } })
  return Number(
    String(body)
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1) ?? NaN,
  )
}

it('reports a recorded subscription that differs from Stripe’s, and corrects it', async () => {
  const [ana, rui] = [await subscriber(), await subscriber()]
  await shop.test.register()
  expect(await reconcile('2026-11-22')).toBe(1)
  expect(await storyOf(shop, ana)).toEqual(['Activated'])
  expect((await differences()).map(({ difference }) => difference)).toEqual([
    expect.stringContaining('status'),
    expect.stringContaining('status'),
  ])
  expect(await metric('prumo_reconciled_subscriptions{result="differed"}')).toBe(2)

  const { subscriptionId } = await shop.status(rui)
  await shop.stripe.subscriptions.update(subscriptionId ?? '', { cancel_at_period_end: true })
  await reconcile('2026-11-23')
  expect(await differences()).toEqual([
    { accountId: ana.accountId, difference: null },
    { accountId: rui.accountId, difference: 'cancelAtPeriodEnd' },
  ])
  expect(await shop.status(rui)).toMatchObject({ cancelAtPeriodEnd: true })
  expect(await metric('prumo_reconciled_subscriptions{result="differed"}')).toBe(1)
  expect(await metric('prumo_reconciled_subscriptions{result="same"}')).toBe(1)
  const ops = (...words: string[]) => runOps([subscriptionsCommand], { database: shop.test.database }, 'subscriptions', ...words)
  expect(await ops()).toEqual({
    printed: [
      expect.stringMatching(`^${rui.accountId} .* cancelAtPeriodEnd$`),
      expect.stringMatching(/^2 customers, 1 differed; last reconciled 20/),
    ],
    code: 1,
  })

  await reconcile('2026-11-24')
  expect(await metric('prumo_reconciled_subscriptions{result="differed"}')).toBe(0)
  expect(await ops('--json')).toMatchObject({ printed: [expect.stringContaining('"differed":0')], code: 0 })
  expect(await metric('prumo_reconciled_age_seconds')).toBeLessThan(60)
  expect(await storyOf(shop, rui)).toEqual(['Activated', 'CancellationScheduled'])
})

it('goes in slices, and deletes old deliveries in portions', async () => {
  const { database } = shop.test
  await database.rows({
    text: `
      with people as (insert into users (id, email, password_hash) select gen_random_uuid(), n || '@exemplo.com', 'x'
        from generate_series(1, 60) n returning id)
      insert into stripe_customers (account_id, customer_id) select id, 'cus_gone_' || id from people`,
  })
  await database.rows({
    text: `insert into stripe_deliveries (id, type, happened_at, received_at)
      values ('evt_old', 'x', now(), now() - interval '91 days'), ('evt_young', 'x', now(), now() - interval '89 days')`,
  })
  await refuseLargeDeletes(shop.test.owner, 'stripe_deliveries', PORTION)
  await database.rows({
    text: `
      insert into stripe_deliveries (id, type, happened_at, received_at)
      select 'evt_' || n, 'x', now(), now() - interval '92 days' from generate_series(1, ${PORTION}) n`,
  })
  expect(await reconcile('2026-11-25')).toBe(2)
  const [unseen] = await database.rows<{ n: number }>({ text: 'select count(*) as n from stripe_customers where reconciled_at is null' })
  expect(unseen?.n).toBe(0)
  expect(await database.rows({ text: `select id from stripe_deliveries where received_at < now() - interval '1 day'` })).toEqual([
    { id: 'evt_young' },
  ])
})
