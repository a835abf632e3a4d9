import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { EventRow, RecordedEvent } from '../stream/event.js'
import type { EventCodec } from '../stream/event-codec.js'
import { applyEvent, isAffectedBy, type Projection } from './projection.js'
import { type ProjectionRow, type Table, type ColumnValue, TableRows } from './table.js'

/** Which read models checkpoints hold, and how: whoever asks about the past says what it needs of them. */
export interface CheckpointDefinition {
  /** Raised with every change of `every` or `toCheckpointRow`; the versions of the tables count besides. */
  readonly version: number
  /** A checkpoint is made at each position of a log that is a multiple of this. */
  readonly every: number
  readonly projections: readonly Projection[]
  /**
   * What a row of running totals is kept as in a checkpoint of a moment, ISO 8601 UTC: rows that are kept as the same one
   * become one. So a checkpoint stays small, and answers only what is asked about its moment or a later one.
   */
  readonly toCheckpointRow: (table: Table, row: ProjectionRow, at: string) => ProjectionRow
}

/** The rows of one table in a checkpoint: the values of each in the order of the columns. */
interface CheckpointedTable {
  put: ColumnValue[][]
  added: ColumnValue[][]
}

/** The rows of several read models of one account, as they stand at one position of its log. */
export class AccountRows {
  tables: TableRows[]

  constructor(readonly projections: readonly Projection[]) {
    this.tables = projections.map(({ table }) => new TableRows(table))
  }

  /** The rows that a checkpoint holds. @param text what `checkpoint` answered */
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

  /** The same of an event that is not decoded yet, if it concerns any of these read models. */
  applyRow(row: EventRow, codec: EventCodec, key: DataKey): void {
    if (this.projections.some((projection) => isAffectedBy(projection, row.type))) this.apply(codec.decode(row, key))
  }

  /** Keeps of the rows what a checkpoint of this moment keeps, and answers their text: equal for equal rows, whatever their order. */
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
