import { setImmediate as turn } from 'node:timers/promises'
import type { DomainEvent, EventRow } from '@prumo/backend/event-store/stream/event'
import { GENESIS_HASH } from '@prumo/backend/event-store/stream/hash-chain'
import type { LogReading } from '@prumo/backend/event-store/log-reading'
import type { DataKey } from '@prumo/backend/platform/crypto/account-keys'
import type { Database } from '@prumo/backend/platform/database/database'
import { transactionDecider } from '@prumo/backend/transactions/transaction.decider'
import { v7 as newId } from 'uuid'
import { transactionAt, type BenchTransaction } from '../append/sale.js'

const ROWS_AT_ONCE = 1_000
/** The length of a log of transactions, in days. */
export const DAYS = 3 * 365
const FIRST_DAY = Date.UTC(2023, 10, 21)
const DAY_MS = 86_400_000

/**
 * Writes the log of an account with this many transactions, spread over three years.
 * @param describe the n-th transaction; its date is ignored
 * @param dayOf the day of the n-th transaction; by default they are spread evenly
 */
export function writeLog(
  database: Database,
  reading: LogReading,
  transactions: number,
  describe: (n: number) => BenchTransaction = transactionAt,
  dayOf: (n: number) => string = evenly(transactions),
): Promise<string> {
  return writeEvents(database, reading, transactions, (n) => transactionOn(n, describe, dayOf))
}

/** The n-th transaction as an event. */
function transactionOn(n: number, describe: (n: number) => BenchTransaction, dayOf: (n: number) => string): WrittenEvent {
  const { transactionDate: _, ...rest } = describe(n)
  const date = dayOf(n)
  const [event] = transactionDecider.decide({ type: 'RecordTransaction', details: { ...rest, date } }, transactionDecider.initial)
  if (!event) throw new Error('A transaction was not recorded')
  return { event, entity: 'transaction', entityId: newId(), entityVersion: 1, recordedAt: `${date}T00:00:00.000Z` }
}

/** Spreads so many transactions evenly over the length of a log. */
function evenly(transactions: number): (n: number) => string {
  return (n) => dayAfter(Math.floor((n * DAYS) / transactions))
}

/** An event and its entity. */
export interface WrittenEvent extends Pick<EventRow, 'entity' | 'entityId' | 'entityVersion' | 'recordedAt'> {
  event: DomainEvent
}

/** The n-th event to write. */
type EventAt = (n: number, accountId: string) => WrittenEvent

/** Writes the log of an account with this many events: sealed and chained as the product does, copied in bulk. */
export async function writeEvents({ pool }: Database, { codec, keys }: LogReading, events: number, eventAt: EventAt): Promise<string> {
  const accountId = newId()
  const { key, wrapped } = keys.create(accountId)
  const last = await write(pool, codec, { accountId, key, hash: GENESIS_HASH, seq: 0, recordedAt: '' }, events, eventAt)
  await pool.query('insert into account_keys (account_id, wrapped_key) values ($1, $2)', [accountId, wrapped])
  await pool.query('insert into account_heads (account_id, seq, hash, recorded_at) values ($1, $2, $3, $4)', [
    accountId,
    last.seq,
    last.hash,
    last.recordedAt,
  ])
  return accountId
}

/** Appends this many transactions to the log of an existing account, without its read models. */
export async function continueLog({ pool }: Database, { codec, keys }: LogReading, accountId: string, transactions: number): Promise<void> {
  const { rows } = await pool.query<{ seq: number; hash: Buffer; recordedAt: Date; wrapped: Buffer }>(
    `select h.seq, h.hash, h.recorded_at as "recordedAt", k.wrapped_key as wrapped from account_heads h join account_keys k using (account_id) where account_id = $1`,
    [accountId],
  )
  const [head] = rows
  if (!head) throw new Error(`There is no account ${accountId}`)
  const end = { ...head, accountId, key: keys.unwrap(accountId, head.wrapped), recordedAt: head.recordedAt.toISOString() }
  const last = await write(pool, codec, end, transactions, (n) => transactionOn(n, transactionAt, evenly(transactions)))
  await pool.query('update account_heads set seq = $2, hash = $3, recorded_at = $4 where account_id = $1', [
    accountId,
    last.seq,
    last.hash,
    last.recordedAt,
  ])
}

/** The last event of a log, which the next one continues. */
type WrittenEnd = Pick<EventRow, 'hash' | 'seq' | 'recordedAt'>

async function write(
  pool: Database['pool'],
  codec: LogReading['codec'],
  { accountId, key, ...end }: WrittenEnd & { accountId: string; key: DataKey },
  events: number,
  eventAt: EventAt,
): Promise<WrittenEnd> {
  let previous: WrittenEnd = end
  // Rows are prepared while the last ones are written: Postgres uses another core.
  let written: Promise<unknown> = Promise.resolve()
  for (let n = 0; n < events; n += ROWS_AT_ONCE) {
    const rows: EventRow[] = []
    for (let at = n; at < Math.min(n + ROWS_AT_ONCE, events); at++) {
      const { event, recordedAt, ...of } = eventAt(at, accountId)
      const place = { accountId, seq: previous.seq + 1, ...of, recordedAt: notBefore(previous.recordedAt, recordedAt) }
      const row = codec.encode(event, place, { commandId: newId(), actor: accountId, source: 'seed' }, key, previous.hash)
      rows.push(row)
      previous = row
    }
    await written
    written = pool.query(
      `insert into events (account_id, seq, entity, entity_id, entity_version, type, schema_version, data, meta, recorded_at, hash)
       select r.* from unnest($1::uuid[], $2::bigint[], $3::text[], $4::uuid[], $5::int[], $6::text[], $7::int[], $8::json[], $9::json[], $10::timestamptz[], $11::bytea[]) as r`,
      (
        ['accountId', 'seq', 'entity', 'entityId', 'entityVersion', 'type', 'schemaVersion', 'data', 'meta', 'recordedAt', 'hash'] as const
      ).map((name) => rows.map((row) => row[name])),
    )
    // A failure is awaited further below; unhandled until then, it would end this process and leave its Postgres running.
    written.catch(() => undefined)
    // Otherwise it would only be sent while the next rows are made.
    await turn()
  }
  await written
  return previous
}

/** The day that is so many days after the first one. */
export function dayAfter(days: number): string {
  return new Date(FIRST_DAY + days * DAY_MS).toISOString().slice(0, 10)
}

/** No event is recorded before the preceding one. */
function notBefore(last: string, moment: string): string {
  return moment < last ? last : moment
}
