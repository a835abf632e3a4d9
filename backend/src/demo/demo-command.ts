import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import type { Registration } from '@prumo/shared/identity'
import type { NewImport } from '@prumo/shared/imports'
import { v5 as namedId } from 'uuid'
import type { Decider } from '../event-store/decider/decider.js'
import type { DomainEvent } from '../event-store/stream/event.js'
import type { DemoReceipt } from './example-receipts.js'

/** Ids and idempotency keys derive from names, so that an interrupted seed resumes where it stopped. */
const NAMESPACE = '5f0a1c3e-7f0b-5d64-9a55-0c6f2f1f8a10'

/** The id of a demo account. */
export function demoAccountId(email: string): string {
  return namedId(email, NAMESPACE)
}

/** The id of an entity of a demo account. */
export function demoEntityId(email: string, name: string | number): string {
  return namedId(`${email} ${name}`, NAMESPACE)
}

/** The entity whose id is the account's. */
export const ofTheAccount = Symbol('of the account')
/** The wallet that the account has from the beginning. */
export const ofTheFirstWallet = Symbol('of the first wallet')

/** The transaction of a recurrence on a nominal date. */
export interface OccurrenceName {
  /** Names the recurrence within the account. */
  recurrence: string
  nominal: CalendarDate
}

/** A command of a demo account's user, with its day. Lists are in the order of execution. */
export interface DemoCommand {
  on: CalendarDate
  /** Names the entity within the account, for later commands on it. */
  of: string | OccurrenceName | typeof ofTheAccount | typeof ofTheFirstWallet
  decider: Decider<never, never, DomainEvent>
  command: { type: string }
}

/** A demo account: its registration, its first day and its commands. */
export interface DemoAccount {
  registration: Registration
  since: CalendarDate
  happenings: readonly DemoCommand[]
  /** A month that is closed on that day, after the commands and before the statement. */
  closing?: { on: CalendarDate; month: CalendarMonth }
  /** Receipts that are added last. */
  receipts?: readonly DemoReceipt[]
  /** A bank statement that is imported after the commands, with its day; `idOf` names its lines. */
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
