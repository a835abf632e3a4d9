import { givenRows, rowValues, type Columns } from '../../platform/database/given-rows.js'
import { isoText } from '../log/load.js'
import { IF_APPENDED, type GatedStatement } from '../log/statement.js'
import { shapeOf, type Row, type Table } from './table.js'
import type { TableRows } from './table-rows.js'

/** SQL made from a table's description: its definition, its writes, its reading back. */

/** Makes the table under a name of choice, without its indexes. */
export function createTable(table: Table, name: string): string {
  const columns = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`)
  return `create table ${name} (${columns.join(', ')}, constraint ${name}_pkey primary key (${table.key.join(', ')}))`
}

/** One statement an index. */
export function createIndexes(table: Table, name: string): string[] {
  return (table.indexes ?? []).map((index) => `create index on ${name} ${index}`)
}

type Change = 'put' | 'add' | 'remove'

/** How a change of one row or several is written into a table. */
export type Spelling = (change: Change, several: boolean) => string

const inAppends = new WeakMap<Table, Spelling>()

/** The spelling within an append, each text made once: an append has no time to spell out columns. */
function withinAppend(table: Table): Spelling {
  const known = inAppends.get(table)
  if (known) return known
  const texts = new Map<Change, [one?: string, several?: string]>([['put', []], ['add', []], ['remove', []]])
  const spell = spelling(table, table.name, `where v.account_id ${IF_APPENDED}`)
  const remembering: Spelling = (change, several) => ((texts.get(change) ?? [])[several ? 1 : 0] ??= spell(change, several))
  inAppends.set(table, remembering)
  return remembering
}

/** One statement a kind of change: rows written, rows added to, rows deleted. */
export function writeStatements(changed: TableRows, spell = withinAppend(changed.table)): GatedStatement[] {
  const { table } = changed
  const { put, added, gone } = changed.changes()
  const { columns, key } = shapeOf(table)
  const statement = (change: Change, rows: readonly Row[], given: Columns): GatedStatement[] =>
    rows.length === 0 ? [] : [{ text: spell(change, rows.length > 1), values: rowValues(given, rows.map((row) => given.map(([column]) => row[column]))) }]
  return [...statement('put', put, columns), ...statement('add', added, columns), ...statement('remove', gone, key)]
}

/** The SQL of changes to a table of this description. @param condition which of the given rows `v` count; empty for all */
export function spelling(table: Table, into: string, condition: string): Spelling {
  const { columns, key, others } = shapeOf(table)
  const update = {
    put: others.filter((column) => !table.keep?.includes(column)).map((column) => `${column} = excluded.${column}`),
    add: others.map((column) => `${column} = ${into}.${column} + excluded.${column}`),
  }
  return (change, several) => {
    if (change === 'remove') {
      const matches = table.key.map((column) => `t.${column} = v.${column}`).join(' and ')
      return `delete from ${into} t using ${givenRows(key, 'v', several)} ${condition} ${condition ? 'and' : 'where'} ${matches}`
    }
    return `insert into ${into} (${columns.map(([name]) => name).join(', ')}) select * from ${givenRows(columns, 'v', several)} ${condition}
      on conflict (${table.key.join(', ')}) do update set ${update[change].join(', ')}`
  }
}

/** The rows of one account as replay writes them: dates and times as the texts the log holds. */
export function selectAccount(table: Table, name = table.name): string {
  const columns = shapeOf(table).columns.map(([column, type]) =>
    type.startsWith('timestamptz') ? `${isoText(column)} as ${column}` : column,
  )
  return `select ${columns.join(', ')} from ${name} where account_id = $1 order by ${table.key.join(', ')}`
}
