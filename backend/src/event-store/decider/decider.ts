import { isDeepStrictEqual } from 'node:util'
import { Rejected } from '@prumo/shared/rejections'
import type { DomainEvent, RecordedEvent } from '../stream/event.js'

/**
 * The rules of one kind of entity as pure functions: no clock, no ids, no I/O. Time and ids are part of the command. A refusal
 * is a thrown `Rejected`; no change is an empty list.
 */
export interface Decider<Command, State, Event extends DomainEvent> {
  readonly entity: string
  readonly initial: State
  readonly decide: (command: Command, state: State) => Event[]
  readonly evolve: (state: State, event: RecordedEvent<Event>) => State
  /** The state with the entity's `LinkedCount`; a state without it has none. */
  readonly withCount?: (state: State, count: number) => State
  /** Whether the entity exists, so that a version can be required of it. */
  readonly exists: (state: State) => boolean
  /**
   * True for an entity that an account has only one of, or whether the entity of an event is such a one: it may be created again
   * after a reset, while other ids stay used.
   */
  readonly canRestartAfterReset?: true | ((event: Pick<RecordedEvent, 'accountId' | 'entityId'>) => boolean)
  /** True for entities that a reset of the account keeps. */
  readonly survivesReset?: true
  /**
   * True when `evolve` depends on event types only: events are then not decrypted, so that damaged data or a lost key is no
   * obstacle.
   */
  readonly ignoresData?: true
}

/** An entity with events, alive or deleted, with its details. */
export interface ExistingEntity<Details> {
  status: 'alive' | 'deleted'
  id: string
  accountId: string
  details: Details
  /** When it was first recorded; ISO 8601 UTC. */
  createdAt: string
  updatedAt: string
  version: number
  /** The positions of its undone events. */
  undone: readonly number[]
}

/** The state of an entity that can be created, changed, deleted and restored; `none` before its first event. */
export type EntityState<Details> = { status: 'none' } | ExistingEntity<Details>

/**
 * An event of such an entity has either all details after it, or those before a deletion. A restoring event carries the
 * original creation time.
 */
type EntityStateEvent<Details> = RecordedEvent<DomainEvent<string, { after: Details; createdAt?: string } | { before: Details }>>

/** Applies one event to the state. Throws if a deletion is the first event of the entity. */
export function evolveEntity<Details>(state: EntityState<Details>, event: EntityStateEvent<Details>): EntityState<Details> {
  const { entityId: id, accountId, recordedAt: updatedAt, entityVersion: version, data, meta } = event
  const before = state.status === 'none' ? [] : state.undone
  const undone = meta.undoes === undefined ? before : [...before, meta.undoes]
  if ('after' in data) {
    const createdAt = state.status === 'none' ? (data.createdAt ?? updatedAt) : state.createdAt
    return { status: 'alive', id, accountId, details: data.after, createdAt, updatedAt, version, undone }
  }
  return { ...existing(state), status: 'deleted', updatedAt, version, undone }
}

/** The entity, alive or deleted. Throws if its first event does not create it. */
export function existing<Details>(state: EntityState<Details>): ExistingEntity<Details> {
  if (state.status === 'none') throw new Error('An event changes an entity that was never created')
  return state
}

/** The entity if it is alive. Throws NOT_FOUND, with the given text if any. */
export function requireAlive<Details>(state: EntityState<Details>, text?: string): ExistingEntity<Details> {
  if (state.status !== 'alive') throw new Rejected('NOT_FOUND', text)
  return state
}

/** The entity if it is deleted. Throws NOT_FOUND when it never existed, CONFLICT with the text when it is alive. */
export function requireDeleted<Details>(state: EntityState<Details>, text: string): ExistingEntity<Details> {
  if (state.status === 'none') throw new Rejected('NOT_FOUND')
  if (state.status === 'alive') throw new Rejected('CONFLICT', text)
  return state
}

/** Throws CONFLICT when the id is used, even by a deleted entity. */
export function refuseUsedId(state: EntityState<unknown>): void {
  if (state.status !== 'none') throw new Rejected('CONFLICT')
}

/** The limit of entities of a kind per account, and the text of its refusal. */
export interface Quota {
  max: number
  text: string
}

/** Thrown when an account has reached its quota of entities of a kind. */
export class QuotaReached extends Rejected {
  constructor({ text }: Quota) {
    super('QUOTA_EXCEEDED', text)
  }
}

/** Throws QuotaReached for one more. @param count existing entities as of the head that the command is decided on */
export function refuseBeyondQuota(quota: Quota, count = 0): void {
  if (count >= quota.max) throw new QuotaReached(quota)
}

/** The names of details that differ; lists and objects are compared by their contents. */
export function changedNames<Details extends object>(before: Details, after: Details): (keyof Details)[] {
  return (Object.keys(after) as (keyof Details)[]).filter(
    (name) => after[name] !== before[name] && !isDeepStrictEqual(after[name], before[name]),
  )
}
