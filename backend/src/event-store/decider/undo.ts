import { isDeepStrictEqual } from 'node:util'
import { Rejected } from '@prumo/shared/rejections'
import type { DomainEvent } from '../stream/event.js'
import { refuseBeyondQuota, type EntityState, type ExistingEntity, type Quota } from './decider.js'

/** Takes an event of the entity back by another one. `position` is the event's own in the log. */
export interface Undo<Event extends DomainEvent> {
  type: 'Undo'
  position: number
  entry: Event
  /** Of the entities of its kind that are there, where a quota holds for bringing one back. */
  count?: number
}

/** Why an event cannot be taken back: no event of its kind ever is, it was already, or what it changed is another by now. */
export type UndoObstacle = 'never' | 'undone' | 'changed'

/** The CONFLICT where an event cannot be taken back; who shows it has the words. */
export class NotUndoable extends Rejected {
  constructor(readonly why: UndoObstacle) {
    super('CONFLICT')
  }
}

/** The events that take back what an entity's events did. */
interface Inverses<Details, Event> {
  deleted: (before: Details) => Event
  restored: (after: Details, createdAt: string) => Event
  changed: (before: Details, after: Details) => Event
  /** Holds for bringing the entity back. */
  quota?: Quota
  /** Names of details that hold together: where an event changed one of them, all have to be as it left them. */
  bound?: readonly (keyof Details)[]
}

type EntityEventData<Details> = { before?: Details; after?: Details }

/**
 * What takes back an event of an entity that is made, changed, deleted and brought back. Only what the event changed
 * counts: other details may have changed since. Throws NotUndoable where it was taken back already, or what it changed
 * is another by now; NOT_FOUND for an entity that never was; QuotaReached.
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

/**
 * The entity, of which an event is to be taken back. Throws NOT_FOUND where there never was one, NotUndoable for an
 * event that was taken back already.
 */
export function requireUndoable<Details>(state: EntityState<Details>, position: number): ExistingEntity<Details> {
  if (state.status === 'none') throw new Rejected('NOT_FOUND')
  refuseUndone(state.undone, position)
  return state
}

/** Throws NotUndoable for an event that was taken back already. */
export function refuseUndone(undone: readonly number[], position: number): void {
  if (undone.includes(position)) throw new NotUndoable('undone')
}

/**
 * The details that there are, with those that a change named as they were before it. Throws NotUndoable where one of
 * these is another by now.
 */
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

/** Whether two details are the same, whatever the order of their names. */
export function hasSameDetails<Details extends object>(one: Details, other: Details): boolean {
  return (Object.keys(other) as (keyof Details)[]).every((name) => isSame(one[name], other[name]))
}

/** Whether two values of a detail are the same; some are lists and objects. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other)
}
