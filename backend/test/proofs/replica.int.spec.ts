import { MIN_SEQ_HEADER, type Position, writePosition } from '@prumo/shared/freshness'
import { replicaRead, type ReplicaOutcome } from '@prumo/backend/event-store/query/replica'
import { forecastPast } from '@prumo/backend/forecast/forecast-past.answer'
import { createAnswerWorkers } from '@prumo/backend/answers/computed-answers'
import { runOne } from '../test-queue.js'
import { runOps } from '../test-ops.js'
import { verifyCommand } from '@prumo/backend/operator/verify.command'
import { loadSettings } from '@prumo/backend/platform/config/settings'
import { reportInsights } from '@prumo/backend/reports/report-insights.answer'
import type { TestApp } from '../test-app.js'
import { ReplicaReader } from './test-replica-reader.js'
import { startReplicatedApp, type ReplicatedApp } from './test-replicated-app.js'

let replicated: ReplicatedApp
let test: TestApp
let asked: ReplicaOutcome[] = []
const unsubscribe = replicaRead.subscribe((outcome) => void asked.push(outcome))

beforeAll(async () => {
  replicated = await startReplicatedApp()
  test = replicated.test
})
afterAll(async () => {
  unsubscribe()
  await replicated.close()
})
beforeEach(async () => {
  await replicated.servers.administerReplica('select pg_wal_replay_resume()')
  await replicated.caughtUp()
  asked = []
})

/** Runs the workers that compute answers: an answer that is not stored yet is computed by the primary. */
async function storeAnswers(accountId: string): Promise<void> {
  for (const [worker] of [createAnswerWorkers(reportInsights), createAnswerWorkers(forecastPast)])
    if (worker) await runOne(worker, accountId, test.tools())
}

const READS = [
  '/transactions',
  '/transactions/summary',
  '/transactions/summary/months',
  '/goals',
  '/tasks',
  '/emergency-fund',
  '/reports?period=3months',
  '/forecast',
  '/activity',
  '/activity/at?date=2026-11-20',
  '/imports',
  '/recurrences',
  '/data/export',
]

it('answers every read that names a position, once it has applied that position, and no other read', async () => {
  const reader = await ReplicaReader.register(test)
  await reader.sell()
  await storeAnswers(reader.accountId)
  await replicated.caughtUp()
  for (const path of READS) {
    asked = []
    await reader.read(path)
    expect({ path, asked }).toEqual({ path, asked: ['answered'] })
  }
  asked = []
  reader.seen = null
  await reader.read()
  await reader.sell()
  expect(asked).toEqual([])
})

it('a position of another log, or beyond the end, is answered by the primary at once', async () => {
  const reader = await ReplicaReader.register(test)
  await reader.sell()
  await replicated.caughtUp()
  const headers = (seen: Position) => ({ token: reader.token, headers: { [MIN_SEQ_HEADER]: writePosition(seen) } })
  for (const seen of [
    { log: 'zz', seq: 1 },
    { log: reader.seen?.log ?? '', seq: 999 },
  ])
    expect((await test.send('GET', '/transactions', headers(seen))).body.transactions).toHaveLength(1)
  expect(asked).toEqual(['behind', 'behind'])
})

it('`ops verify` reads the replica, and asks the primary where the replica is behind or has a fault', async () => {
  const settings = loadSettings({
    PRUMO_DATA_DIR: test.dataDir,
    ...test.addresses,
    DATABASE_REPLICA_URL: replicated.servers.onReplica(test.addresses.DATABASE_URL),
  })
  const verify = () => runOps([verifyCommand], { settings, database: test.database, reading: test.reading }, 'verify')
  await replicated.caughtUp()
  expect((await verify()).printed.join('\n')).toMatch(/(\d+) accounts, \d+ events, 0 with a problem; \1 of them read on the replica/)
})
