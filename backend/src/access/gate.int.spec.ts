import { CommandBus } from '@nestjs/cqrs'
import { subscriptionStatuses, type SubscriptionStatus } from '@prumo/shared/subscription-texts'
import { v7 as newId } from 'uuid'
import { ExecuteCommand } from '../event-store/decider/command.js'
import { PORTION } from '../platform/database/delete-in-portions.js'
import { refuseLargeDeletes } from '../../test/test-large-deletes.js'
import { routeTable } from '../../test/hostile/test-route-table.js'
import type { Job } from '../jobs/job-worker.js'
import { subscriptionDecider } from '../subscriptions/subscription.decider.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { lapsedAccessWorker } from './lapsed-access.worker.js'

let test: TestApp
beforeAll(async () => void (test = await startTestApp()))
afterAll(() => test.close())

/** Moves the account's opening back in time by so many seconds. */
async function age(accountId: string, seconds: number): Promise<void> {
  await test.database.rows({ text: `update account_profile set created_at = now() - $2 * interval '1 second' where account_id = $1` }, [
    accountId,
    seconds,
  ])
}

/** Records a subscription, as a look at Stripe does. */
async function subscribe(
  accountId: string,
  status: SubscriptionStatus,
  currentPeriodEnd = Math.floor(Date.now() / 1000) + 86_400,
): Promise<void> {
  const present = {
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    status,
    priceId: 'price_1',
    planId: '1mes',
    currentPeriodStart: 1,
    currentPeriodEnd,
    cancelAtPeriodEnd: false,
    paymentMethodBrand: null,
    paymentMethodLast4: null,
    refundedAmount: 0,
    nextPriceId: null,
    nextPlanId: null,
    paidBack: false,
  }
  const command = { type: 'RecordSubscription' as const, present }
  const context = { accountId, actor: 'stripe', source: 'stripe' as const }
  await test.app
    .get(CommandBus, { strict: false })
    .execute(ExecuteCommand.of(context, { decider: subscriptionDecider, entityId: accountId, command, reply: () => null }))
}

const list = (token: string) => test.send('GET', '/transactions', { token })
const refused = { status: 403, body: { error: 'Acesso negado.', code: 'SUBSCRIPTION_REQUIRED' } }

it('gives a new account access for ten minutes, and none in the eleventh', async () => {
  const { token, accountId } = await test.register()
  expect(await list(token)).toMatchObject({ status: 200 })
  await age(accountId, 570)
  expect(await list(token)).toMatchObject({ status: 200 })
  await age(accountId, 601)
  expect(await list(token)).toMatchObject(refused)
  // Whatever the device claims.
  const believing = await test.send('GET', '/transactions', { token, headers: { cookie: 'prumo:subscription=active' } })
  expect(believing).toMatchObject(refused)
})

it('takes the grace period from the settings', async () => {
  const strict = await startTestApp({ REGISTRATION_GRACE_SECONDS: '0' })
  const { token } = await strict.register()
  expect(await strict.send('GET', '/transactions', { token })).toMatchObject(refused)
  await strict.close()
})

it('gives the grace period once per e-mail, for ninety days after an erasure, and stores the e-mail unreadably', async () => {
  const email = `${newId()}@exemplo.com`
  const first = await test.register({ email })
  expect(await list(first.token)).toMatchObject({ status: 200 })
  const erased = await test.send('DELETE', '/auth/account', { token: first.token, body: { password: first.password } })
  expect(erased.status).toBe(204)
  expect(JSON.stringify(await test.database.rows({ text: 'select fingerprint::text from spent_graces' }))).not.toContain(email)
  const second = await test.register({ email: ` ${email.toUpperCase()}` })
  expect(await list(second.token)).toMatchObject(refused)
  expect(await test.send('GET', '/auth/verify', { token: second.token })).toMatchObject({ status: 200 })
  await subscribe(second.accountId, 'active')
  expect((await list(second.token)).status).toBe(200)

  const days = async (count: number) =>
    test.database.rows({ text: `update spent_graces set spent_at = spent_at - $1 * interval '1 day'` }, [count])
  const purge = () => lapsedAccessWorker.run({ signal: new AbortController().signal } as Job, test.tools())
  const spent = async () => (await test.database.rows({ text: 'select 1 from spent_graces' })).length
  await test.send('DELETE', '/auth/account', { token: second.token, body: { password: second.password } })
  await days(89)
  await purge()
  expect(await spent()).toBe(1)
  await days(2)
  const third = await test.register({ email })
  expect((await list(third.token)).status).toBe(200)
  await purge()
  expect(await spent()).toBe(0)
})

