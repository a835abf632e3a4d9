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
  'attachment_uploads',
  'attachment_parts',
  'restores',
  'restore_portions',
  'restore_attachments',
  'reminder_devices',
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
  for (const [index, table] of missing.entries()) {
    await owner.transaction(async (client) => {
      if (table === 'outbox') await outboxByAccount(client)
      if ((EVERYWHERE as readonly string[]).includes(table)) await client.query('select create_reference_table($1)', [table])
      else await distributeTable(client, table)
    })
    onStep({ table, done: index + 1, of: missing.length })
  }
  return missing
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
