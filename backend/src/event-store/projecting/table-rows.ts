import { shapeOf, type Row, type Table, type Value } from './table.js'

type Entry = { kind: 'put' | 'gone'; row: Row } | { kind: 'added'; row: Record<string, Value> }

/**
 * Rows of one table in memory: what a batch of events does to it, folded so that each key comes once.
 * Filled from the beginning of a log it is the whole table; filled from a batch it is the change to write.
 */
export class TableRows {
  readonly #entries = new Map<string, Entry>()

  constructor(readonly table: Table) {}

  /** Writes a row, new or in place of the one with its key. */
  put(row: Row): void {
    const key = this.#keyOf(row)
    const before = this.#entries.get(key)
    const kept = before?.kind === 'put' && this.table.keep?.map((column) => [column, before.row[column] ?? null])
    this.#entries.set(key, { kind: 'put', row: kept ? { ...row, ...Object.fromEntries(kept) } : row })
  }

  /** Takes a row away; the row need only hold the key. */
  remove(row: Row): void {
    this.#entries.set(this.#keyOf(row), { kind: 'gone', row })
  }

  /** Adds to the numbers of a row, which begins at zero. Columns outside the key are all numbers. */
  add(row: Row): void {
    const key = this.#keyOf(row)
    const before = this.#entries.get(key)
    if (before?.kind !== 'added') this.#entries.set(key, { kind: 'added', row: { ...row } })
    else for (const column of shapeOf(this.table).others) before.row[column] = Number(before.row[column]) + Number(row[column])
  }

  /** The rows to write, those to add to, and the keys to delete. */
  changes(): { put: Row[]; added: Row[]; gone: Row[] } {
    const changes = { put: [] as Row[], added: [] as Row[], gone: [] as Row[] }
    for (const { kind, row } of this.#entries.values()) changes[kind].push(row)
    return changes
  }

  /** The rows that there are, for a table filled from the beginning. */
  rows(): Row[] {
    return [...this.#entries.values()].flatMap((entry) => (entry.kind === 'gone' ? [] : [entry.row]))
  }

  #keyOf(row: Row): string {
    // No text holds the separator: it is refused at the door, as Postgres cannot store it.
    return this.table.key.map((column) => row[column]).join('\0')
  }
}
