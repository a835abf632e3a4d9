import type { SqlColumns, SqlType } from '../../platform/database/values-sql.js'

/** A set of bits is `x` and hexadecimal. */
export type ColumnValue = string | number | boolean | null
export type ProjectionRow = Readonly<Record<string, ColumnValue>>

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
interface TableShape {
  columns: SqlColumns
  key: SqlColumns
  /** The names of the columns outside the key. */
  others: readonly string[]
  /** Those of them that are sets of bits. */
  bits: ReadonlySet<string>
}

const shapes = new WeakMap<Table, TableShape>()

/** The table's shape, worked out once: an append has no time for it. */
export function shapeOf(table: Table): TableShape {
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

type TableRowChange = { kind: 'put' | 'gone'; row: ProjectionRow } | { kind: 'added'; row: Record<string, ColumnValue> }

/**
 * Rows of one table in memory: what a batch of events does to it, folded so that each key comes once.
 * Filled from the beginning of a log it is the whole table; filled from a batch it is the change to write.
 */
export class TableRows {
  readonly #entries = new Map<string, TableRowChange>()
  readonly #cleared = new Set<string>()

  constructor(readonly table: Table) {}

  /** How many rows are held, those taken away among them. */
  get size(): number {
    return this.#entries.size
  }

  /** Takes all rows of an account away. */
  clear(accountId: string): void {
    // The account leads every key.
    for (const key of this.#entries.keys()) if (key.startsWith(accountId)) this.#entries.delete(key)
    this.#cleared.add(accountId)
  }

  /** Writes a row, new or in place of the one with its key. */
  put(row: ProjectionRow): void {
    const key = this.#keyOf(row)
    const before = this.#entries.get(key)
    const kept = before?.kind === 'put' && this.table.keep?.map((column) => [column, before.row[column] ?? null])
    this.#entries.set(key, { kind: 'put', row: kept ? { ...row, ...Object.fromEntries(kept) } : row })
  }

  /** Takes a row away; the row need only hold the key. */
  remove(row: ProjectionRow): void {
    this.#entries.set(this.#keyOf(row), { kind: 'gone', row })
  }

  /**
   * Adds to the numbers of a row, which begins at zero, and to its sets of bits, which begin empty and have one length.
   * Columns outside the key are all of these.
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

  /** The accounts to take away first, the rows to write, those to add to, and the keys to delete. */
  changes(): { cleared: ProjectionRow[]; put: ProjectionRow[]; added: ProjectionRow[]; gone: ProjectionRow[] } {
    const cleared = [...this.#cleared].map((account) => ({ account_id: account }))
    const changes = { cleared, put: [] as ProjectionRow[], added: [] as ProjectionRow[], gone: [] as ProjectionRow[] }
    for (const { kind, row } of this.#entries.values()) changes[kind].push(row)
    return changes
  }

  /** The rows that there are, for a table filled from the beginning. */
  rows(): ProjectionRow[] {
    return [...this.#entries.values()].flatMap((entry) => (entry.kind === 'gone' ? [] : [entry.row]))
  }

  #keyOf(row: ProjectionRow): string {
    // No text holds the separator: it is refused at the door, as Postgres cannot store it.
    return this.table.key.map((column) => row[column]).join('\0')
  }
}

/** The bits that are in one or the other. */
function orBits(one: string, other: string): string {
  const [bytes, more] = [Buffer.from(one.slice(1), 'hex'), Buffer.from(other.slice(1), 'hex')]
  for (let at = 0; at < bytes.length; at++) bytes[at] = (bytes[at] as number) | (more[at] as number)
  return `x${bytes.toString('hex')}`
}
