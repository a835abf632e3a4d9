import type { InlineWriter, Write } from '../stream/commit.js'
import { ACCOUNT_ERASED, ACCOUNT_RESET, type DomainEvent, type RecordedEvent } from '../stream/event.js'
import { type Table, TableRows } from './table.js'
import { writesOf } from './table-sql.js'

/**
 * One question's read model. What an event does to the rows is deterministic: no clock and no
 * lookups, so that live writing, replay and rebuild give the same rows.
 */
export interface Projection {
  readonly table: Table
  readonly on: Readonly<Record<string, (event: RecordedEvent, rows: TableRows) => void>>
}

/** A projection whose handlers are checked against the events they name. */
export function defineProjection<Event extends DomainEvent>(projection: {
  table: Table
  on: { [Type in Event['type']]?: (event: RecordedEvent<Extract<Event, { type: Type }>>, rows: TableRows) => void }
}): Projection {
  return projection as unknown as Projection
}

/** Whether a read model is another after an event of this type. */
export function isAffectedBy(projection: Projection, type: string): boolean {
  return Object.hasOwn(projection.on, type) || isEmptiedBy(projection, type)
}

/** Whether nothing of the account is left in a read model after an event of this type. */
function isEmptiedBy({ table }: Projection, type: string): boolean {
  return type === ACCOUNT_ERASED || (type === ACCOUNT_RESET && !table.survivesReset)
}

/** Lets a projection's handlers see an event. */
export function applyEvent(projection: Projection, event: RecordedEvent, rows: TableRows): void {
  if (isEmptiedBy(projection, event.type)) rows.clear(event.accountId)
  projection.on[event.type]?.(event, rows)
}

/** Every read model the program keeps: one place through which events reach them. */
export class ReadModels implements InlineWriter {
  constructor(readonly projections: readonly Projection[]) {}

  writesOf(events: readonly RecordedEvent[]): Write[] {
    return this.changesOf(events).flatMap((rows) => writesOf(rows))
  }

  /** What a batch of events, of one or many accounts, does to each table that it concerns. */
  changesOf(events: readonly RecordedEvent[]): TableRows[] {
    return this.projections.flatMap((projection) => {
      const concerning = events.filter(({ type }) => isAffectedBy(projection, type))
      if (concerning.length === 0) return []
      const rows = new TableRows(projection.table)
      for (const event of concerning) applyEvent(projection, event, rows)
      return [rows]
    })
  }
}
