import type { Recorded } from '../log/event.js'
import type { GatedStatement } from '../log/statement.js'
import { outboxRowsIfAppended, triggeredBy, type Reaction } from '../reacting/reaction.js'
import { applyTo, type Projection } from './projection.js'
import { TableRows } from './table-rows.js'
import { writeStatements } from './table-sql.js'

/** Every read model the program keeps, and what events trigger: one place through which events reach them. */
export class ReadModels {
  constructor(
    readonly projections: readonly Projection[],
    readonly reactions: readonly Reaction[] = [],
  ) {}

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

  /** The statement that writes what a batch triggers within its append; null when it triggers nothing. */
  outboxOf(events: readonly Recorded[]): GatedStatement | null {
    const triggered = triggeredBy(events, this.reactions)
    return triggered.length === 0 ? null : outboxRowsIfAppended(triggered)
  }
}
