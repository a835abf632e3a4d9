import { v7 as newId } from 'uuid'
import { resetAccount } from '@prumo/backend/account-data/account-ending'
import { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { Appender } from '@prumo/backend/event-store/stream/appender'
import { startTestApp, type TestApp } from '../test-app.js'
import { endLargeAccount, verifyLargeAccount, writeBeside } from './test-large-account.js'
import { fillAccount, timesOf } from './test-large-reads.js'
import { issue, openTestLog, recordSale } from './test-log.js'

/** PRUMO_LARGE_ACCOUNT sets another size. */
const EVENTS = Number(process.env.PRUMO_LARGE_ACCOUNT ?? 20_000)

it('verifies an account of any size in little memory, and still finds a fault in it', async () => {
  const log = await openTestLog()
  await verifyLargeAccount(log, EVENTS)
  await log.close()
}, 300_000)

it('reads by wallet take at most twice as long and 5 ms more in an account of 100,000 transactions as in a small one', async () => {
  const server = await startTestApp()
  const [large, small] = [await fillAccount(server, 100_000), await fillAccount(server, 500)]
  await server.owner.rows({ text: 'analyze' })
  const times = await timesOf(server, [large, small])
  for (const [name, [long, short]] of times) process.stdout.write(`${name}: ${long.toFixed(1)} ms, ${short.toFixed(1)} ms\n`)
  expect([...times].filter(([, [long, short]]) => long > 2 * short + 5)).toEqual([])
  await server.close()
}, 120_000)

describe('ending a large account', () => {
  /** Longer than any other statement of a request may take. */
  const HELD_MS = 7_000

  let server: TestApp
  beforeAll(async () => void (server = await startTestApp()))
  afterAll(() => server.close())

  it('a command that lost its races, and holds the head instead, has the same time limit', async () => {
    const { accountId } = await server.register()
    class LosingCommand extends Appender {
      override append = () => Promise.resolve(null)
    }
    const writer = new WritePath(server.database, server.reading, undefined, new LosingCommand(server.database, server.reading))
    await issue(new WritePath(server.database, server.reading), accountId, newId(), recordSale())
    const { ended } = await writeBeside(server, accountId, { others: 16, heldMs: HELD_MS }, async () => {
      await writer.execute(resetAccount({ accountId, actor: accountId, source: 'app' }, true))
      return { status: 204 }
    })
    expect(ended.status).toBe(204)
  }, 120_000)

  it.each(['reset', 'erased'] as const)(
    'an account whose end (%s) waits for long delays no other account, and ends',
    (how) => endLargeAccount(server, how, { events: EVENTS, others: 16, heldMs: HELD_MS }),
    120_000,
  )
})
