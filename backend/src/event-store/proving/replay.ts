import type { Pool, PoolClient } from 'pg'
import type { AccountKeys, DataKey } from '../../platform/crypto/account-keys.js'
import { EventCodec } from '../log/event-codec.js'
import type { EventFamily } from '../log/event-family.js'
import { readLog, type Stretch } from '../log/read-log.js'
import { applyTo, type Projection } from '../projecting/projection.js'
import { ReadModels } from '../projecting/read-models.js'
import { TableRows } from '../projecting/table-rows.js'
import type { Reaction } from '../reacting/reaction.js'

/** What the capabilities bring: their events, the read models made of them, and the jobs they trigger. */
export interface LogContents {
  families: readonly EventFamily[]
  projections: readonly Projection[]
  reactions: readonly Reaction[]
}

/** What reading an account's log in clear needs. */
export interface LogReading {
  codec: EventCodec
  keys: AccountKeys
  readModels: ReadModels
}

export function logReading({ families, projections, reactions }: LogContents, keys: AccountKeys): LogReading {
  return { codec: new EventCodec(families), keys, readModels: new ReadModels(projections, reactions) }
}

/** The account's data key. Throws when there is none: the account does not exist, or was erased. */
export async function dataKeyOf(on: Pool | PoolClient, keys: AccountKeys, accountId: string): Promise<DataKey> {
  const { rows } = await on.query<{ wrapped_key: Buffer }>('select wrapped_key from account_keys where account_id = $1', [accountId])
  if (!rows[0]) throw new Error(`Account ${accountId} has no key`)
  return keys.unwrap(accountId, rows[0].wrapped_key)
}

/** Every read model of one account as its log makes it, up to a moment, a position, or the end. */
export async function replayAccount(on: Pool | PoolClient, reading: LogReading, accountId: string, stretch: Stretch = {}): Promise<TableRows[]> {
  const key = await dataKeyOf(on, reading.keys, accountId)
  const tables = reading.readModels.projections.map((projection) => ({ projection, rows: new TableRows(projection.table) }))
  for await (const page of readLog(on, accountId, stretch)) {
    for (const row of page) {
      const event = reading.codec.decode(row, key)
      for (const { projection, rows } of tables) applyTo(projection, event, rows)
    }
  }
  return tables.map(({ rows }) => rows)
}
