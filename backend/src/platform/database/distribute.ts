import type { PoolClient } from 'pg'
import { InvalidSettings } from '../config/invalid-settings.js'
import type { Database } from './database.js'

/** Tables distributed by account, by `account_id` or `OWN_COLUMN`, and colocated with the first one. */
export const BY_ACCOUNT = [
  'events',
  'account_heads',
  'account_keys',
  'commands',
  'verifications',
  'stored_answers',
  'checkpoints',
  'outbox',
  'sessions',
  'reminder_devices',
  'attachment_uploads',
  'attachment_parts',
  'restores',
  'restore_portions',
  'restore_attachments',
  'reminder_calendars',
  'reminder_days',
] as const
const OWN_COLUMN: Readonly<Record<string, string>> = { sessions: 'user_id' }

/** Reference tables, replicated to every node because queries of every account read them. */
const EVERYWHERE = ['users', 'spent_graces', 'log_epoch'] as const

/** Progress of `distribute`. */
export interface DistributedTable {
  table: string
  done: number
  of: number
}

const HAS_CITUS = { text: `select from pg_extension where extname = 'citus'` }

/** Names of the read models' tables, and of the tables that are distributed already. */
const TABLES = {
  text: `
    select (select coalesce(array_agg(name order by name), '{}') from read_models) as "readModels",
      (select coalesce(array_agg(logicalrelid::text), '{}') from pg_dist_partition where partmethod = 'h' or repmodel = 't') as done`,
}

interface ForeignKey {
  from: string
  name: string
  definition: string
}

/** Foreign keys to a table from tables that are distributed with it. */
const FOREIGN_KEYS = `
  select conrelid::regclass::text as "from", conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where contype = 'f' and confrelid = $1::regclass and conrelid::regclass::text = any ($2::text[])
  order by array_position($2::text[], conrelid::regclass::text)`

/** The tables that `distribute` would distribute. @throws InvalidSettings when the database has no Citus */
export async function findUndistributed(owner: Database): Promise<string[]> {
  if ((await owner.rows(HAS_CITUS)).length === 0)
    throw new InvalidSettings(['DATABASE_OWNER_URL: este Postgres não tem a extensão citus. Veja docs/operations.md.'])
  const [found] = await owner.rows<{ readModels: string[]; done: string[] }>(TABLES)
  const { readModels, done } = found as { readModels: string[]; done: string[] }
  return [...EVERYWHERE, ...BY_ACCOUNT, ...readModels].filter((table) => !done.includes(table))
}

/**
 * Distributes the tables by account over the nodes of a Postgres with Citus; tables already distributed are skipped. Each table
 * is locked exclusively while its rows move, so no program may run meanwhile.
 * @param owner a connection with the role that owns the tables
 * @throws InvalidSettings when the database has no Citus
 */
export async function distribute(owner: Database, onStep: (step: DistributedTable) => void = () => undefined): Promise<string[]> {
  const missing = await findUndistributed(owner)
  const distributed: string[] = []
  for (const table of missing) {
    if (distributed.includes(table)) continue
    const tables = await owner.transaction((client) => distributeReferenced(client, table, missing))
    for (const each of tables) onStep({ table: each, done: distributed.push(each), of: missing.length })
  }
  return missing
}

/**
 * Distributes a table, and in the same transaction those that reference it: Citus accepts a foreign key to a table by account only
 * from one that is distributed too.
 * @returns the distributed tables
 */
async function distributeReferenced(client: PoolClient, table: string, missing: readonly string[]): Promise<string[]> {
  if ((EVERYWHERE as readonly string[]).includes(table)) {
    await client.query('select create_reference_table($1)', [table])
    return [table]
  }
  if (table === 'outbox') await outboxByAccount(client)
  const { rows: foreignKeys } = await client.query<ForeignKey>(FOREIGN_KEYS, [table, missing])
  for (const { from, name } of foreignKeys) await client.query(`alter table ${from} drop constraint ${name}`)
  const tables = [...new Set([table, ...foreignKeys.map(({ from }) => from)])]
  for (const each of tables) await distributeTable(client, each)
  for (const { from, name, definition } of foreignKeys) await client.query(`alter table ${from} add constraint ${name} ${definition}`)
  return tables
}

/** Whether the event log is distributed over nodes. */
export async function isDistributed(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ citus: boolean }>(`select to_regclass('pg_dist_partition') is not null as citus`)
  if (!rows[0]?.citus) return false
  const { rowCount } = await client.query(`select from pg_dist_partition where logicalrelid = to_regclass($1)`, [BY_ACCOUNT[0]])
  return rowCount === 1
}

/** Distributes a table by account, colocated with the event log. */
export async function distributeTable(client: PoolClient, table: string): Promise<void> {
  // Citus rejects triggers that may write. Those of the log only refuse changes.
  await client.query(`set local citus.enable_unsafe_triggers = on`)
  const [first] = BY_ACCOUNT
  const colocated = table === first ? 'default' : first
  await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [table, OWN_COLUMN[table] ?? 'account_id', colocated])
}

/** Unique constraints must include the distribution column. Work without an account is stored under an id that no account has. */
async function outboxByAccount(client: PoolClient): Promise<void> {
  await client.query(`
    alter table outbox drop constraint outbox_pkey, add primary key (account_id, id);
    drop index outbox_claimed;
    create unique index outbox_claimed on outbox (account_id, kind, subject) where claim is not null and failed_at is null`)
}
