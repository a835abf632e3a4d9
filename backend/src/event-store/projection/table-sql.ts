import { givenRows, rowValues, type Columns } from '../../platform/database/given-rows.js'
import { ifAppended, type Write } from '../stream/commit.js'
import { shapeOf, type Row, type Table } from './table.js'
import type { TableRows } from './table-rows.js'

/** SQL made from a table's description: its definition and its writes. */

/** Makes the table under a name of choice, without its indexes. */
export function createTable(table: Table, name: string, kind: 'table' | 'temporary table' = 'table'): string {
  const columns = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`)
  return `create ${kind} ${name} (${columns.join(', ')}, constraint ${name}_pkey primary key (${table.key.join(', ')}))`
}

/** One statement an index. */
export function createIndexes(table: Table, name: string): string[] {
  return (table.indexes ?? []).map((index) => `create index on ${name} ${index}`)
}

const ACCOUNT: Columns = [['account_id', 'uuid']]

type Change = 'clear' | 'put' | 'add' | 'remove'

/** How a change of one row or several is written into a table. */
export type Spelling = (change: Change, several: boolean) => string

const inAppends = new WeakMap<Table, Spelling>()

/** The spelling within an append, each text made once: an append has no time to spell out columns. */
function withinAppend(table: Table): Spelling {
  const known = inAppends.get(table)
  if (known) return known
  const texts = new Map<Change, [one?: string, several?: string]>([['clear', []], ['put', []], ['add', []], ['remove', []]])
  const spell = spelling(table, table.name, `where ${ifAppended('v.account_id')}`)
  const remembering: Spelling = (change, several) => ((texts.get(change) ?? [])[several ? 1 : 0] ??= spell(change, several))
  inAppends.set(table, remembering)
  return remembering
}

/** One write a kind of change: accounts emptied, and after them rows written, rows added to, rows deleted. */
export function writesOf(changed: TableRows, spell = withinAppend(changed.table)): Write[] {
  const { table } = changed
  const { cleared, put, added, gone } = changed.changes()
  const { columns, key } = shapeOf(table)
  const write = (change: Change, rows: readonly Row[], given: Columns): Write[] => {
    if (rows.length === 0) return []
    const several = rows.length > 1
    const values = rowValues(given, rows.map((row) => given.map(([column]) => row[column])))
    return [{ name: `${change}-${table.name}-${several ? 'rows' : 'row'}`, text: spell(change, several), values }]
  }
  return [...write('clear', cleared, ACCOUNT), ...write('put', put, columns), ...write('add', added, columns), ...write('remove', gone, key)]
}

/** The SQL of changes to a table of this description. @param condition which of the given rows `v` count; empty for all */
export function spelling(table: Table, into: string, condition: string): Spelling {
  const { columns, key, others, bits } = shapeOf(table)
  const update = {
    put: others.filter((column) => !table.keep?.includes(column)).map((column) => `${column} = excluded.${column}`),
    add: others.map((column) => `${column} = ${into}.${column} ${bits.has(column) ? '|' : '+'} excluded.${column}`),
  }
  return (change, several) => {
    if (change === 'remove' || change === 'clear') {
      const names = change === 'clear' ? ACCOUNT : key
      const matches = names.map(([column]) => `t.${column} = v.${column}`).join(' and ')
      return `delete from ${into} t using ${givenRows(names, 'v', several)} ${condition} ${condition ? 'and' : 'where'} ${matches}`
    }
    return `insert into ${into} (${columns.map(([name]) => name).join(', ')}) select * from ${givenRows(columns, 'v', several)} ${condition}
      on conflict (${table.key.join(', ')}) do update set ${update[change].join(', ')}`
  }
}
