import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { EventRow, RecordedEvent } from '../stream/event.js'
import type { EventCodec } from '../stream/event-codec.js'
import { applyEvent, isAffectedBy, type Projection } from './projection.js'
import { type ProjectionRow, type Table, type ColumnValue, TableRows } from './table.js'

/** The read models in a checkpoint, and their format, defined by the capability that queries the past. */
export interface CheckpointDefinition {
  /** Increased with every change of `every` or `toCheckpointRow`; table versions count as well. */
  readonly version: number
  /** A checkpoint is made at each position that is a multiple of this. */
  readonly every: number
  readonly projections: readonly Projection[]
  /**
   * Maps a row of running totals to its form in a checkpoint at a moment, ISO 8601 UTC; rows mapped to the same key are merged.
   * This keeps checkpoints small, and they answer only queries about their own moment or later.
   */
  readonly toCheckpointRow: (table: Table, row: ProjectionRow, at: string) => ProjectionRow
}

/** The rows of one table in a checkpoint: values in the order of the columns. */
interface CheckpointedTable {
  put: ColumnValue[][]
  added: ColumnValue[][]
}

/** The rows of several read models of one account, as of one position of its log. */
export class AccountRows {
  tables: TableRows[]

  constructor(readonly projections: readonly Projection[]) {
    this.tables = projections.map(({ table }) => new TableRows(table))
  }

  /** Decodes a checkpoint. @param text the result of `checkpoint` */
  static of({ projections }: CheckpointDefinition, text: string): AccountRows {
    const account = new AccountRows(projections)
    for (const [index, { put, added }] of (JSON.parse(text) as CheckpointedTable[]).entries()) {
      const rows = account.tables[index] as TableRows
      const names = Object.keys(rows.table.columns)
      const named = (values: ColumnValue[]): ProjectionRow => Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]))
      for (const values of put) rows.put(named(values))
      for (const values of added) rows.add(named(values))
    }
    return account
  }

  apply(event: RecordedEvent): void {
    for (const [index, projection] of this.projections.entries()) applyEvent(projection, event, this.tables[index] as TableRows)
  }

  /** Applies an encoded event, decoding it only if it affects one of these read models. */
  applyRow(row: EventRow, codec: EventCodec, key: DataKey): void {
    if (this.projections.some((projection) => isAffectedBy(projection, row.type))) this.apply(codec.decode(row, key))
  }

  /** Reduces the rows to their form in a checkpoint at this moment, and returns their text: equal for equal rows in any order. */
  checkpoint({ toCheckpointRow }: CheckpointDefinition, at: string): string {
    this.tables = this.tables.map((rows) => {
      const { table } = rows
      const kept = new TableRows(table)
      const { put, added } = rows.changes()
      for (const row of put) kept.put(row)
      for (const row of added) kept.add(toCheckpointRow(table, row, at))
      return kept
    })
    return `[${this.tables.map(textOf).join()}]`
  }
}

function textOf(rows: TableRows): string {
  const names = Object.keys(rows.table.columns)
  const { put, added } = rows.changes()
  const list = (all: ProjectionRow[]) =>
    `[${all
      .map((row) => JSON.stringify(names.map((name) => row[name] ?? null)))
      .sort()
      .join()}]`
  return `{"put":${list(put)},"added":${list(added)}}`
}
