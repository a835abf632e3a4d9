import pg from 'pg'
import { InvalidSettings } from '../config/invalid-settings.js'
import type { Database } from './database.js'
import { onOwnConnection } from './own-connection.js'

/** Time limit of a statement, in milliseconds. */
export const STATEMENT_MS = 5_000

/**
 * Limits of every connection of the program, with values as Postgres prints them. They are set on the role, because behind a
 * transaction pooler a connection's settings would leak to the next client.
 */
const LIMITS = {
  statement_timeout: `${STATEMENT_MS / 1000}s`,
  // Releases the locks of a lost client; a live one may pause this long between two statements.
  idle_in_transaction_session_timeout: '30s',
  // Every query is served by an index; a plan cached while a table was empty would keep scanning all of it.
  enable_seqscan: 'off',
  // With enable_seqscan off, a table without a fitting index is costed so high that Postgres would spend 50 ms compiling each
  // query.
  jit: 'off',
  // The server probes the client when the rest of a transaction does not arrive.
  tcp_keepalives_idle: '6',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
}

/** Start-up options of a direct connection without time limits. */
export const UNLIMITED = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c jit=off'

/** An advisory lock id, arbitrary but unique within the database. */
const LIMIT_LOCK = 7_786_661_004

const MISSING = `
  select name, value, current_database() as database from unnest($1::text[], $2::text[]) as wanted(name, value)
  where not exists (
    select from pg_db_role_setting where setrole = current_user::regrole
      and setdatabase = (select oid from pg_database where datname = current_database()) and name || '=' || value = any(setconfig))`

/** Sets the limits of a connection's role in its database. They apply to connections opened afterwards. */
export async function limitRole(connection: pg.ClientConfig): Promise<void> {
  await onOwnConnection(connection, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LIMIT_LOCK])
    const { rows } = await client.query<{ name: string; value: string; database: string }>(MISSING, [
      Object.keys(LIMITS),
      Object.values(LIMITS),
    ])
    for (const { name, value, database } of rows)
      await client.query(`alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${pg.escapeLiteral(value)}`)
    await client.query('commit')
  })
}

/** @throws InvalidSettings when a pooler still has connections opened before the limits were set */
export async function refuseUnlimited(database: Pick<Database, 'rows'>): Promise<void> {
  const [present] = await database.rows<{ limit: string }>({ text: `select current_setting('statement_timeout') as limit` })
  if (present?.limit === LIMITS.statement_timeout) return
  throw new InvalidSettings([
    'DATABASE_URL: as conexões do pooler são de antes dos limites do papel com que o Prumo entra. Rode RECONNECT no PgBouncer e inicie de novo.',
  ])
}
