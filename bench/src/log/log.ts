import { chainHash, GENESIS_HASH } from '@prumo/backend/event-store/stream/hash-chain'
import { readLog } from '@prumo/backend/event-store/stream/read-stream'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { SummariseTransactions, transactionTotals } from '@prumo/backend/transactions/transaction-totals.projection'
import { transactionList } from '@prumo/backend/transactions/transaction-list.projection'
import { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import { repeatedCall, measureInTurns, type Contender, type Rates } from '../rounds.js'
import { writeLog } from './written-log.js'

/** The events of the account whose summary is read. */
const SUMMARISED = 100_000
/** The events of the verified account; the rate does not depend on their number. */
const VERIFIED = 10_000
/** The number of other accounts that are rebuilt with it. */
const ACCOUNTS = 10
const EACH = 1_000

const SUM = {
  name: 'sum-transactions',
  text: `select type, state, count(*), sum(amount)::bigint from transaction_list where account_id = $1 group by type, state`,
}

/** The cost of the summary of a large account. */
export async function summaries(cluster: BenchCluster, effort: { rounds: number; seconds: number }): Promise<Rates[]> {
  const { database, reading } = await openProduct(await cluster.database('summaries'))
  try {
    const account = await writeLog(database, reading, SUMMARISED)
    await rebuild(database, reading, [transactionList, transactionTotals])
    await database.pool.query('vacuum analyze')
    return await measureInTurns(
      [
        repeatedCall('Prumo, running totals', () => new SummariseTransactions(account, {}).answer(database)),
        repeatedCall('SUM … GROUP BY over the rows', () => database.rows(SUM, [account])),
      ],
      { ...effort, concurrency: 1 },
      cluster.settle,
    )
  } finally {
    await database.close()
  }
}

/** The rates of verifying a log and of rebuilding read models. */
export async function replaying(cluster: BenchCluster, effort: { rounds: number; seconds: number }): Promise<Rates[]> {
  const { database, reading } = await openProduct(await cluster.database('replaying'))
  try {
    const verified = await writeLog(database, reading, VERIFIED)
    for (let account = 0; account < ACCOUNTS; account++) await writeLog(database, reading, EACH)
    await rebuild(database, reading, reading.readModels.projections)
    await database.pool.query('vacuum analyze')
    const events = VERIFIED + ACCOUNTS * EACH
    return await measureInTurns(
      [
        timed('chain verified', VERIFIED, () => verifyChain(database.pool, verified)),
        timed('chain, texts, shapes and every read model verified', VERIFIED, () => verifyAccount(database, reading, verified)),
        timed('rebuilt: totals, clear columns alone', events, () => rebuild(database, reading, [transactionTotals])),
        timed('rebuilt: list, with a sealed column', events, () => rebuild(database, reading, [transactionList])),
      ],
      { ...effort, concurrency: 1 },
      cluster.settle,
    )
  } finally {
    await database.close()
  }
}

/** Work that is done once a round; its rate is in events a second. */
function timed(name: string, events: number, work: () => Promise<unknown>): Contender {
  return {
    name,
    async rate() {
      const startedAt = performance.now()
      await work()
      return events / ((performance.now() - startedAt) / 1000)
    },
  }
}

async function verifyChain(pool: Parameters<typeof readLog>[0], accountId: string): Promise<void> {
  let previous: Buffer = GENESIS_HASH
  for await (const page of readLog(pool, accountId)) {
    for (const row of page) {
      if (!chainHash(previous, row).equals(row.hash)) throw new Error(`Event ${row.seq} does not follow`)
      previous = row.hash
    }
  }
}
