import type { Rejected } from '@prumo/shared/rejections'
import type { DomainEvent, EventEnvelope, RecordedEvent } from '../stream/event.js'

/** A decided event of an entity, before it is placed in the log. */
export type DecidedEvent = DomainEvent & Pick<EventEnvelope, 'entity' | 'entityId'>

/** Why a guard refuses a command, and for which of its entities. */
export interface GuardRefusal {
  refusal: Rejected
  entityIds: readonly string[]
}

/**
 * A rule over all events of an account, whichever command records them. Its state is part of the basis that commands are decided
 * on: it is read with the head, and an append on another head is refused, so a change of the state and an event that it refuses
 * cannot both be recorded.
 */
export interface AccountGuard<State = unknown> {
  /** SQL of the state of account `$1`, a JSON value, from the guard's read model. */
  readonly stateSql: string
  /** The state after events of the account. */
  readonly evolve: (state: State, events: readonly RecordedEvent[]) => State
  /** The refusal of a command by all of its events, its own first; null if they may be recorded. */
  readonly refusalOf: (state: State, events: readonly DecidedEvent[]) => GuardRefusal | null
}
