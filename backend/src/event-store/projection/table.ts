import type { SqlColumns, SqlType } from '../../platform/database/values-sql.js'

/** Bits are `x` and hexadecimal digits. */
export type ColumnValue = string | number | boolean | null
export type ProjectionRow = Readonly<Record<string, ColumnValue>>

/** A read model's table. It is derived from the log alone, so it is rebuilt, never migrated. */
export interface Table {
  readonly name: string
  /** Increased with every change of shape or meaning: the program then rebuilds the table from the log. */
  readonly version: number
  /** Column to SQL type, such as `bigint not null`; `account_id` leads. */
  readonly columns: Readonly<Record<string, SqlType | `${SqlType} ${string}`>>
  /** Primary key, beginning with `account_id`. */
  readonly key: readonly string[]
  /** Columns that keep their first value when a row is put again. */
  readonly keep?: readonly string[]
  /** Numbers that `count` changes, and that a row keeps when it is put again. */
  readonly counted?: readonly string[]
  /** True for rows that a reset of the account keeps: its identity and its subscription. */
  readonly survivesReset?: true
  /** The rest after `on <table>` in `create index`, such as `(account_id, date desc)`. */
  readonly indexes?: readonly string[]
}

/** Derived from a table's description for its writes. */
interface TableShape {
  columns: SqlColumns
  key: SqlColumns
  /** Columns outside the key. */
  others: readonly string[]
  /** Those of them that are bits. */
  bits: ReadonlySet<string>
  /** Those that a row keeps when it is put again. */
  kept: ReadonlySet<string>
  /** The key, and the counted columns. */
  counted: SqlColumns
}

const shapes = new WeakMap<Table, TableShape>()

/** The table's shape, cached because appends are frequent. */
export function shapeOf(table: Table): TableShape {
  const known = shapes.get(table)
  if (known) return known
  const columns = Object.entries(table.columns).map(([name, type]) => [name, type.split(' ')[0] as SqlType] as const)
  const isKey = ([name]: readonly [string, SqlType]) => table.key.includes(name)
  const { keep = [], counted = [] } = table
  const shape = {
    columns,
    key: columns.filter(isKey),
    others: columns.filter((column) => !isKey(column)).map(([name]) => name),
    bits: new Set(columns.flatMap(([name, type]) => (type === 'varbit' ? [name] : []))),
    kept: new Set([...keep, ...counted]),
    counted: columns.filter((column) => isKey(column) || counted.includes(column[0])),
  }
  shapes.set(table, shape)
  return shape
}

type TableRowChange =
  // A row that was removed before it was put keeps nothing of the stored one.
  | { kind: 'put'; row: ProjectionRow; isNew: boolean }
  | { kind: 'gone'; row: ProjectionRow }
  | { kind: 'added'; row: Record<string, ColumnValue> }

/** The changes of a table, in the order in which they are written: each group has at most one row of a key. */
interface TableChanges {
  /** Accounts whose rows are deleted. */
  cleared: ProjectionRow[]
  /** Rows to be replaced whole by those that are put. */
  replaced: ProjectionRow[]
  put: ProjectionRow[]
  added: ProjectionRow[]
  counted: ProjectionRow[]
  gone: ProjectionRow[]
}

/**
 * Rows of one table in memory, at most one change per key. Filled from the beginning of a log it is the whole table; filled
 * from a batch of events it is the change to write.
 */
export class TableRows {
  readonly #entries = new Map<string, TableRowChange>()
  readonly #counted = new Map<string, Record<string, ColumnValue>>()
  readonly #cleared = new Set<string>()

  constructor(readonly table: Table) {}

  /** Number of held changes, including removals. */
  get size(): number {
    return this.#entries.size + this.#counted.size
  }

  /** Removes all rows of an account. */
  clear(accountId: string): void {
    // Every key begins with the account.
    for (const held of [this.#entries, this.#counted]) for (const key of held.keys()) if (key.startsWith(accountId)) held.delete(key)
    this.#cleared.add(accountId)
  }

  /** Inserts or replaces the row with its key. */
  put(row: ProjectionRow): void {
    const key = this.#keyOf(row)
    const before = this.#entries.get(key)
    const { kept } = shapeOf(this.table)
    const values = before?.kind === 'put' && Array.from(kept, (column) => [column, before.row[column] ?? null] as const)
    const isNew = before?.kind === 'gone' || (before?.kind === 'put' && before.isNew)
    this.#entries.set(key, { kind: 'put', row: values ? { ...row, ...Object.fromEntries(values) } : row, isNew })
  }

  /** Removes a row; only its key columns are needed. */
  remove(row: ProjectionRow): void {
    const key = this.#keyOf(row)
    this.#counted.delete(key)
    this.#entries.set(key, { kind: 'gone', row })
  }

  /** Adds to the counted columns of a row that exists; without one, nothing happens. */
  count(row: ProjectionRow): void {
    const key = this.#keyOf(row)
    if (this.#entries.get(key)?.kind === 'gone') return
    const before = this.#counted.get(key)
    if (!before) this.#counted.set(key, { ...row })
    else for (const column of this.table.counted ?? []) before[column] = Number(before[column]) + Number(row[column])
  }

  /**
   * Adds to the numbers of a row, which start at zero, and ORs into its bits, which start empty and have a fixed length. All
   * columns outside the key must be of these kinds.
   */
  add(row: ProjectionRow): void {
    const key = this.#keyOf(row)
    const before = this.#entries.get(key)
    if (before?.kind !== 'added') {
      this.#entries.set(key, { kind: 'added', row: { ...row } })
      return
    }
    const { others, bits } = shapeOf(this.table)
    for (const column of others) {
      const [there, more] = [before.row[column] ?? null, row[column] ?? null]
      before.row[column] = bits.has(column) ? orBits(String(there), String(more)) : Number(there) + Number(more)
    }
  }

  changes(): TableChanges {
    const cleared = [...this.#cleared].map((account) => ({ account_id: account }))
    const changes: TableChanges = { cleared, replaced: [], put: [], added: [], counted: [...this.#counted.values()], gone: [] }
    const isCounted = this.table.counted !== undefined
    for (const entry of this.#entries.values()) {
      changes[entry.kind].push(entry.row)
      if (isCounted && entry.kind === 'put' && entry.isNew) changes.replaced.push(entry.row)
    }
    return changes
  }

  /** The existing rows, for a table filled from the beginning. */
  rows(): ProjectionRow[] {
    return [...this.#entries].flatMap(([key, entry]) => {
      const counted = this.#counted.get(key)
      if (entry.kind === 'gone') return []
      return counted ? [this.#withCounted(entry.row, counted)] : [entry.row]
    })
  }

  #withCounted(row: ProjectionRow, counted: ProjectionRow): ProjectionRow {
    const sums = (this.table.counted ?? []).map((column) => [column, Number(row[column]) + Number(counted[column])] as const)
    return { ...row, ...Object.fromEntries(sums) }
  }

  #keyOf(row: ProjectionRow): string {
    // Input validation refuses texts with NUL, because Postgres cannot store it.
    return this.table.key.map((column) => row[column]).join('\0')
  }
}

/** Bitwise OR of two equally long values. */
function orBits(one: string, other: string): string {
  const [bytes, more] = [Buffer.from(one.slice(1), 'hex'), Buffer.from(other.slice(1), 'hex')]
  for (let at = 0; at < bytes.length; at++) bytes[at] = (bytes[at] as number) | (more[at] as number)
  return `x${bytes.toString('hex')}`
}
