import { v7 as newId } from 'uuid'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { OUTBOX_INSERT, outboxValues } from '../jobs/outbox.js'

const OPS_TOKEN = 'de-olho-em-tudo'
let test: TestApp
beforeAll(async () => void (test = await startTestApp({ OPS_TOKEN })))
afterAll(() => test.close())

const read = (authorization?: string) => test.send('GET', '/metrics', { headers: authorization === undefined ? {} : { authorization } })
const scrape = async () => (await read(`Bearer ${OPS_TOKEN}`)).body as string

/** The value of one line of the text format; undefined if it is missing. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

it('metrics are for the operator alone', async () => {
  for (const authorization of [undefined, 'Bearer', 'Bearer outro', `Basic ${OPS_TOKEN}`, `Bearer ${OPS_TOKEN}x`]) {
    expect(await read(authorization)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  }
  const answer = await read(`Bearer ${OPS_TOKEN}`)
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0.0.4/)
})

it('metrics are absent without a token', async () => {
  const closed = await startTestApp()
  const answer = await closed.send('GET', '/metrics', { headers: { authorization: `Bearer ${OPS_TOKEN}` } })
  expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  await closed.close()
})

it('metrics count requests by the pattern of their route, and contain no address', async () => {
  const { token } = await test.register()
  const secret = newId()
  await test.send('GET', `/transactions/${secret}?search=Ana`, { token })
  await test.send('GET', `/nowhere/${secret}`, { token })
  const text = await scrape()
  expect(valueOf(text, 'prumo_http_request_seconds_count{method="POST",route="/api/auth/register",status="201"}')).toBe(1)
  expect(valueOf(text, 'prumo_http_request_seconds_count{method="GET",route="/api/transactions/:id",status="404"}')).toBe(1)
  expect(valueOf(text, 'prumo_http_request_seconds_count{method="GET",route="none",status="404"}')).toBe(1)
  expect(text).not.toMatch(new RegExp(`${secret}|Ana|nowhere`))
})

it('metrics give the duration and outcome of commands, and how many share a statement', async () => {
  const { token } = await test.register()
  const before = await scrape()
  const sale = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20', id: newId() }
  for (const status of [201, 409]) expect((await test.send('POST', '/transactions', { token, body: sale })).status).toBe(status)
  const text = await scrape()
  const grown = (series: string) => (valueOf(text, series) ?? 0) - (valueOf(before, series) ?? 0)
  expect(grown('prumo_command_seconds_count{command="RecordTransaction",outcome="done"}')).toBe(1)
  expect(grown('prumo_command_seconds_count{command="RecordTransaction",outcome="refused"}')).toBe(1)
  expect(['prumo_projection_seconds_count', 'prumo_append_seconds_count', 'prumo_append_batch_commits_sum'].map(grown)).toEqual([1, 1, 1])
  expect(valueOf(text, 'prumo_append_conflicts_total')).toBe(0)
})

it('metrics describe the pool, the queued jobs and the dead letters', async () => {
  await test.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: 'waits', subject: newId() }))
  await test.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: 'died', subject: newId() }))
  await test.database.rows({ text: `update outbox set failed_at = now(), failure = 'Error' where kind = 'died'` })
  await test.database.rows({
    text: `update outbox
      set created_at = now() - interval '100 seconds', claim = gen_random_uuid(), due_at = now() + interval '15 seconds'
      where kind = 'waits'`,
  })
  const text = await scrape()
  expect(valueOf(text, 'prumo_outbox_rows{kind="waits",state="claimed"}')).toBe(1)
  expect(valueOf(text, 'prumo_outbox_rows{kind="died",state="dead"}')).toBe(1)
  expect(valueOf(text, 'prumo_outbox_lag_seconds{until="done"}')).toBeGreaterThanOrEqual(100)
  expect(valueOf(text, 'prumo_outbox_lag_seconds{until="claimed"}')).toBeLessThan(60)
  expect(valueOf(text, 'prumo_pool_size')).toBe(10)
  expect(valueOf(text, 'prumo_verified_accounts{result="problem"}')).toBe(0)
})

it('an unreachable queue is reported beside readiness and in the metrics, and requests are still served', async () => {
  const checks = { database: 'up', migrations: 'up', release: 'up' }
  expect(await test.send('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ok', checks, queue: 'up' } })
  expect(valueOf(await scrape(), 'prumo_queue_up')).toBe(1)
  await test.owner.rows({ text: 'alter schema bullmq rename to gone' })
  expect(await test.send('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ok', checks, queue: 'down' } })
  expect(valueOf(await scrape(), 'prumo_queue_up')).toBe(0)
  await test.owner.rows({ text: 'alter schema gone rename to bullmq' })
})
