import { type ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { until } from '../../test/test-queue.js'
import { v4 as newKey } from 'uuid'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { AccountExports, exportLimits } from './account-exports.js'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** A response of which nothing is sent yet. */
const answer = () => new Writable({ write: (_chunk, _encoding, done) => done() }) as unknown as ServerResponse

it('is at most two at a time per address and four in all, and frees its place however its response ends', async () => {
  const exports = new AccountExports(test.database, test.reading)
  const accounts: string[] = []
  for (let count = 0; count < 6; count++) accounts.push((await test.register()).accountId)
  const [a, b, c, d, e, f] = accounts as [string, string, string, string, string, string]
  const answers = { a: answer(), b: answer(), c: answer(), d: answer() }
  await exports.begin(a, '192.0.2.1', answers.a)
  await exports.begin(b, '192.0.2.1', answers.b)
  await expect(exports.begin(e, '192.0.2.1', answer())).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfterSeconds: expect.any(Number),
  })
  await exports.begin(c, '192.0.2.2', answers.c)
  await exports.begin(d, '192.0.2.3', answers.d)
  await expect(exports.begin(f, '192.0.2.4', answer())).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  // One was refused after all, one reader disconnected, and one had disconnected before the start.
  answers.a.end()
  answers.b.destroy()
  await until(() => test.database.pool.totalCount - test.database.pool.idleCount === 2)
  const gone = answer()
  gone.destroy()
  await exports.begin(e, '192.0.2.1', gone)
  await until(() => test.database.pool.totalCount - test.database.pool.idleCount === 2)
  const last = [answer(), answer()]
  await exports.begin(a, '192.0.2.1', last[0] as ServerResponse)
  await exports.begin(b, '192.0.2.1', last[1] as ServerResponse)
  for (const each of [...last, answers.c, answers.d]) each.destroy()
  await until(() => test.database.pool.totalCount === test.database.pool.idleCount)
})

it('has a limited duration', async () => {
  const exports = new AccountExports(test.database, test.reading, null, { ...exportLimits, total: 50 })
  const { accountId } = await test.register()
  const to = answer()
  await exports.begin(accountId, '192.0.2.1', to)
  await until(() => to.destroyed && test.database.pool.totalCount === test.database.pool.idleCount, 5_000)
})

it('frees its place if its headers fail', async () => {
  const { token } = await test.register()
  const send = () => test.send('GET', '/data/export', { token, headers: { 'prumo-asks': newKey() } })
  await test.owner.rows({ text: 'alter table commands rename to commands_elsewhere' })
  try {
    expect((await send()).status).toBe(500)
  } finally {
    await test.owner.rows({ text: 'alter table commands_elsewhere rename to commands' })
  }
  expect((await send()).status).toBe(200)
})
