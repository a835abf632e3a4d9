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

/** Emmett on Postgres: one stream a transaction, and a read model that its inline projection updates in the append. */
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
  // The first append creates the read model's table; parallel first appends would conflict.
  await record(0)
  return {
    ...repeatedCall('Emmett with an inline projection', record),
    async close() {
      await store.close()
      await pool.end()
    },
  }
}

/** Retries: with many callers it reports a conflict now and then, even for the first event of a stream. */
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
