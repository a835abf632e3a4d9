import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { once } from 'node:events'
import { until } from '../../test/test-queue.js'
import { v4 as newKey } from 'uuid'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { AccountExports, exportLimits } from './account-exports.js'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** An account with more than the network and what is read ahead of it hold. */
async function large(): Promise<string> {
  const { token, accountId } = await test.register()
  const sale = { description: 'x'.repeat(200), amount: 10, type: 'income', transactionDate: '2026-11-20' }
  expect((await test.send('POST', '/transactions', { token, body: sale })).status).toBe(201)
  const text = `
    insert into transaction_list select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
    from transaction_list t, generate_series(1, 2500) where t.account_id = $1 limit 2500`
  for (let round = 0; round < 20; round++) await test.database.rows({ text }, [accountId])
  return accountId
}

/** A server that answers with an export, and how often it refused. */
async function serving(exports: AccountExports, accountId: string) {
  const refusals: unknown[] = []
  const server = createServer((_, response) => {
    exports.begin(accountId, '127.0.0.1', response).then(
      ({ file }) =>
        file
          .getStream()
          .pipe(response)
          .once('close', () => file.getStream().destroy()),
      (refusal: { code: string }) => {
        refusals.push(refusal.code)
        response.end()
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { refusals, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

const ask = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

it('is one of an account at a time, and ends when its reader takes too little of it', async () => {
  const exports = new AccountExports(test.database, test.reading, null, { ...exportLimits, window: 700, windowBytes: 1_000_000 })
  const { port, refusals, close } = await serving(exports, await large())
  const slow = connect(port, '127.0.0.1').on('error', () => undefined)
  slow.write(ask)
  await once(slow, 'readable')
  const second = connect(port, '127.0.0.1').on('error', () => undefined)
  second.end(ask)
  await once(second.resume(), 'close')
  expect(refusals).toEqual(['UNAVAILABLE'])

  // It goes on, but slower than its connection is worth: the export gives way.
  const drip = setInterval(() => slow.read(20_000) ?? slow.read(), 50)
  await until(() => test.database.pool.totalCount === test.database.pool.idleCount, 20_000)
  clearInterval(drip)
  let bytes = 0
  const whole = connect(port, '127.0.0.1')
  whole.on('data', (chunk: Buffer) => (bytes += chunk.length)).write(ask)
  await once(whole, 'close')
  expect(refusals).toHaveLength(1)
  expect(bytes).toBeGreaterThan(10_000_000)
  slow.destroy()
  close()
})

/** An answer of which nothing is sent yet. */
const answer = () => new Writable({ write: (_chunk, _encoding, done) => done() }) as unknown as ServerResponse

it('is at most two at a time of one address and four of all, and gives its place back however its answer ends', async () => {
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
  // One was refused after all, one's reader went, and one had gone before it began.
  answers.a.end()
  answers.b.destroy()
  await until(() => test.database.pool.totalCount - test.database.pool.idleCount === 2, 5_000)
  const gone = answer()
  gone.destroy()
  await exports.begin(e, '192.0.2.1', gone)
  await until(() => test.database.pool.totalCount - test.database.pool.idleCount === 2, 5_000)
  const last = [answer(), answer()]
  await exports.begin(a, '192.0.2.1', last[0] as ServerResponse)
  await exports.begin(b, '192.0.2.1', last[1] as ServerResponse)
  for (const each of [...last, answers.c, answers.d]) each.destroy()
  await until(() => test.database.pool.totalCount === test.database.pool.idleCount, 5_000)
})

it('takes only so long in all', async () => {
  const exports = new AccountExports(test.database, test.reading, null, { ...exportLimits, total: 50 })
  const { accountId } = await test.register()
  const to = answer()
  await exports.begin(accountId, '192.0.2.1', to)
  await until(() => to.destroyed && test.database.pool.totalCount === test.database.pool.idleCount, 5_000)
})

it('gives its place back where its headers fail', async () => {
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
