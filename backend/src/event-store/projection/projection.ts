import type { InlineWriter, Write } from '../stream/commit.js'
import { ACCOUNT_ERASED, ACCOUNT_RESET, type DomainEvent, type RecordedEvent } from '../stream/event.js'
import { type Table, TableRows } from './table.js'
import { writesOf } from './table-sql.js'

/**
 * A read model for one query. Handlers are deterministic, without clock or lookups, so that live writes, replay and rebuild
 * produce the same rows.
 */
export interface Projection {
  readonly table: Table
  readonly on: Readonly<Record<string, (event: RecordedEvent, rows: TableRows) => void>>
}

/** Defines a projection, checking its handlers against the events they name. */
export function defineProjection<Event extends DomainEvent>(projection: {
  table: Table
  on: { [Type in Event['type']]?: (event: RecordedEvent<Extract<Event, { type: Type }>>, rows: TableRows) => void }
}): Projection {
  return projection as unknown as Projection
}

/** Whether an event of this type changes a read model. */
export function isAffectedBy(projection: Projection, type: string): boolean {
  return Object.hasOwn(projection.on, type) || isEmptiedBy(projection, type)
}

/** Whether an event of this type deletes the account's rows of a read model. */
function isEmptiedBy({ table }: Projection, type: string): boolean {
  return type === ACCOUNT_ERASED || (type === ACCOUNT_RESET && !table.survivesReset)
}

/** Applies an event to a projection's rows. */
export function applyEvent(projection: Projection, event: RecordedEvent, rows: TableRows): void {
  if (isEmptiedBy(projection, event.type)) rows.clear(event.accountId)
  projection.on[event.type]?.(event, rows)
}

/** All read models of the program; every append passes its events through here. */
export class ReadModels implements InlineWriter {
  constructor(readonly projections: readonly Projection[]) {}

  writesOf(events: readonly RecordedEvent[]): Write[] {
    return this.changesOf(events).flatMap((rows) => writesOf(rows))
  }

  /** The changes of each affected table by a batch of events of any accounts. */
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
