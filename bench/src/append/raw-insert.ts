import { migrations } from '@prumo/backend/composition/migrations'
import { migrate } from '@prumo/backend/platform/database/migrate'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { repeatedCall } from '../rounds.js'
import type { OpenedStore } from './opened.js'

const INSERT = {
  name: 'insert-event',
  text: `insert into events (account_id, seq, entity, entity_id, entity_version, type, schema_version, data, meta, recorded_at, hash)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}

/**
 * The floor: the same event row into the same table by one prepared INSERT, one transaction each. Nothing is decided, sealed,
 * hashed or projected.
 */
export async function rawInsert(url: string, lanes: number, connections: number): Promise<OpenedStore> {
  await migrate(url, migrations)
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const accounts = Array.from({ length: lanes }, () => ({ id: newId(), seq: 0 }))
  const sealed = (length: number) => ({ sealed: 'A'.repeat(length) })
  const data = JSON.stringify({
    after: {
      amount: 145_000,
      type: 'income',
      category: 'Vendas',
      date: '2026-11-20',
      isScheduled: false,
      description: sealed(72),
      isConfirmed: true,
      isReceived: true,
    },
  })
  const meta = JSON.stringify({ commandId: newId(), actor: newId(), source: 'app' })
  const hash = Buffer.alloc(32, 7)
  return {
    ...repeatedCall('prepared single-row INSERT', (lane) => {
      const account = accounts[lane] as { id: string; seq: number }
      const values = [
        account.id,
        ++account.seq,
        'transaction',
        newId(),
        1,
        'TransactionRecorded',
        1,
        data,
        meta,
        new Date().toISOString(),
        hash,
      ]
      return pool.query({ ...INSERT, values })
    }),
    close: () => pool.end(),
  }
}
