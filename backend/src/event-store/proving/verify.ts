import type { Pool, PoolClient } from 'pg'
import { UnopenedKey } from '../../platform/crypto/account-keys.js'
import type { EventRow, Recorded } from '../log/event.js'
import { UnreadableEvent } from '../log/event-codec.js'
import { chainHash, GENESIS_HASH } from '../log/hash-chain.js'
import { readLog } from '../log/read-log.js'
import { applyTo } from '../projecting/projection.js'
import type { Row } from '../projecting/table.js'
import { TableRows } from '../projecting/table-rows.js'
import { selectAccount } from '../projecting/table-sql.js'
import { dataKeyOf, type LogReading } from './replay.js'

/** The end of a log, kept outside the database so that a log cut short together with its head is found. */
export interface KnownHead {
  seq: number
  /** Hexadecimal. */
  hash: string
}

export interface Verdict {
  accountId: string
  events: number
  head: KnownHead
  /** The first thing that is wrong, or null. */
  problem: string | null
}

/** A difference that verification found; its message names the place. */
class Difference extends Error {}

/**
 * Holds one account to its log: chain, gapless positions, entity versions, head, every text readable, and
 * every read model equal to a replay. Reads one snapshot, so writers may go on. Names the first difference.
 */
export async function verifyAccount(pool: Pool, reading: LogReading, accountId: string, known?: KnownHead): Promise<Verdict> {
  for (;;) {
    const before = await tablesInUse(pool, reading)
    const found = await verifyOnce(pool, reading, accountId, known)
    // A read model made again is another table, of whose rows a snapshot from before knows nothing.
    if (found.problem === null || (await tablesInUse(pool, reading)) === before) return found
  }
}

/** Which tables the names of the read models lead to at this moment. */
async function tablesInUse(pool: Pool, { readModels }: LogReading): Promise<string> {
  const names = readModels.projections.map(({ table }) => table.name)
  const { rows } = await pool.query<{ tables: string }>(
    `select coalesce(string_agg(coalesce(to_regclass(name)::oid::text, 'none'), ' '), '') as tables from unnest($1::text[]) as names(name)`,
    [names],
  )
  return rows[0]?.tables ?? ''
}

async function verifyOnce(pool: Pool, reading: LogReading, accountId: string, known: KnownHead | undefined): Promise<Verdict> {
  const client = await pool.connect()
  const walked: Walked = { seq: 0, hash: GENESIS_HASH, recordedAt: '', versions: new Map(), known }
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    await walk(client, reading, accountId, walked)
    return verdict(accountId, walked, null)
  } catch (error) {
    if (error instanceof Difference || error instanceof UnreadableEvent || error instanceof UnopenedKey) return verdict(accountId, walked, error.message)
    throw error
  } finally {
    await client.query('rollback')
    client.release()
  }
}

interface Walked {
  seq: number
  hash: Buffer
  recordedAt: string
  /** Each entity's version and the command that led to it. */
  versions: Map<string, { version: number; commandId: string }>
  known: KnownHead | undefined
}

function verdict(accountId: string, walked: Walked, problem: string | null): Verdict {
  return { accountId, events: walked.seq, head: { seq: walked.seq, hash: walked.hash.toString('hex') }, problem }
}

async function walk(client: PoolClient, reading: LogReading, accountId: string, walked: Walked): Promise<void> {
  const key = await dataKeyOf(client, reading.keys, accountId)
  const tables = reading.readModels.projections.map((projection) => ({ projection, rows: new TableRows(projection.table) }))
  for await (const page of readLog(client, accountId)) {
    for (const row of page) {
      checkLink(row, walked)
      const event = reading.codec.decode(row, key)
      if (!reading.codec.isOfItsSchema(event)) throw new Difference(`Event ${row.seq}: its data is not of the shape of ${row.type}`)
      checkVersion(event, walked)
      for (const { projection, rows } of tables) applyTo(projection, event, rows)
    }
  }
  await checkHead(client, accountId, walked)
  for (const { rows } of tables) await checkTable(client, accountId, rows)
}

function checkLink(row: EventRow, walked: Walked): void {
  if (row.seq !== walked.seq + 1) throw new Difference(`Event ${walked.seq + 1} is missing: ${row.seq} follows ${walked.seq}`)
  if (!chainHash(walked.hash, row).equals(row.hash)) throw new Difference(`Event ${row.seq}: its hash does not follow from what is stored`)
  if (row.recordedAt < walked.recordedAt) throw new Difference(`Event ${row.seq}: it was recorded before the one in front of it`)
  walked.recordedAt = row.recordedAt
  walked.seq = row.seq
  walked.hash = row.hash
  if (walked.known?.seq === row.seq && walked.known.hash !== row.hash.toString('hex')) {
    throw new Difference(`Event ${row.seq}: its hash is not the one known from elsewhere`)
  }
}

function checkVersion(event: Recorded, walked: Walked): void {
  const name = `${event.entity} ${event.entityId}`
  const before = walked.versions.get(name)
  const sameCommand = before?.commandId === event.meta.commandId && before.version === event.entityVersion
  if (!sameCommand && event.entityVersion !== (before?.version ?? 0) + 1) {
    throw new Difference(`Event ${event.seq}: version ${event.entityVersion} of ${name} follows ${before?.version ?? 0}`)
  }
  walked.versions.set(name, { version: event.entityVersion, commandId: event.meta.commandId })
}

async function checkHead(client: PoolClient, accountId: string, walked: Walked): Promise<void> {
  const { rows } = await client.query<{ seq: number; hash: Buffer }>('select seq, hash from account_heads where account_id = $1', [accountId])
  const [head] = rows
  if (!head) throw new Difference('The account has no head')
  if (head.seq !== walked.seq || !head.hash.equals(walked.hash)) {
    throw new Difference(`The head stands at ${head.seq}, the log ends at ${walked.seq}`)
  }
  if (walked.known && walked.known.seq > walked.seq) throw new Difference(`The log ends at ${walked.seq}, ${walked.known.seq} is known from elsewhere`)
}

async function checkTable(client: PoolClient, accountId: string, replayed: TableRows): Promise<void> {
  const { table } = replayed
  const stored = new Map((await client.query(selectAccount(table), [accountId])).rows.map((row: Row) => [nameOf(table.key, row), row]))
  for (const row of replayed.rows()) {
    const name = nameOf(table.key, row)
    const found = stored.get(name)
    if (!found) throw new Difference(`${table.name}: the row ${name} is missing`)
    const column = Object.keys(table.columns).find((each) => found[each] !== row[each])
    if (column) throw new Difference(`${table.name}: ${column} of the row ${name} is not what the log says`)
    stored.delete(name)
  }
  const [extra] = stored.keys()
  if (extra !== undefined) throw new Difference(`${table.name}: the row ${extra} is not in the log`)
}

/** Names a row by its key without the account, such as an entity's id. */
function nameOf(key: readonly string[], row: Row): string {
  return JSON.stringify(key.slice(1).map((column) => row[column]))
}
