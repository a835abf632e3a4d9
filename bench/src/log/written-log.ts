import { setImmediate as turn } from 'node:timers/promises'
import type { DomainEvent, EventRow } from '@prumo/backend/event-store/stream/event'
import { GENESIS_HASH } from '@prumo/backend/event-store/stream/hash-chain'
import type { LogReading } from '@prumo/backend/event-store/log-reading'
import type { Database } from '@prumo/backend/platform/database/database'
import { transactionDecider } from '@prumo/backend/transactions/transaction.decider'
import type { NewTransaction } from '@prumo/shared/transactions'
import { v7 as newId } from 'uuid'
import { transactionAt } from '../append/sale.js'

const ROWS_AT_ONCE = 1_000
/** The length of a log of transactions. */
export const DAYS = 3 * 365
const FIRST_DAY = Date.UTC(2023, 10, 21)
const DAY_MS = 86_400_000

/**
 * Writes the log of an account with this many transactions, spread over three years.
 * @param describe the n-th transaction, whose date is left aside
 * @param dayOf the day of the n-th transaction, where they are not to be spread evenly
 */
export function writeLog(
  database: Database,
  reading: LogReading,
  transactions: number,
  describe: (n: number) => Omit<NewTransaction, 'id'> = transactionAt,
  dayOf: (n: number) => string = (n) => dayAfter(Math.floor((n * DAYS) / transactions)),
): Promise<string> {
  return writeEvents(database, reading, transactions, (n) => {
    const { transactionDate: _, ...rest } = describe(n)
    const date = dayOf(n)
    const [event] = transactionDecider.decide({ type: 'RecordTransaction', details: { ...rest, date } }, transactionDecider.initial)
    if (!event) throw new Error('A transaction was not recorded')
    return { event, entity: 'transaction', entityId: newId(), entityVersion: 1, recordedAt: `${date}T00:00:00.000Z` }
  })
}

/** An event and where it belongs. */
export interface Written extends Pick<EventRow, 'entity' | 'entityId' | 'entityVersion' | 'recordedAt'> {
  event: DomainEvent
}

/** Writes the log of an account with this many events: sealed and chained as the product does, copied in bulk. @param eventAt the n-th event, in their order */
export async function writeEvents(
  { pool }: Database,
  { codec, keys }: LogReading,
  events: number,
  eventAt: (n: number, accountId: string) => Written,
): Promise<string> {
  const accountId = newId()
  const { key, wrapped } = keys.create(accountId)
  let previous: Pick<EventRow, 'hash' | 'seq' | 'recordedAt'> = { hash: GENESIS_HASH, seq: 0, recordedAt: '' }
  // While rows are written the next are made: Postgres has a core of its own.
  let written: Promise<unknown> = Promise.resolve()
  for (let n = 0; n < events; n += ROWS_AT_ONCE) {
    const rows: EventRow[] = []
    for (let at = n; at < Math.min(n + ROWS_AT_ONCE, events); at++) {
      const { event, recordedAt, ...of } = eventAt(at, accountId)
      const place = { accountId, seq: at + 1, ...of, recordedAt: notBefore(previous.recordedAt, recordedAt) }
      const row = codec.encode(event, place, { commandId: newId(), actor: accountId, source: 'seed' }, key, previous.hash)
      rows.push(row)
      previous = row
    }
    await written
    written = pool.query(
      `insert into events (account_id, seq, entity, entity_id, entity_version, type, schema_version, data, meta, recorded_at, hash)
       select r.* from unnest($1::uuid[], $2::bigint[], $3::text[], $4::uuid[], $5::int[], $6::text[], $7::int[], $8::json[], $9::json[], $10::timestamptz[], $11::bytea[]) as r`,
      (['accountId', 'seq', 'entity', 'entityId', 'entityVersion', 'type', 'schemaVersion', 'data', 'meta', 'recordedAt', 'hash'] as const).map((name) =>
        rows.map((row) => row[name]),
      ),
    )
    // Where it fails whoever waits for it is told; until then nobody listens, and the process would end with its Postgres left behind.
    written.catch(() => undefined)
    // Else it would be sent when the next are made.
    await turn()
  }
  await written
  await pool.query('insert into account_keys (account_id, wrapped_key) values ($1, $2)', [accountId, wrapped])
  await pool.query('insert into account_heads (account_id, seq, hash, recorded_at) values ($1, $2, $3, $4)', [accountId, previous.seq, previous.hash, previous.recordedAt])
  return accountId
}

/** The day that is so many days after the first one. */
export function dayAfter(days: number): string {
  return new Date(FIRST_DAY + days * DAY_MS).toISOString().slice(0, 10)
}

/** No event is recorded before the one that it follows. */
function notBefore(last: string, moment: string): string {
  return moment < last ? last : moment
}
