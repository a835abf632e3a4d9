import type { CalendarDate } from '@prumo/shared/calendar'
import type { Registration } from '@prumo/shared/identity'
import type { NewImport } from '@prumo/shared/imports'
import type { Decider } from '../event-store/decider/decider.js'
import type { DomainEvent } from '../event-store/stream/event.js'

/** Names the one entity of its kind in the account, whose id is the account's. */
export const ofTheAccount = Symbol('of the account')

/** Something a demo account's user did on a day; happenings are told in the order in which they happened. */
export interface DemoCommand {
  on: CalendarDate
  /** Names the entity within the account, so that a later happening can speak of it again. */
  of: string | typeof ofTheAccount
  decider: Decider<never, never, DomainEvent>
  command: { type: string }
}

/** A demo account: who it is, since when, and all that happened in it. */
export interface DemoAccount {
  registration: Registration
  since: CalendarDate
  happenings: readonly DemoCommand[]
  /** A bank's statement that is taken in last, on a day; `idOf` names its lines. */
  statement?: { on: CalendarDate; of: (idOf: (name: string) => string) => NewImport }
}

/** A happening with its command checked against its decider. */
export function demoCommand<Command extends { type: string }, State, Event extends DomainEvent>(
  on: CalendarDate,
  of: DemoCommand['of'],
  decider: Decider<Command, State, Event>,
  command: Command,
): DemoCommand {
  return { on, of, decider: decider as unknown as DemoCommand['decider'], command }
}
