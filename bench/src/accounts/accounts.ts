import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import type { Database } from '@prumo/backend/platform/database/database'
import { ListTransactions, transactionList } from '@prumo/backend/transactions/transaction-list.projection'
import { transactionSearch } from '@prumo/backend/transactions/transaction-search.projection'
import { SummariseMonths, SummariseTransactions, transactionTotals } from '@prumo/backend/transactions/transaction-totals.projection'
import type { TransactionFilter } from '@prumo/shared/transactions'
import { openProduct, recording } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import type { SizedCost } from '../report.js'
import { median } from '../rounds.js'
import { writeLog } from '../log/written-log.js'
import { checkTerms, shopAt, terms, UNUSED_CATEGORY } from './shop.js'

const SMALL = 300
const LARGE = 300_000
/** A month in which both accounts have transactions. */
const MONTH = '2025-06'
const PAGE = 100
/** Counted repetitions of each query for each account and round. */
const EACH = 6

export type TimedQuestion = (accountId: string) => Promise<unknown>

/**
 * Compares the queries of an account with many transactions and one with few, in one database and on connections that have
 * answered every other query before, in random order: a plan made for one account must be good for the other.
 */
export async function accounts(cluster: BenchCluster, { rounds }: { rounds: number }): Promise<SizedCost[]> {
  checkTerms(SMALL)
  const { database, reading, writePath } = await openProduct(await cluster.database('accounts'))
  try {
    const [small, large] = [await writeLog(database, reading, SMALL, shopAt), await writeLog(database, reading, LARGE, shopAt)]
    await rebuild(database, reading, [transactionList, transactionSearch, transactionTotals])
    await database.pool.query('analyze')
    await cluster.settle()
    const deepest = new Map([
      [small, await lastPage(database, small)],
      [large, await lastPage(database, large)],
    ])

    const list = (filter: Partial<TransactionFilter>) => (account: string) =>
      new ListTransactions(account, { limit: PAGE, ...filter }).answer(database)
    let written = LARGE
    const questions: Record<string, TimedQuestion> = {
      'list, first page': list({}),
      'list, deepest page': (account) => list({ cursor: deepest.get(account) })(account),
      'a month': list({ month: MONTH }),
      'a type and a status': list({ type: 'expense', status: 'pending' }),
      'a status of which there is none': list({ status: 'not_received' }),
      'a category': list({ category: ['Vendas'] }),
      'a category of which there is none': list({ category: [UNUSED_CATEGORY] }),
      'absent search, 1 character': list({ search: terms.letter }),
      'absent search, 2 characters': list({ search: terms.pair }),
      'absent search, 10 characters of common pairs': list({ search: terms.commonPairs }),
      'frequent search': list({ search: terms.frequent }),
      'rare search': list({ search: terms.rare }),
      summary: (account) => new SummariseTransactions(account, {}).answer(database),
      'summary of an absent search': (account) => new SummariseTransactions(account, { search: terms.commonPairs }).answer(database),
      '6 months': (account) => new SummariseMonths(account, { count: 6, until: '2026-10' }).answer(database),
      'a new transaction': (account) => writePath.execute(recording(account, written++)),
    }
    return await measure(questions, [small, large], rounds * EACH)
  } finally {
    await database.close()
  }
}

/** The cursor of the list's last page, or nearly so. */
async function lastPage(database: Database, account: string): Promise<string> {
  const [row] = await database.rows<{ date: string }>(
    { text: 'select date from transaction_list where account_id = $1 order by date offset $2 limit 1' },
    [account, PAGE],
  )
  const { nextCursor } = await new ListTransactions(account, { limit: 1, to: (row as { date: string }).date }).answer(database)
  if (nextCursor === null) throw new Error('The account has no deep page')
  return nextCursor
}

/** Runs every query for both accounts in random order, so many times each. @returns medians in milliseconds */
export async function measure(
  questions: Record<string, TimedQuestion>,
  [small, large]: readonly [string, string],
  times: number,
): Promise<SizedCost[]> {
  const taken = new Map(Object.keys(questions).map((name) => [name, { [small]: [] as number[], [large]: [] as number[] }]))
  // As many more come first and are not counted: by then each connection has chosen its plans.
  const asked = Array.from({ length: times * 2 }, (_, round) =>
    shuffled([...taken.keys()].flatMap((name) => [small, large].map((account) => ({ round, name, account })))),
  )
  for (const { round, name, account } of asked.flat()) {
    const startedAt = performance.now()
    await (questions[name] as TimedQuestion)(account)
    if (round >= times) taken.get(name)?.[account]?.push(performance.now() - startedAt)
  }
  return [...taken].map(([name, of]) => ({ name, small: median(of[small] ?? []), large: median(of[large] ?? []) }))
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((each) => ({ each, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each)
}
