import { arrayValue, IF_APPENDED, type GatedStatement } from '../log/statement.js'
import type { Row, Table } from './table.js'
import type { TableRows } from './table-rows.js'

/** SQL made from a table's description: its definition, its writes, its reading back. */

function typeOf(table: Table, column: string): string {
  return (table.columns[column] ?? 'text').split(' ')[0] as string
}

/** Makes the table under a name of choice, without its indexes. */
export function createTable(table: Table, name: string): string {
  const columns = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`)
  return `create table ${name} (${columns.join(', ')}, constraint ${name}_pkey primary key (${table.key.join(', ')}))`
}

/** One statement an index. */
export function createIndexes(table: Table, name: string): string[] {
  return (table.indexes ?? []).map((index) => `create index on ${name} ${index}`)
}

/** `unnest($1::uuid[], …) as v(account_id, …)` over these columns of these rows, and the arrays for it. */
function unnested(table: Table, columns: readonly string[], rows: readonly Row[]) {
  const arrays = columns.map((column, index) => arrayValue(index + 1, typeOf(table, column)))
  return {
    from: `unnest(${arrays.join(', ')}) as v(${columns.join(', ')})`,
    values: columns.map((column) => rows.map((row) => row[column] ?? null)),
  }
}

/** One statement a kind of change: rows written, rows added to, rows deleted. */
export function writeStatements(changed: TableRows, into = changed.table.name, condition = `where v.account_id ${IF_APPENDED}`): GatedStatement[] {
  const { table } = changed
  const { put, added, gone } = changed.changes()
  const columns = Object.keys(table.columns)
  const key = table.key.join(', ')
  const statements: GatedStatement[] = []
  const insert = (rows: readonly Row[], update: string) => {
    const { from, values } = unnested(table, columns, rows)
    const text = `insert into ${into} (${columns.join(', ')}) select * from ${from} ${condition} on conflict (${key}) do update set ${update}`
    statements.push({ text, values })
  }
  if (put.length > 0) {
    const changing = columns.filter((column) => !table.key.includes(column) && !table.keep?.includes(column))
    insert(put, changing.map((column) => `${column} = excluded.${column}`).join(', '))
  }
  if (added.length > 0) {
    const sums = columns.filter((column) => !table.key.includes(column))
    insert(added, sums.map((column) => `${column} = ${into}.${column} + excluded.${column}`).join(', '))
  }
  if (gone.length > 0) {
    const { from, values } = unnested(table, table.key, gone)
    const matches = table.key.map((column) => `t.${column} = v.${column}`).join(' and ')
    statements.push({ text: `delete from ${into} t using ${from} ${condition} ${condition ? 'and' : 'where'} ${matches}`, values })
  }
  return statements
}

/** The rows of one account as replay writes them: dates and times as the texts the log holds. */
export function selectAccount(table: Table, name = table.name): string {
  const columns = Object.keys(table.columns).map((column) =>
    typeOf(table, column).startsWith('timestamptz')
      ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
      : column,
  )
  return `select ${columns.join(', ')} from ${name} where account_id = $1 order by ${table.key.join(', ')}`
}
