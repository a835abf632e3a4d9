import { escapeIdentifier, type PoolClient } from 'pg'
import { InvalidSettings } from '../config/invalid-settings.js'
import type { Database } from './database.js'
import type { DatabaseRole } from './open-database.js'

/** What a role may do with the rows of a table; with a column in brackets, only with that one. */
export type Privilege = 'select' | 'insert' | 'update' | 'delete' | `${'select' | 'update'} (${string})`

/** What the roles that do not own a table may do with it. */
export interface TableGrants {
  app: readonly Privilege[]
  ops: readonly Privilege[]
}

export interface Grants {
  /** By name. What is not listed here has what `made` says, from the moment in which it is made. */
  tables: Readonly<Record<string, TableGrants>>
  /** Of tables that are made while the program runs, such as read models: nobody waits for their grants. */
  made: TableGrants
  /** A schema whose tables and sequences are the app's to use as it likes. */
  queueSchema: string
}

/** Any number that no other program takes on the same database. */
const GRANT_LOCK = 7_786_661_003

const ALL_ROWS: readonly Privilege[] = ['select', 'insert', 'update', 'delete']

/** The name of the role that an address enters with; null where it names none. */
export function roleNameOf(url: string): string | null {
  return decodeURIComponent(new URL(url).username) || null
}

/**
 * Brings what the app and the operator may do to what the program says. Changes nothing where it is so already, and
 * nothing where one role is all of them. Whoever writes waits for nothing.
 * @param owner a connection of the tables' owner
 * @throws InvalidSettings where a role does not exist
 */
export async function applyGrants(owner: Database, byRole: Readonly<Record<DatabaseRole, string>>, grants: Grants): Promise<void> {
  const ownName = roleNameOf(byRole.owner)
  const [app, ops] = [roleNameOf(byRole.app), roleNameOf(byRole.ops)].map((name) => (name === ownName ? null : name))
  // One that reads for the operator and writes for the app is the app's.
  const roles = [
    ...(app ? [{ kind: 'app' as const, name: app, variable: 'DATABASE_URL' }] : []),
    ...(ops && ops !== app ? [{ kind: 'ops' as const, name: ops, variable: 'DATABASE_OPS_URL' }] : []),
  ]
  if (roles.length === 0) return
  await owner.transaction(async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [GRANT_LOCK])
    // Unknown to a Postgres without Citus, which lets anybody set it.
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

/** The statements that give a role what it lacks and take what it has too much. */
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

/** What a role is to have; null for a table that another release may be making. */
function wantedOf({ schema, name, kind }: HeldPrivileges, role: 'app' | 'ops', grants: Grants): readonly string[] | null {
  if (schema !== grants.queueSchema) return kind === 'S' ? null : (grants.tables[name]?.[role] ?? null)
  if (role === 'ops') return []
  return kind === 'S' ? ['select', 'usage'] : ALL_ROWS
}

const sorted = (privileges: readonly string[]) => [...privileges].sort().join(', ')
