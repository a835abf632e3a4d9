import { ReplayDay } from '@prumo/backend/activity/account-at-day'
import { openProduct } from '../append/prumo.js'
import type { Cluster } from '../cluster.js'
import { writeLog } from '../log/written-log.js'
import type { Cost } from '../report.js'

const [SMALL, LARGE] = [10_000, 100_000]
const ROUNDS = 5
const LOOK_EVERY_MS = 5
const MIB = 2 ** 20

/** Looking at the last day of an account's past, by replaying its whole log: of a log of 10,000 events and of one of 100,000. */
export async function travel(cluster: Cluster): Promise<Cost[]> {
  const { database, reading } = await openProduct(await cluster.database('travel'))
  try {
    const accounts = [await writeLog(database, reading, SMALL), await writeLog(database, reading, LARGE)]
    await database.pool.query('vacuum analyze')
    const look = (accountId: string) => new ReplayDay(reading, accountId, '2200-12-31').answer(database)
    const measured = []
    for (const accountId of accounts) {
      await look(accountId)
      measured.push(await measure(() => look(accountId)))
    }
    const [small, large] = measured as [Measured, Measured]
    return [
      { name: 'Milliseconds, median of five', small: small.milliseconds, large: large.milliseconds },
      { name: 'MiB of memory at the most, above what was held before', small: small.mib, large: large.mib },
    ]
  } finally {
    await database.close()
  }
}

interface Measured {
  milliseconds: number
  mib: number
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = []
  const held = () => process.memoryUsage().rss
  const before = held()
  let most = before
  const looking = setInterval(() => (most = Math.max(most, held())), LOOK_EVERY_MS)
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  clearInterval(looking)
  return { milliseconds: times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number, mib: Math.max(0, most - before) / MIB }
}
