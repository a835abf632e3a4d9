import { escapeIdentifier, type Pool } from 'pg'
import type { Database } from '../../platform/database/database.js'
import type { LogReading } from '../log-reading.js'

const PAGE = 1_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** The tables with rows of accounts, and their account columns. */
function tables({ readModels, consistencyChecks }: LogReading): { table: string; account: string }[] {
  const own = [
    'account_heads',
    'account_keys',
    'events',
    'commands',
    'verifications',
    'checkpoints',
    ...readModels.projections.map(({ table }) => table.name),
  ]
  return [...own.map((table) => ({ table, account: 'account_id' })), ...consistencyChecks]
}

/** The accounts of a table after `$1`, by an index skip scan that is independent of the rows per account. */
function accountsOf({ table, account }: { table: string; account: string }): string {
  const [from, column] = [escapeIdentifier(table), escapeIdentifier(account)]
  return `(with recursive step(id) as (
      (select ${column} from ${from} where ${column} > $1 order by ${column} limit 1)
      union all
      select (select t.${column} from ${from} t where t.${column} > step.id order by t.${column} limit 1) from step where step.id is not null
    ) select id from step where id is not null limit ${PAGE})`
}

/** Like `accountsOf`, for Citus, which cannot run the skip scan. */
function accountsOfAll({ table, account }: { table: string; account: string }): string {
  const [from, column] = [escapeIdentifier(table), escapeIdentifier(account)]
  return `(select distinct ${column} as id from ${from} where ${column} > $1 order by ${column} limit ${PAGE})`
}

/** Every account with a row in any table, with or without a log, ordered by id; in pages. */
export async function* listKnownAccounts(database: Database, reading: LogReading): AsyncGenerator<string[]> {
  const each = database.places ? accountsOfAll : accountsOf
  const text = `select id from (${tables(reading).map(each).join(' union ')}) as known order by id limit ${PAGE}`
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
    const rows: { id: string }[] = await database.rows<{ id: string }>({ text }, [after])
    if (rows.length > 0) yield rows.map(({ id }) => id)
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id
  }
}

/** Whether any table has a row of the account. */
export async function isKnownAccount(pool: Pool, reading: LogReading, accountId: string): Promise<boolean> {
  const asked = tables(reading).map(
    ({ table, account }) => `exists (select 1 from ${escapeIdentifier(table)} where ${escapeIdentifier(account)} = $1)`,
  )
  const { rows } = await pool.query<{ known: boolean }>(`select ${asked.join(' or ')} as known`, [accountId])
  return rows[0]?.known ?? false
}
