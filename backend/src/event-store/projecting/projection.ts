import type { DomainEvent, Recorded } from '../log/event.js'
import type { Table } from './table.js'
import type { TableRows } from './table-rows.js'

/**
 * One question's read model. What an event does to the rows is deterministic: no clock and no
 * lookups, so that live writing, replay and rebuild give the same rows.
 */
export interface Projection {
  readonly table: Table
  readonly on: Readonly<Record<string, (event: Recorded, rows: TableRows) => void>>
}

/** A projection whose handlers are checked against the events they name. */
export function defineProjection<Event extends DomainEvent>(projection: {
  table: Table
  on: { [Type in Event['type']]?: (event: Recorded<Extract<Event, { type: Type }>>, rows: TableRows) => void }
}): Projection {
  return projection as unknown as Projection
}

/** Lets a projection's handlers see an event. */
export function applyTo(projection: Projection, event: Recorded, rows: TableRows): void {
  projection.on[event.type]?.(event, rows)
}
