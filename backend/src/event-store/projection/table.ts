import type { Columns, SqlType } from '../../platform/database/given-rows.js'

/** A set of bits is `x` and hexadecimal. */
export type Value = string | number | boolean | null
export type Row = Readonly<Record<string, Value>>

/** A table of a read model. It is made from the log alone, so it is rebuilt, never migrated. */
export interface Table {
  readonly name: string
  /** Raised with every change of shape or meaning: the program then makes the table again from the log. */
  readonly version: number
  /** Column to SQL type, such as `bigint not null`; `account_id` leads. */
  readonly columns: Readonly<Record<string, SqlType | `${SqlType} ${string}`>>
  /** Primary key, beginning with `account_id`. */
  readonly key: readonly string[]
  /** Columns whose first value stays when a row is put again. */
  readonly keep?: readonly string[]
  /** True for what a reset of the account leaves as it is: who someone is, and what they pay for. */
  readonly survivesReset?: true
  /** What follows `on <table>` in `create index`, such as `(account_id, date desc)`. */
  readonly indexes?: readonly string[]
}

/** What follows from a table's description and every write needs. */
interface Shape {
  columns: Columns
  key: Columns
  /** The names of the columns outside the key. */
  others: readonly string[]
  /** Those of them that are sets of bits. */
  bits: ReadonlySet<string>
}

const shapes = new WeakMap<Table, Shape>()

/** The table's shape, worked out once: an append has no time for it. */
export function shapeOf(table: Table): Shape {
  const known = shapes.get(table)
  if (known) return known
  const columns = Object.entries(table.columns).map(([name, type]) => [name, type.split(' ')[0] as SqlType] as const)
  const isKey = ([name]: readonly [string, SqlType]) => table.key.includes(name)
  const shape = {
    columns,
    key: columns.filter(isKey),
    others: columns.filter((column) => !isKey(column)).map(([name]) => name),
    bits: new Set(columns.flatMap(([name, type]) => (type === 'varbit' ? [name] : []))),
  }
  shapes.set(table, shape)
  return shape
}
