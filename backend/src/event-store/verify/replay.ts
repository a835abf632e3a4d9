import type { Pool, PoolClient } from 'pg'
import type { AccountKeys, DataKey } from '../../platform/crypto/account-keys.js'
import { ACCOUNT_ERASED } from '../stream/event.js'
import { EventCodec } from '../stream/event-codec.js'
import type { EventFamily } from '../stream/event-family.js'
import { readLog, type Stretch } from '../stream/read-stream.js'
import { applyTo, concerns, ReadModels, type Projection } from '../projection/projection.js'
import type { InlineWriter } from '../stream/append.js'
import { TableRows } from '../projection/table-rows.js'
import type { Witness } from './witness.js'

/** What the capabilities bring: their events, the read models made of them, and what else is written with a batch. */
export interface LogContents {
  /**
   * Raised with every change of what the log can hold or of the read models: a database in a later epoch refuses this
   * program, and one in an earlier epoch is brought into this one by it.
   */
  epoch: number
  families: readonly EventFamily[]
  projections: readonly Projection[]
  /** Beside the read models, such as the work that follows from an event. */
  writers: readonly InlineWriter[]
  /** Plain tables that have to agree with the log. */
  witnesses: readonly Witness[]
}

/** The reading of the program's log, for whoever is given it by the application. */
export const LOG_READING = Symbol('log-reading')

/** What reading an account's log in clear needs. */
export interface LogReading {
  /** The epoch of the program's log contents. */
  epoch: number
  codec: EventCodec
  keys: AccountKeys
  readModels: ReadModels
  /** All that a batch of events writes besides themselves, the read models among it. */
  writers: readonly InlineWriter[]
  /** Plain tables that have to agree with the log. */
  witnesses: readonly Witness[]
}

export function logReading({ epoch, families, projections, writers, witnesses }: LogContents, keys: AccountKeys): LogReading {
  const readModels = new ReadModels(projections)
  return { epoch, codec: new EventCodec(families), keys, readModels, writers: [readModels, ...writers], witnesses }
}

/** The account's data key. Throws when there is none: the account does not exist, or was erased. */
export async function dataKeyOf(on: Pool | PoolClient, keys: AccountKeys, accountId: string): Promise<DataKey> {
  const { rows } = await on.query<{ wrapped_key: Buffer }>('select wrapped_key from account_keys where account_id = $1', [accountId])
  if (!rows[0]) throw new Error(`Account ${accountId} has no key`)
  return keys.unwrap(accountId, rows[0].wrapped_key)
}

const KEYS_OR_ENDS = {
  name: 'keys-or-ends',
  text: `
    select a.account_id, k.wrapped_key,
      (select e.type from events e where e.account_id = a.account_id order by e.seq desc limit 1) = '${ACCOUNT_ERASED}' as erased
    from unnest($1::uuid[]) as a(account_id) left join account_keys k on k.account_id = a.account_id`,
}

/** The data keys of accounts, by account; null for one that was erased. Throws when there is none although it was not. */
export async function keysUnlessErased(on: Pool | PoolClient, keys: AccountKeys, accountIds: readonly string[]): Promise<Map<string, DataKey | null>> {
  const { rows } = await on.query<{ account_id: string; wrapped_key: Buffer | null; erased: boolean | null }>({ ...KEYS_OR_ENDS, values: [accountIds] })
  return new Map(
    rows.map(({ account_id: accountId, wrapped_key: wrapped, erased }) => {
      if (wrapped) return [accountId, keys.unwrap(accountId, wrapped)]
      if (erased) return [accountId, null]
      throw new Error(`Account ${accountId} has no key`)
    }),
  )
}

/** The account's data key; null for an account that was erased. Throws when there is none although it was not. */
export async function keyUnlessErased(on: Pool | PoolClient, keys: AccountKeys, accountId: string): Promise<DataKey | null> {
  // Not looked up by the id: whoever asks may spell it in capitals, Postgres does not.
  const [key = null] = (await keysUnlessErased(on, keys, [accountId])).values()
  return key
}

/** Every read model of one account, or the chosen ones, as its log makes it, up to a moment, a position, or the end; empty for one that was erased. */
export async function replayAccount(
  on: Pool | PoolClient,
  reading: Pick<LogReading, 'keys' | 'codec' | 'readModels'>,
  accountId: string,
  stretch: Stretch = {},
  projections: readonly Projection[] = reading.readModels.projections,
): Promise<TableRows[]> {
  const key = await keyUnlessErased(on, reading.keys, accountId)
  const tables = projections.map((projection) => ({ projection, rows: new TableRows(projection.table) }))
  if (!key) return tables.map(({ rows }) => rows)
  for await (const page of readLog(on, accountId, stretch)) {
    for (const row of page) {
      if (!projections.some((projection) => concerns(projection, row.type))) continue
      const event = reading.codec.decode(row, key)
      for (const { projection, rows } of tables) applyTo(projection, event, rows)
    }
  }
  return tables.map(({ rows }) => rows)
}
