import { setTimeout as pause } from 'node:timers/promises'
import { replicaRead, type ReplicaOutcome } from '@prumo/backend/event-store/query/replica'
import { until } from '../test-queue.js'
import { administer } from '../test-database.js'
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

/** Has the replica apply each commit only after this delay. */
async function lagBy(delay: string): Promise<void> {
  await replicated.servers.administerReplica(`alter system set recovery_min_apply_delay = '${delay}'`)
  await replicated.servers.administerReplica('select pg_reload_conf()')
}

it.each([
  ['0', 0],
  ['1s', 1_500],
  ['60s', null],
])('lags by %s, and every read includes what its reader has seen', async (delay, appliedAfterMs) => {
  const [writer, other] = [await ReplicaReader.register(test), await ReplicaReader.register(test)]
  await other.read()
  await writer.read()
  await replicated.caughtUp()
  await lagBy(delay)
  try {
    for (let sales = 1; sales <= 5; sales++) {
      await writer.sell()
      expect(await writer.read()).toBe(sales)
      await other.read()
    }
    // A reader that changes nothing meanwhile is served by the replica, however far it is behind.
    expect(asked.filter((outcome) => outcome === 'answered').length).toBeGreaterThanOrEqual(5)
    if (delay !== '0') expect(asked.filter((outcome) => outcome === 'behind').length).toBe(5)
    asked = []
    if (appliedAfterMs !== null) {
      await pause(appliedAfterMs)
      expect(await writer.read()).toBe(5)
      expect(asked).toEqual(['answered'])
    }
  } finally {
    await lagBy('0')
  }
})

it('is abandoned while the primary changes a table that it reads, and every read succeeds', async () => {
  const reader = await ReplicaReader.register(test)
  await reader.sell()
  await replicated.caughtUp()
  const over = new AbortController()
  const reading = Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (!over.signal.aborted) expect(await reader.read()).toBe(1)
    }),
  )
  // Postgres cancels the queries that read the table on the replica at that moment.
  const lock = () => test.owner.transaction((client) => client.query('lock table transaction_list in access exclusive mode'))
  try {
    await until(async () => {
      for (let times = 0; times < 10; times++) await lock()
      return asked.includes('refused') && asked.includes('answered')
    })
  } finally {
    over.abort()
    await reading
  }
})

it('falls silent and answers again: the primary answers meanwhile', async () => {
  const reader = await ReplicaReader.register(test)
  await reader.sell()
  await replicated.caughtUp()
  await reader.read()
  replicated.proxy.fallSilent()
  const before = performance.now()
  expect(await reader.read()).toBe(1)
  expect(performance.now() - before).toBeLessThan(5_000)
  expect(await reader.read()).toBe(1)
  expect(asked).toEqual(['answered', 'refused', 'away'])
  replicated.proxy.speakAgain()
  await replicated.isThere()
  expect(await reader.read()).toBe(1)
  expect(asked.at(-1)).toBe('answered')
})

it('is promoted, which starts another history, and stops', async () => {
  const reader = await ReplicaReader.register(test)
  await reader.sell()
  await replicated.caughtUp()
  await administer(replicated.servers.replica.url, 'select pg_promote()')
  asked = []
  expect(await reader.read()).toBe(1)
  expect(asked).not.toContain('answered')

  await replicated.servers.replica.stop()
  expect([await reader.read(), await reader.read()]).toEqual([1, 1])
  expect(asked).not.toContain('answered')
})
