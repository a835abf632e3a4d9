import type { Recorded } from '../log/event.js'
import type { GatedStatement } from '../log/statement.js'
import { applyTo, type Projection } from './projection.js'
import { TableRows } from './table-rows.js'
import { writeStatements } from './table-sql.js'

/** Every read model the program keeps: one place through which events reach them. */
export class ReadModels {
  constructor(readonly projections: readonly Projection[]) {}

  /** What a batch of events, of one or many accounts, does to each table. */
  changesOf(events: readonly Recorded[]): TableRows[] {
    return this.projections.map((projection) => {
      const rows = new TableRows(projection.table)
      for (const event of events) applyTo(projection, event, rows)
      return rows
    })
  }

  /** The statements that write a batch within its append. */
  statementsOf(events: readonly Recorded[]): GatedStatement[] {
    return this.changesOf(events).flatMap((rows) => writeStatements(rows))
  }
}
