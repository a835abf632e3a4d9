import { chainHash, GENESIS_HASH } from '@prumo/backend/event-store/stream/hash-chain'
import { readLog } from '@prumo/backend/event-store/stream/read-stream'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { rebuild } from '@prumo/backend/event-store/projection/rebuild'
import { SummariseTransactions, transactionTotals } from '@prumo/backend/transactions/transaction-totals.projection'
import { transactionList } from '@prumo/backend/transactions/transaction-list.projection'
import { openProduct } from '../append/prumo.js'
import type { Cluster } from '../cluster.js'
import { called, measureInTurns, type Contender, type Rates } from '../rounds.js'
import { writeLog } from './written-log.js'

const LARGE = 100_000
const ACCOUNTS = 20
const EACH = 5_000

const SUM = {
  name: 'sum-transactions',
  text: `select type, state, count(*), sum(amount)::bigint from transaction_list where account_id = $1 group by type, state`,
}

/** A large log and many small ones: what a summary costs, and how fast a log is verified and made into read models again. */
export async function log(cluster: Cluster, effort: { rounds: number; seconds: number }): Promise<{ summary: Rates[]; replaying: Rates[] }> {
  const { database, reading } = await openProduct(await cluster.database('log'))
  try {
    const large = await writeLog(database, reading, LARGE)
    for (let account = 0; account < ACCOUNTS; account++) await writeLog(database, reading, EACH)
    await rebuild(database, reading, reading.readModels.projections)
    await database.pool.query('vacuum analyze')
    const events = LARGE + ACCOUNTS * EACH

    const summary = await measureInTurns(
      [
        called('Prumo, running totals', () => new SummariseTransactions(large, {}).answer(database)),
        called('SUM … GROUP BY over the rows', () => database.rows(SUM, [large])),
      ],
      { ...effort, concurrency: 1 },
      cluster.settle,
    )
    const replaying = await measureInTurns(
      [
        timed('chain verified', LARGE, () => verifyChain(database.pool, large)),
        timed('chain, texts, shapes and every read model verified', LARGE, () => verifyAccount(database.pool, reading, large)),
        timed('rebuilt: totals, clear columns alone', events, () => rebuild(database, reading, [transactionTotals])),
        timed('rebuilt: list, with a sealed column', events, () => rebuild(database, reading, [transactionList])),
      ],
      { ...effort, concurrency: 1 },
      cluster.settle,
    )
    return { summary, replaying }
  } finally {
    await database.close()
  }
}

/** Work that is done once a round, told in events a second. */
function timed(name: string, events: number, work: () => Promise<unknown>): Contender {
  return {
    name,
    async rate() {
      const begun = performance.now()
      await work()
      return events / ((performance.now() - begun) / 1000)
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