it('deletes a backlog of expired records in portions', async () => {
  const count = PORTION + 1
  const backlog = {
    spent_graces: `insert into spent_graces (fingerprint, spent_at) select sha256(n::text::bytea), now() - interval '91 days' from n`,
    known_devices: `insert into known_devices (user_id, fingerprint, seen_at)
      select $1, sha256(n::text::bytea), now() - interval '181 days' from n`,
    sessions: `insert into sessions (user_id, id, expires_at, device) select $1, gen_random_uuid(), now() - interval '1 day', 'x' from n`,
    email_links: `insert into email_links (user_id, purpose, id, address, expires_at)
      select $1, n::text, gen_random_uuid(), 'x', now() - interval '1 day' from n`,
  }
  const { token, accountId } = await test.register()
  for (const [table, insert] of Object.entries(backlog)) {
    await refuseLargeDeletes(test.owner, table, PORTION)
    const text = `with n as (select n, $1::uuid from generate_series(1, ${count}) n) ${insert}`
    await test.database.rows({ text }, [accountId])
  }
  await lapsedAccessWorker.run({ signal: new AbortController().signal } as Job, test.tools())
  for (const table of Object.keys(backlog)) {
    const [left] = await test.database.rows<{ count: number }>({ text: `select count(*) as count from ${table}` })
    expect([table, left!.count < 100]).toEqual([table, true])
  }
  expect((await list(token)).status).toBe(200)
})

it.each(subscriptionStatuses)('decides by the status %s once the grace period is over', async (status) => {
  const { token, accountId } = await test.register()
  await age(accountId, 3_600)
  await subscribe(accountId, status)
  expect((await list(token)).status).toBe(status === 'active' || status === 'trialing' ? 200 : 403)
  // In the grace period every status has access.
  await age(accountId, 60)
  expect((await list(token)).status).toBe(200)
})

it.each(['active', 'trialing'] as const)(
  'ends for %s seven days after the paid period, unless Stripe said otherwise since',
  async (status) => {
    const { token, accountId } = await test.register()
    await age(accountId, 3_600)
    const now = Math.floor(Date.now() / 1000)
    await subscribe(accountId, status, now - 7 * 86_400 + 60)
    expect((await list(token)).status).toBe(200)
    await subscribe(accountId, status, now - 7 * 86_400 - 60)
    expect(await list(token)).toMatchObject(refused)
    await subscribe(accountId, status, now + 60)
    expect((await list(token)).status).toBe(200)
  },
)

it('precedes stored answers and the validation of the body, and follows authentication', async () => {
  const { token, accountId } = await test.register()
  const sale = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20' }
  const headers = { 'idempotency-key': newId() }
  expect(await test.send('POST', '/transactions', { token, body: sale, headers })).toMatchObject({ status: 201 })
  await age(accountId, 3_600)
  expect(await test.send('POST', '/transactions', { token, body: sale, headers })).toMatchObject(refused)
  expect(await test.send('POST', '/transactions', { token, body: {} })).toMatchObject(refused)
  expect(await test.send('POST', '/transactions', { token: `${token}x`, body: sale })).toMatchObject({ status: 401 })
  await subscribe(accountId, 'active')
  expect(await test.send('POST', '/transactions', { token, body: sale, headers })).toMatchObject({
    status: 201,
    headers: { 'idempotent-replayed': 'true' },
  })
})

