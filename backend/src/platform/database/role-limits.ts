import pg from 'pg'
import { InvalidSettings } from '../config/invalid-settings.js'
import type { Database } from './database.js'
import { onOwnConnection } from './own-connection.js'

/** The longest that a statement may take, in milliseconds. */
export const STATEMENT_MS = 5_000

/**
 * What holds for each connection of the program, with its values as Postgres shows them. They are settings of its role and
 * not of a connection: behind a transaction pooler a connection is somebody else's next.
 */
const LIMITS = {
  statement_timeout: `${STATEMENT_MS / 1000}s`,
  // The server lets go of what a lost client still held; whoever thinks between two statements has this long.
  idle_in_transaction_session_timeout: '30s',
  // What is asked finds its rows by an index; a plan that was made while a table was empty would go on reading all of it.
  enable_seqscan: 'off',
  // A table without an index that fits counts as enormous then, and Postgres would compile each question to it for 50 ms.
  jit: 'off',
  // Where the rest of a transaction does not come, the server asks whether its client is still there.
  tcp_keepalives_idle: '6',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
}

/** Start-up options of a direct connection whose statements may take as long as they take. */
export const UNLIMITED = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c jit=off'

/** Any number that no other program takes on the same database. */
const LIMIT_LOCK = 7_786_661_004

const MISSING = `
  select name, value, current_database() as database from unnest($1::text[], $2::text[]) as wanted(name, value)
  where not exists (
    select from pg_db_role_setting where setrole = current_user::regrole
      and setdatabase = (select oid from pg_database where datname = current_database()) and name || '=' || value = any(setconfig))`

/** Gives the role of a connection its limits in that database. Connections that are made from now on have them. */
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

/** @throws InvalidSettings where a pooler still has connections from before their role had its limits */
export async function refuseUnlimited(database: Pick<Database, 'rows'>): Promise<void> {
  const [present] = await database.rows<{ limit: string }>({ text: `select current_setting('statement_timeout') as limit` })
  if (present?.limit === LIMITS.statement_timeout) return
  throw new InvalidSettings([
    'DATABASE_URL: as conexões do pooler são de antes dos limites do papel com que o Prumo entra. Rode RECONNECT no PgBouncer e inicie de novo.',
  ])
}
