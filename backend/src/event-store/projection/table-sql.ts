import {
  insertValuesSql,
  rowCountOf,
  rowParameters,
  valuesSql,
  type RowCount,
  type SqlColumns,
} from '../../platform/database/values-sql.js'
import type { Write } from '../stream/commit.js'
import { shapeOf, type ProjectionRow, type Table, type TableRows } from './table.js'

/** SQL generated from a table's description: its definition and its writes. */

/** Creates the table under the given name, without its indexes. */
export function createTable(table: Table, name: string, kind: 'table' | 'temporary table' = 'table'): string {
  const columns = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`)
  return `create ${kind} ${name} (${columns.join(', ')}, constraint ${name}_pkey primary key (${table.key.join(', ')}))`
}

const ACCOUNT: SqlColumns = [['account_id', 'uuid']]

type TableChange = 'clear' | 'put' | 'add' | 'count' | 'remove'

/** Statements by name, cached because appends are frequent. */
const texts = new Map<string, string>()

/**
 * One write per kind of change: deleted accounts first, then rows to be replaced whole, upserted rows, rows added to, rows whose
 * numbers are counted, deleted rows.
 * @param into another table of this description
 */
export function writesOf(changed: TableRows, into = changed.table.name): Write[] {
  const { table } = changed
  const { cleared, replaced, put, added, counted: counts, gone } = changed.changes()
  const { columns, key, counted } = shapeOf(table)
  const write = (change: TableChange, rows: readonly ProjectionRow[], given: SqlColumns): Write[] => {
    if (rows.length === 0) return []
    const count = rowCountOf(rows)
    const values = rowParameters(
      given,
      rows.map((row) => given.map(([column]) => row[column])),
    )
    const name = `${change}-${into}-${count}`
    const text = texts.get(name) ?? sqlFor(table, into, change, count)
    if (into === table.name) texts.set(name, text)
    return [{ name, text, values }]
  }
  return [
    ...write('clear', cleared, ACCOUNT),
    ...write('remove', replaced, key),
    ...write('put', put, columns),
    ...write('add', added, columns),
    ...write('count', counts, counted),
    ...write('remove', gone, key),
  ]
}

/** The statement for a kind of change. */
function sqlFor(table: Table, into: string, change: TableChange, count: RowCount): string {
  const { columns, key, others, bits, kept, counted } = shapeOf(table)
  const matching = (names: SqlColumns) => names.map(([column]) => `t.${column} = v.${column}`).join(' and ')
  // Lets Citus route the statement to a single shard.
  const ofAccounts = count === 'row' ? '' : 'and t.account_id = any($1::uuid[])'
  if (change === 'count') {
    const sums = table.counted?.map((column) => `${column} = t.${column} + v.${column}`).join(', ')
    return `update ${into} t set ${sums} from ${valuesSql(counted, 'v', count)} where ${matching(key)} ${ofAccounts}`
  }
  if (change === 'remove' || change === 'clear') {
    const names = change === 'clear' ? ACCOUNT : key
    return `delete from ${into} t using ${valuesSql(names, 'v', count)} where ${matching(names)} ${ofAccounts}`
  }
  const update =
    change === 'put'
      ? others.filter((column) => !kept.has(column)).map((column) => `${column} = excluded.${column}`)
      : others.map((column) => `${column} = ${into}.${column} ${bits.has(column) ? '|' : '+'} excluded.${column}`)
  return `insert into ${into} (${columns.map(([name]) => name).join(', ')}) ${insertValuesSql(columns, count)}
    on conflict (${table.key.join(', ')}) do update set ${update.join(', ')}`
}
