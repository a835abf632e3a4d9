import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { openAccount, openTestLog, type TestLog } from './test-log.js'
import { rebuildBesideWriters } from './test-rebuild.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

const ROUNDS = 2

it('rebuilds read models while others write and read, without a lost write, an error or a shorter list', async () => {
  await rebuildBesideWriters(log, { accountCount: 4, rounds: ROUNDS, projections: log.reading.readModels.projections })
}, 300_000)

it('swaps tables while verifications run, which find no fault', async () => {
  const { accountId } = await openAccount(log.writer())
  const end = new AbortController()
  const verifying = [1, 2, 3].map(async () => {
    for (let times = 0; ; times++) {
      if (end.signal.aborted) return times
      expect(await log.verify(accountId)).toMatchObject({ events: 1, problem: null })
    }
  })
  for (let round = 0; round < ROUNDS; round++) await rebuild(log.owner, log.reading, log.reading.readModels.projections)
  end.abort()
  expect(Math.min(...(await Promise.all(verifying)))).toBeGreaterThan(10)
})
