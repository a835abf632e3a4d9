import { Rejected } from '@prumo/shared/rejections'
import type { DomainEvent, RecordedEvent } from '../stream/event.js'

/**
 * The rules of one kind of entity, pure: no clock, no ids, no I/O. Time and ids arrive in the command.
 * A refusal is a thrown `Rejected`; nothing to change is an empty list.
 */
export interface Decider<Command, State, Event extends DomainEvent> {
  readonly entity: string
  readonly initial: State
  readonly decide: (command: Command, state: State) => Event[]
  readonly evolve: (state: State, event: RecordedEvent<Event>) => State
  /** Whether there is an entity that a version could be asked of. */
  readonly exists: (state: State) => boolean
  /** True for the one entity of its kind that an account has: after a reset it may begin anew, where others stay gone. */
  readonly canRestartAfterReset?: true
  /** True for what a reset of the account leaves as it is. */
  readonly survivesReset?: true
  /** True where `evolve` goes by the types of events alone: then nothing is opened, and a damaged log or a lost key is no obstacle. */
  readonly ignoresData?: true
}

/** An entity that its log speaks of, alive or deleted, with all that was recorded of it. */
export interface ExistingEntity<Details> {
  status: 'alive' | 'deleted'
  id: string
  accountId: string
  details: Details
  /** When it was first recorded; ISO 8601 UTC. */
  createdAt: string
  updatedAt: string
  version: number
  /** The positions of its events that were taken back. */
  undone: readonly number[]
}

/** The state of an entity that is made, changed, deleted and brought back; none before its first event. */
export type EntityState<Details> = { status: 'none' } | ExistingEntity<Details>

/** An event of such an entity brings the whole of its details, or takes it away. What it brings back says when that was made. */
type EntityStateEvent<Details> = RecordedEvent<DomainEvent<string, { after: Details; createdAt?: string } | { before: Details }>>

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

/** The entity, whatever became of it; none is a log that begins in its middle. */
export function existing<Details>(state: EntityState<Details>): ExistingEntity<Details> {
  if (state.status === 'none') throw new Error('An entity changed before it was there')
  return state
}

/** The entity, if it is there. Throws NOT_FOUND, with a text of its own where one is given. */
export function requireAlive<Details>(state: EntityState<Details>, text?: string): ExistingEntity<Details> {
  if (state.status !== 'alive') throw new Rejected('NOT_FOUND', text)
  return state
}

/** The entity, if it is deleted. Throws NOT_FOUND when it never was, CONFLICT with the text when it is there. */
export function requireDeleted<Details>(state: EntityState<Details>, text: string): ExistingEntity<Details> {
  if (state.status === 'none') throw new Rejected('NOT_FOUND')
  if (state.status === 'alive') throw new Rejected('CONFLICT', text)
  return state
}

/** Throws CONFLICT if the id was used, even by something deleted. */
export function refuseUsedId(state: EntityState<unknown>): void {
  if (state.status !== 'none') throw new Rejected('CONFLICT')
}

/** How many entities of a kind an account may have, and the text of the refusal of one more. */
export interface Quota {
  max: number
  text: string
}

/** Thrown where an account has as many entities of a kind as it may. */
export class QuotaReached extends Rejected {
  constructor({ text }: Quota) {
    super('QUOTA_EXCEEDED', text)
  }
}

/** Throws QuotaReached for one more. @param count of those that are there, at the head that the command is decided on */
export function refuseBeyondQuota(quota: Quota, count = 0): void {
  if (count >= quota.max) throw new QuotaReached(quota)
}

/** The names of what differs. */
export function changedNames<Details extends object>(before: Details, after: Details): (keyof Details)[] {
  return (Object.keys(after) as (keyof Details)[]).filter((name) => after[name] !== before[name])
}
