import type { EventRow } from '@prumo/backend/event-store/log/event'
import { GENESIS_HASH } from '@prumo/backend/event-store/log/hash-chain'
import type { LogReading } from '@prumo/backend/event-store/proving/replay'
import type { Database } from '@prumo/backend/platform/database/database'
import { transactionDecider } from '@prumo/backend/transactions/transaction.decider'
import { v7 as newId } from 'uuid'
import { transactionAt } from '../append/sale.js'

const ROWS_AT_ONCE = 5_000
const DAYS = 3 * 365
const FIRST_DAY = Date.UTC(2023, 10, 21)
const DAY_MS = 86_400_000

/** Writes the log of an account with this many transactions, spread over three years: sealed and chained as the product does, copied in bulk. */
export async function writeLog({ pool }: Database, { codec, keys }: LogReading, transactions: number): Promise<string> {
  const accountId = newId()
  const { key, wrapped } = keys.create(accountId)
  let previous: Pick<EventRow, 'hash' | 'seq' | 'recordedAt'> = { hash: GENESIS_HASH, seq: 0, recordedAt: '' }
  for (let n = 0; n < transactions; n += ROWS_AT_ONCE) {
    const rows: EventRow[] = []
    for (let at = n; at < Math.min(n + ROWS_AT_ONCE, transactions); at++) {
      const { transactionDate: _, ...rest } = transactionAt(at)
      const day = new Date(FIRST_DAY + Math.floor((at * DAYS) / transactions) * DAY_MS).toISOString()
      const [event] = transactionDecider.decide({ type: 'RecordTransaction', details: { ...rest, date: day.slice(0, 10) } }, transactionDecider.initial)
      if (!event) throw new Error('A transaction was not recorded')
      const place = { accountId, seq: at + 1, entity: 'transaction' as const, entityId: newId(), entityVersion: 1, recordedAt: day }
      const row = codec.encode(event, place, { commandId: newId(), actor: accountId, source: 'seed' }, key, previous.hash)
      rows.push(row)
      previous = row
    }
    await pool.query(
      `insert into events (account_id, seq, entity, entity_id, entity_version, type, schema_version, data, meta, recorded_at, hash)
       select r.* from unnest($1::uuid[], $2::bigint[], $3::text[], $4::uuid[], $5::int[], $6::text[], $7::int[], $8::json[], $9::json[], $10::timestamptz[], $11::bytea[]) as r`,
      (['accountId', 'seq', 'entity', 'entityId', 'entityVersion', 'type', 'schemaVersion', 'data', 'meta', 'recordedAt', 'hash'] as const).map((name) =>
        rows.map((row) => row[name]),
      ),
    )
  }
  await pool.query('insert into account_keys (account_id, wrapped_key) values ($1, $2)', [accountId, wrapped])
  await pool.query('insert into account_heads (account_id, seq, hash, recorded_at) values ($1, $2, $3, $4)', [accountId, previous.seq, previous.hash, previous.recordedAt])
  return accountId
}
