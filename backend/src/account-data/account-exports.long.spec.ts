import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { until } from '../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { AccountExports, exportLimits } from './account-exports.js'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Opens an account whose export is larger than the buffers of the network and the export. */
async function openLargeAccount(): Promise<string> {
  const { token, accountId } = await test.register()
  const sale = { description: 'x'.repeat(200), amount: 10, type: 'income', transactionDate: '2026-11-20' }
  expect((await test.send('POST', '/transactions', { token, body: sale })).status).toBe(201)
  const text = `
    insert into transaction_list select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
    from transaction_list t, generate_series(1, 2500) where t.account_id = $1 limit 2500`
  for (let round = 0; round < 20; round++) await test.database.rows({ text }, [accountId])
  return accountId
}

/** A server that answers with an export, and counts its refusals. */
async function startExportServer(exports: AccountExports, accountId: string) {
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

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

it('an export is one per account at a time, and ends when its reader is too slow', async () => {
  const exports = new AccountExports(test.database, test.reading, null, { ...exportLimits, window: 700, windowBytes: 1_000_000 })
  const { port, refusals, close } = await startExportServer(exports, await openLargeAccount())
  const slow = connect(port, '127.0.0.1').on('error', () => undefined)
  slow.write(REQUEST)
  await once(slow, 'readable')
  const second = connect(port, '127.0.0.1').on('error', () => undefined)
  second.end(REQUEST)
  await once(second.resume(), 'close')
  expect(refusals).toEqual(['UNAVAILABLE'])

  // The reader continues, but below the minimum rate: the export aborts.
  const drip = setInterval(() => slow.read(20_000) ?? slow.read(), 50)
  await until(() => test.database.pool.totalCount === test.database.pool.idleCount, 20_000)
  clearInterval(drip)
  let bytes = 0
  const whole = connect(port, '127.0.0.1')
  whole.on('data', (chunk: Buffer) => (bytes += chunk.length)).write(REQUEST)
  await once(whole, 'close')
  expect(refusals).toHaveLength(1)
  expect(bytes).toBeGreaterThan(10_000_000)
  slow.destroy()
  close()
})
