import { isDeepStrictEqual } from 'node:util'
import { Rejected } from '@prumo/shared/rejections'
import type { DomainEvent } from '../stream/event.js'
import { refuseBeyondQuota, type EntityState, type ExistingEntity, type Quota } from './decider.js'

/** Undoes an event of the entity by a compensating event. `position` is the undone event's own. */
export interface Undo<Event extends DomainEvent> {
  type: 'Undo'
  position: number
  entry: Event
  /** Existing entities of its kind, when a quota applies to restoring one. */
  count?: number
}

/** Why an event cannot be undone: its kind never can, it already was, or what it changed has changed again. */
export type UndoObstacle = 'never' | 'undone' | 'changed'

/** The CONFLICT of an event that cannot be undone; the caller supplies the text. */
export class NotUndoable extends Rejected {
  constructor(readonly why: UndoObstacle) {
    super('CONFLICT')
  }
}

/** Constructors of the compensating events of an entity. */
interface Inverses<Details, Event> {
  deleted: (before: Details) => Event
  restored: (after: Details, createdAt: string) => Event
  changed: (before: Details, after: Details) => Event
  /** Applies to restoring the entity. */
  quota?: Quota
  /** Details that belong together: when an event changed one of them, all must be unchanged since. */
  bound?: readonly (keyof Details)[]
}

type EntityEventData<Details> = { before?: Details; after?: Details }

/**
 * The events that undo an event of an entity which can be created, changed, deleted and restored. Only details that the event
 * changed must be unchanged since. Throws NotUndoable when it was already undone or such a detail has changed again; NOT_FOUND
 * for an entity that never existed; QuotaReached.
 */
export function undoEntityEvent<Details extends object, Event extends DomainEvent>(
  state: EntityState<Details>,
  { entry, position, count }: Undo<Event>,
  inverses: Inverses<Details, Event>,
): Event[] {
  const { status, details, createdAt } = requireUndoable(state, position)
  const { before, after } = entry.data as EntityEventData<Details>
  if (status === 'alive' && before && after) return [inverses.changed(details, revertDetails(details, { before, after }, inverses.bound))]
  if (status === 'alive' && !before && after && hasSameDetails(details, after)) return [inverses.deleted(details)]
  if (status === 'deleted' && before && !after && hasSameDetails(details, before)) {
    if (inverses.quota) refuseBeyondQuota(inverses.quota, count)
    return [inverses.restored(details, createdAt)]
  }
  throw new NotUndoable('changed')
}

/** The entity of an event to undo. Throws NOT_FOUND when it never existed, NotUndoable when the event was already undone. */
export function requireUndoable<Details>(state: EntityState<Details>, position: number): ExistingEntity<Details> {
  if (state.status === 'none') throw new Rejected('NOT_FOUND')
  refuseUndone(state.undone, position)
  return state
}

/** Throws NotUndoable for an event that was already undone. */
export function refuseUndone(undone: readonly number[], position: number): void {
  if (undone.includes(position)) throw new NotUndoable('undone')
}

/** The current details with those that a change named set back. Throws NotUndoable when one of these has changed again. */
export function revertDetails<Details extends object>(
  present: Details,
  { before, after }: { before: Details; after: Details },
  bound: readonly (keyof Details)[] = [],
): Details {
  const names = (Object.keys(after) as (keyof Details)[]).filter((name) => !isSame(before[name], after[name]))
  const held = names.some((name) => bound.includes(name)) ? [...names, ...bound] : names
  if (held.some((name) => !isSame(present[name], after[name]))) throw new NotUndoable('changed')
  return { ...present, ...Object.fromEntries(names.map((name) => [name, before[name]])) }
}

/** Whether two details are equal, in any order of their names. */
export function hasSameDetails<Details extends object>(one: Details, other: Details): boolean {
  return (Object.keys(other) as (keyof Details)[]).every((name) => isSame(one[name], other[name]))
}

/** Whether two values of a detail are equal; some are lists and objects. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other)
}
