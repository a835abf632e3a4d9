import { FindAccountAtDay } from '@prumo/backend/activity/account-at-day'
import { makeCheckpoints } from '@prumo/backend/event-store/replay/checkpoints'
import { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import { dayAfter, DAYS, writeLog } from '../log/written-log.js'
import type { SizedCost } from '../report.js'
import { median, timesOf } from '../rounds.js'

const [SMALL, LARGE] = [10_000, 100_000]
/** Days looked at, from all over the log: they lie near a checkpoint and far from one. */
const LOOKS = 50
const WHOLE_ROUNDS = 5
const MEMORY_EVERY_MS = 5
const [KIB, MIB] = [2 ** 10, 2 ** 20]
const LARGEST = { text: 'select coalesce(max(length(rows)), 0) as kept from checkpoints where account_id = $1' }

/**
 * An account as of a day: days of all its past with the checkpoints that a worker makes, and its last day without any,
 * which replays the whole log. Of a log of 10,000 events and of one of 100,000.
 */
export async function travel(cluster: BenchCluster): Promise<SizedCost[]> {
  const { database, reading } = await openProduct(await cluster.database('travel'))
  try {
    const accounts = [await writeLog(database, reading, SMALL), await writeLog(database, reading, LARGE)]
    await database.pool.query('vacuum analyze')
    const look = (accountId: string, day: string) => new FindAccountAtDay(reading, accountId, day).answer(database)
    const last = dayAfter(DAYS)
    const without = []
    for (const accountId of accounts) {
      await look(accountId, last)
      without.push(await memoryOf(() => timesOf(WHOLE_ROUNDS, () => look(accountId, last))))
    }
    const measured = []
    for (const [index, accountId] of accounts.entries()) {
      const { result: whole, mib } = without[index] as (typeof without)[number]
      const [made] = await timesOf(1, () => makeCheckpoints(database.pool, reading, accountId, new AbortController().signal))
      await look(accountId, last)
      const looks = await timesOf(LOOKS, (n) => look(accountId, dayAfter(Math.floor(((n + 0.5) * DAYS) / LOOKS))))
      const [{ kept } = { kept: 0 }] = await database.rows<{ kept: number }>(LARGEST, [accountId])
      measured.push({
        median: median(looks),
        slowest: Math.max(...looks),
        whole: median(whole),
        mib,
        made: made as number,
        kib: kept / KIB,
      })
    }
    const [small, large] = measured as [(typeof measured)[number], (typeof measured)[number]]
    const cost = (name: string, of: keyof typeof small) => ({ name, small: small[of], large: large[of] })
    return [
      cost('Milliseconds with checkpoints, median of fifty days', 'median'),
      cost('The slowest of these', 'slowest'),
      cost('Milliseconds without, the last day, median of five', 'whole'),
      cost('MiB of memory at the most for that, above what was held before', 'mib'),
      cost('Milliseconds that making all checkpoints takes a worker', 'made'),
      cost('KiB of the largest of them', 'kib'),
    ]
  } finally {
    await database.close()
  }
}

async function memoryOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; mib: number }> {
  const held = () => process.memoryUsage().rss
  const before = held()
  let most = before
  const watching = setInterval(() => (most = Math.max(most, held())), MEMORY_EVERY_MS)
  const result = await work()
  clearInterval(watching)
  return { result, mib: Math.max(0, most - before) / MIB }
}