/** The routes that the contract opens to everyone, or to everyone signed in. */
const OPEN =
  /^\/api\/(auth|subscriptions|data|plans|webhooks|health|metrics|docs|openapi\.json|v1\.0|calendars|reminders\/unsubscribe|guest)(\/|$)/
/** What someone without a subscription may still see and end. */
const OWN_ENDINGS = [
  'GET /api/access',
  'DELETE /api/access/:id',
  'GET /api/reminders',
  'PUT /api/reminders',
  'DELETE /api/reminders/devices/:id',
  'DELETE /api/reminders/calendar',
]

it('protects every route that the contract does not open', async () => {
  const { token, accountId } = await test.register()
  await age(accountId, 3_600)
  const routes = (await routeTable(test.app)).filter(({ path, method }) => path.startsWith('/api/') && method !== 'HEAD')
  const gated: string[] = []
  for (const { method, path } of routes) {
    if (OPEN.test(path) || OWN_ENDINGS.includes(`${method} ${path}`)) continue
    const answer = await test.send(method as 'GET', path.slice('/api'.length).replace(/:\w+/g, newId()), { token })
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'SUBSCRIPTION_REQUIRED'])
    gated.push(path)
  }
  expect(gated).toEqual(
    expect.arrayContaining([
      '/api/transactions',
      '/api/goals/:id',
      '/api/tasks',
      '/api/emergency-fund/analysis',
      '/api/imports/:id/undo',
      '/api/balance',
      '/api/live',
      '/api/reminders/calendar',
      '/api/push/key',
      '/api/access',
    ]),
  )
})

it('leaves what reminds someone open, so that it can be ended', async () => {
  const { token, accountId } = await test.register()
  const { calendarUrl } = (await test.send('POST', '/reminders/calendar', { token })).body
  const calendar = new URL(calendarUrl).pathname.replace('/api', '')
  await test.send('PUT', '/reminders', { token, body: { push: true } })
  await age(accountId, 3_600)
  expect(await test.send('POST', '/reminders/calendar', { token })).toMatchObject(refused)
  expect((await test.send('GET', calendar)).status).toBe(200)
  expect((await test.send('DELETE', '/reminders/calendar', { token })).status).toBe(204)
  expect((await test.send('GET', calendar)).status).toBe(404)
  expect((await test.send('DELETE', `/reminders/devices/${newId()}`, { token })).status).toBe(404)
  expect(await test.send('PUT', '/reminders', { token, body: { push: false } })).toMatchObject({ status: 200 })
  expect((await test.send('GET', '/reminders', { token })).body.reminders).toMatchObject({ push: false, calendarCreatedAt: null })
})

it('leaves identity, subscriptions and the own data open to everyone signed in', async () => {
  const { token, accountId } = await test.register()
  await age(accountId, 3_600)
  const routes = (await routeTable(test.app)).filter(
    ({ path, method }) => method !== 'HEAD' && /^\/api\/(auth|subscriptions|data)\//.test(path),
  )
  const confirmed: string[] = []
  for (const { method, path } of routes.filter((route) => !/logout|account|export/.test(route.path))) {
    const { body } = await test.send(method as 'GET', path.slice('/api'.length).replace(/:\w+/g, 'sub_nobody'), {
      token,
      ...(path === '/api/data/reset' && { body: { confirm: true } }),
    })
    expect([path, body?.code]).not.toEqual([path, 'SUBSCRIPTION_REQUIRED'])
    if (body?.code === 'CONFIRMATION_REQUIRED') confirmed.push(`${method} ${path}`)
  }
  expect(routes.length).toBeGreaterThan(10)
  // A stolen token alone must not be enough for these.
  expect(confirmed.sort()).toEqual([
    'DELETE /api/auth/passkeys/:id',
    'POST /api/auth/passkeys',
    'POST /api/auth/passkeys/options',
    'POST /api/data/reset',
    'PUT /api/auth/email',
  ])
})
