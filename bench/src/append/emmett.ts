import { isExpectedVersionConflictError, projections } from '@event-driven-io/emmett'
import { getPostgreSQLEventStore, pongoSingleStreamProjection } from '@event-driven-io/emmett-postgresql'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { repeatedCall } from '../rounds.js'
import type { OpenedStore } from './opened.js'
import { transactionAt } from './sale.js'

type EmmettEvent = {
  type: 'TransactionRecorded'
  data: { accountId: string; description: string; amount: number; category: string | null; date: string }
}

/** Emmett on Postgres, a stream a transaction, with one read model that its own projection keeps within the append. */
export async function emmett(url: string, lanes: number, connections: number): Promise<OpenedStore> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const list = pongoSingleStreamProjection({
    collectionName: 'transaction_list',
    canHandle: ['TransactionRecorded'],
    evolve: (_: EmmettEvent['data'] | null, { data }: EmmettEvent) => data,
  })
  const store = getPostgreSQLEventStore(url, { projections: projections.inline([list]), connectionOptions: { pool } })
  await store.schema.migrate()
  const accounts = Array.from({ length: lanes }, () => newId())
  let n = 0
  const record = (lane: number) => {
    const { description, amount, category, transactionDate: date } = transactionAt(n++)
    const data = { accountId: accounts[lane] as string, description, amount, category, date }
    return appended(() => store.appendToStream<EmmettEvent>(`transaction-${newId()}`, [{ type: 'TransactionRecorded', data }]))
  }
  // The first append makes the read model's table; of several at once each would, and all but one be refused.
  await record(0)
  return {
    ...repeatedCall('Emmett with an inline projection', record),
    async close() {
      await store.close()
      await pool.end()
    },
  }
}

/** Tries again what was refused: with many at once it takes even the first event of a stream for a conflict now and then. */
async function appended(append: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await append()
      return
    } catch (error) {
      if (!isExpectedVersionConflictError(error)) throw error
    }
  }
}
