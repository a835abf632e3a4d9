import { v4 as randomId, v7 as newId } from 'uuid'
import { routeTable } from '../../test/hostile/test-route-table.js'
import { FailingMailer, newAddress } from '../../test/test-email-changes.js'
import { guestHelpers, type Registered } from '../../test/test-guests.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'

/** What a guest may call, and nothing else: a new route is closed until its controller says otherwise. */
const OPEN = [
  'GET /api/attachments/:id',
  'GET /api/auth/verify',
  'GET /api/imports',
  'GET /api/imports/:id',
  'GET /api/live',
  'GET /api/mei',
  'GET /api/mei/annual-reports/:year',
  'GET /api/mei/deliveries',
  'GET /api/mei/monthly-reports/:month',
  'GET /api/mei/years/:year',
  'GET /api/months',
  'GET /api/months/:month/proof',
  'GET /api/recurrences',
  'GET /api/recurrences/:id',
  'GET /api/reports',
  'GET /api/subscriptions/status',
  'GET /api/transactions',
  'GET /api/transactions/:id',
  'GET /api/transactions/:id/attachments',
  'GET /api/transactions/categories',
  'GET /api/transactions/summary',
  'GET /api/transactions/summary/months',
  'GET /api/wallets',
  'GET /api/wallets/:id',
  'GET /api/wallets/:id/bills',
  'POST /api/auth/logout',
  'POST /api/guest/switch',
]

/** Routes that need no session, so that a guest's does not matter. */
const PUBLIC =
  /^\/api\/(plans|webhooks|health|metrics|docs|openapi\.json|v1\.0|calendars|reminders\/unsubscribe|guest\/(look|enter|link)|auth\/(register|login|forgot-password|reset-password|confirm-email))(\/|$)/

let test: TestApp
let worker: TestWorker
let marina: Registered
let token: string
const mailer = new FailingMailer()
const { enterAccountOf } = guestHelpers(() => test, mailer)
beforeAll(async () => {
  test = await startTestApp()
  worker = await startTestWorker(test, mailer)
  marina = await test.register()
  token = (await enterAccountOf(marina, newAddress())).token
})
afterAll(async () => {
  await worker.close()
  await test.close()
})

const readOnly = { status: 403, body: { code: 'READ_ONLY', error: 'Acesso negado.' } }

it('every route and verb of the table is closed to guests, but for those that are listed', async () => {
  const routes = (await routeTable(test.app)).filter(
    ({ path, method }) => path.startsWith('/api/') && method !== 'HEAD' && method !== 'OPTIONS',
  )
  const open: string[] = []
  for (const { method, path } of routes.filter((route) => !PUBLIC.test(route.path))) {
    const name = `${method} ${path}`
    // These end the session, or stay open.
    if (['POST /api/auth/logout', 'GET /api/live'].includes(name)) {
      open.push(name)
      continue
    }
    const answer = await test.send(method as 'GET', path.slice('/api'.length).replace(/:\w+/g, newId()), {
      token,
      headers: { 'idempotency-key': randomId() },
      ...(method !== 'GET' && { body: {} }),
    })
    if (answer.status === 403) expect([name, answer]).toMatchObject([name, readOnly])
    else open.push(name)
  }
  expect(open.sort()).toEqual(OPEN)
  expect(await test.send('GET', '/transactions', { token })).toMatchObject({ status: 200 })
})

it('a HEAD is what its GET is', async () => {
  const head = async (url: string) =>
    (await test.app.inject({ method: 'HEAD', url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })).statusCode
  expect([await head('/transactions'), await head('/goals'), await head('/data/export')]).toEqual([200, 403, 403])
})

it('refuses before the body is read, also large ones', async () => {
  const payload = JSON.stringify({ rows: [{ description: 'x'.repeat(1_000_000) }] })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const url of ['/api/imports', '/api/imports/preview', '/api/data/restore']) {
    const answer = await test.app.inject({ method: 'POST', url, payload, headers })
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'READ_ONLY'])
  }
})

it('asks Stripe nothing for a guest', async () => {
  const answer = await test.send('GET', '/subscriptions/status?session_id=cs_test_1', { token })
  expect(answer).toMatchObject({ status: 200, body: { subscription: { status: 'other' } } })
})

it('counts a guest’s requests apart from the owner’s', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' })
  const own = new FailingMailer()
  const otherWorker = await startTestWorker(limited, own)
  try {
    const owner = await limited.register()
    const guest = await guestHelpers(() => limited, own).enterAccountOf(owner, newAddress())
    const answers = await Promise.all(Array.from({ length: 640 }, () => limited.send('POST', '/goals', { token: guest.token, body: {} })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403, 429]))
    const sale = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20' }
    expect((await limited.send('POST', '/transactions', { token: owner.token, body: sale })).status).toBe(201)
  } finally {
    await otherWorker.close()
    await limited.close()
  }
})
