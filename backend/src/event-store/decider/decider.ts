import type { DomainEvent, Recorded } from '../stream/event.js'

/**
 * The rules of one kind of entity, pure: no clock, no ids, no I/O. Time and ids arrive in the command.
 * A refusal is a thrown `Rejected`; nothing to change is an empty list.
 */
export interface Decider<Command, State, Event extends DomainEvent> {
  readonly entity: string
  readonly initial: State
  readonly decide: (command: Command, state: State) => Event[]
  readonly evolve: (state: State, event: Recorded<Event>) => State
  /** Whether there is an entity that a version could be asked of. */
  readonly exists: (state: State) => boolean
  /** True for the one entity of its kind that an account has: after a reset it may begin anew, where others stay gone. */
  readonly beginsAnew?: true
  /** True for what a reset of the account leaves as it is. */
  readonly survivesReset?: true
  /** True where `evolve` goes by the types of events alone: then nothing is opened, and a damaged log or a lost key is no obstacle. */
  readonly readsTypesAlone?: true
}
