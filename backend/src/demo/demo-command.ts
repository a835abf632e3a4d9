import type { CalendarDate } from '@prumo/shared/calendar'
import type { Registration } from '@prumo/shared/identity'
import type { NewImport } from '@prumo/shared/imports'
import type { Decider } from '../event-store/decider/decider.js'
import type { DomainEvent } from '../event-store/stream/event.js'

/** The entity whose id is the account's. */
export const ofTheAccount = Symbol('of the account')

/** A command of a demo account's user, with its day. Lists are in the order of execution. */
export interface DemoCommand {
  on: CalendarDate
  /** Names the entity within the account, for later commands on it. */
  of: string | typeof ofTheAccount
  decider: Decider<never, never, DomainEvent>
  command: { type: string }
}

/** A demo account: its registration, its first day and its commands. */
export interface DemoAccount {
  registration: Registration
  since: CalendarDate
  happenings: readonly DemoCommand[]
  /** A bank statement that is imported last, with its day; `idOf` names its lines. */
  statement?: { on: CalendarDate; of: (idOf: (name: string) => string) => NewImport }
}

/** A command checked against its decider's types. */
export function demoCommand<Command extends { type: string }, State, Event extends DomainEvent>(
  on: CalendarDate,
  of: DemoCommand['of'],
  decider: Decider<Command, State, Event>,
  command: Command,
): DemoCommand {
  return { on, of, decider: decider as unknown as DemoCommand['decider'], command }
}
