import { escapeIdentifier, type PoolClient } from 'pg'
import { InvalidSettings } from '../config/invalid-settings.js'
import type { Database } from './database.js'
import type { DatabaseRole } from './open-database.js'

/** A privilege on a table's rows; with a column in brackets, on that column only. */
export type Privilege = 'select' | 'insert' | 'update' | 'delete' | `${'select' | 'update'} (${string})`

/** Privileges on a table of the roles that do not own it. */
export interface TableGrants {
  app: readonly Privilege[]
  ops: readonly Privilege[]
}

export interface Grants {
  /** By table name. Tables not listed keep the default privileges of `made`. */
  tables: Readonly<Record<string, TableGrants>>
  /** Default privileges of tables created while the program runs, such as read models: they apply from creation on. */
  made: TableGrants
  /** A schema in which the app has full access to tables and sequences. */
  queueSchema: string
}

/** An advisory lock id, arbitrary but unique within the database. */
const GRANT_LOCK = 7_786_661_003

const ALL_ROWS: readonly Privilege[] = ['select', 'insert', 'update', 'delete']

/** The role that an address connects with; null when it names none. */
export function roleNameOf(url: string): string | null {
  return decodeURIComponent(new URL(url).username) || null
}

/**
 * Brings the privileges of the app's and the operator's role to those given. Issues no statement for privileges that already
 * match, and none when a single role is used. Does not block writers.
 * @param owner a connection with the role that owns the tables
 * @throws InvalidSettings when a role does not exist
 */
export async function applyGrants(owner: Database, byRole: Readonly<Record<DatabaseRole, string>>, grants: Grants): Promise<void> {
  const ownName = roleNameOf(byRole.owner)
  const [app, ops] = [roleNameOf(byRole.app), roleNameOf(byRole.ops)].map((name) => (name === ownName ? null : name))
  // A role shared by the operator and the app gets the app's privileges.
  const roles = [
    ...(app ? [{ kind: 'app' as const, name: app, variable: 'DATABASE_URL' }] : []),
    ...(ops && ops !== app ? [{ kind: 'ops' as const, name: ops, variable: 'DATABASE_OPS_URL' }] : []),
  ]
  if (roles.length === 0) return
  await owner.transaction(async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [GRANT_LOCK])
    // Without Citus the setting is an unknown name, which any role may set.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    for (const role of roles) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role.name])
      if (rowCount === 0)
        throw new InvalidSettings([`${role.variable}: o papel ${role.name} não existe neste Postgres. Veja docs/operations.md.`])
    }
    for (const { kind, name } of roles) {
      for (const statement of await missingGrants(client, kind, name, grants)) await client.query(statement)
    }
  })
}

interface HeldPrivileges {
  schema: string
  name: string
  kind: 'r' | 'p' | 'S'
  held: string[]
}

const HELD = `
  with held as (
    select c.oid, a.grantee, lower(a.privilege_type) as privilege from pg_class c, aclexplode(c.relacl) a
    union all
    select t.attrelid, a.grantee, format('%s (%s)', lower(a.privilege_type), t.attname) from pg_attribute t, aclexplode(t.attacl) a)
  select n.nspname as schema, c.relname as name, c.relkind as kind, array_remove(array_agg(h.privilege), null) as held
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join held h on h.oid = c.oid and h.grantee = (select oid from pg_roles where rolname = $1)
  where c.relkind in ('r', 'p', 'S') and n.nspname in (current_schema(), $2)
  group by n.nspname, c.relname, c.relkind order by n.nspname, c.relname`

/** The statements that grant missing privileges and revoke excess ones. */
async function missingGrants(client: PoolClient, kind: 'app' | 'ops', name: string, grants: Grants): Promise<string[]> {
  const role = escapeIdentifier(name)
  const { rows } = await client.query<HeldPrivileges>(HELD, [name, grants.queueSchema])
  const { rows: here } = await client.query<{ schema: string }>('select current_schema() as schema')
  const schema = escapeIdentifier(here[0]?.schema ?? 'public')
  const queue = rows.some((each) => each.schema === grants.queueSchema)
  return [
    `grant usage on schema ${schema} to ${role}`,
    ...(queue && kind === 'app' ? [`grant usage on schema ${escapeIdentifier(grants.queueSchema)} to ${role}`] : []),
    `alter default privileges in schema ${schema} grant ${grants.made[kind].join(', ')} on tables to ${role}`,
    ...rows.flatMap((each) => {
      const wanted = wantedOf(each, kind, grants)
      if (wanted === null || sorted(wanted) === sorted(each.held)) return []
      const object = `${each.kind === 'S' ? 'sequence' : 'table'} ${escapeIdentifier(each.schema)}.${escapeIdentifier(each.name)}`
      return [
        `revoke all on ${object} from ${role}`,
        ...(wanted.length === 0 ? [] : [`grant ${wanted.join(', ')} on ${object} to ${role}`]),
      ]
    }),
  ]
}

/** The privileges that a role should have; null for a table that may belong to another release. */
function wantedOf({ schema, name, kind }: HeldPrivileges, role: 'app' | 'ops', grants: Grants): readonly string[] | null {
  if (schema !== grants.queueSchema) return kind === 'S' ? null : (grants.tables[name]?.[role] ?? null)
  if (role === 'ops') return []
  return kind === 'S' ? ['select', 'usage'] : ALL_ROWS
}

const sorted = (privileges: readonly string[]) => [...privileges].sort().join(', ')
