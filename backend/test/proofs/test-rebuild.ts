import { v7 as newId } from 'uuid'
import type { Projection } from '@prumo/backend/event-store/projection/projection'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { ListTransactions } from '@prumo/backend/transactions/transaction-list.projection'
import { SummariseTransactions } from '@prumo/backend/transactions/transaction-totals.projection'
import { issue, openAccount, recordSale, type TestLog } from './test-log.js'

export interface RebuildRun {
  /** How many accounts are written to and read meanwhile. */
  accountCount: number
  /** How often the read models are rebuilt. */
  rounds: number
  projections: readonly Projection[]
}

/** Expects rebuilds beside writers and readers to lose no write, raise no error and shorten no list. */
export async function rebuildBesideWriters(log: TestLog, { accountCount, rounds, projections }: RebuildRun): Promise<void> {
  const writers = [log.writer(), log.writer()] as const
  const accounts = await Promise.all(Array.from({ length: accountCount }, () => openAccount(writers[0])))
  const end = new AbortController()
  const recorded = new Map(accounts.map(({ accountId }) => [accountId, 1]))
  const writing = accounts.map(async ({ accountId, saleId }, index) => {
    for (let amount = 1; !end.signal.aborted; amount++) {
      const writer = writers[index % 2 === 0 ? 0 : 1]
      await issue(writer, accountId, newId(), recordSale({ amount }))
      recorded.set(accountId, (recorded.get(accountId) ?? 0) + 1)
      await issue(writer, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: amount + 1 } })
    }
  })
  const reading = accounts.slice(0, 2).map(async ({ accountId }) => {
    for (let longest = 1, reads = 0; ; reads++) {
      if (end.signal.aborted) return reads
      // The answer includes all that was acknowledged before the request.
      const acknowledged = recorded.get(accountId) ?? 0
      const { transactions } = await new ListTransactions(accountId, { limit: 500 }).answer(log.database)
      const { count } = await new SummariseTransactions(accountId, {}).answer(log.database)
      expect(transactions.length).toBeGreaterThanOrEqual(Math.min(500, Math.max(longest, acknowledged)))
      expect(count).toBeGreaterThanOrEqual(acknowledged)
      longest = transactions.length
    }
  })
  for (let round = 0; round < rounds; round++) {
    expect((await rebuild(log.owner, log.reading, projections)).events).toBeGreaterThan(0)
  }
  end.abort()
  await Promise.all(writing)
  expect(Math.min(...(await Promise.all(reading)))).toBeGreaterThan(0)
  for (const { accountId } of accounts) {
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
    expect((await new SummariseTransactions(accountId, {}).answer(log.database)).count).toBe(recorded.get(accountId))
  }
}
