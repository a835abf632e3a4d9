import { Command } from '@nestjs/cqrs'
import type { Position } from '@prumo/shared/freshness'
import type { FieldErrors } from '@prumo/shared/rejections'
import type { CommandSource, DomainEvent, RecordedEvent } from '../stream/event.js'
import type { Write } from '../stream/commit.js'
import type { AccountQuery } from '../query/account-query.js'
import type { Decider } from './decider.js'

/** The issuer of a command and the options of its execution. */
export interface CommandContext {
  accountId: string
  actor: string
  source: CommandSource
  /**
   * Makes the command idempotent: the caller's key, and a text that identifies the request or a function that computes it,
   * which may be called more than once.
   */
  idempotency?: { key: string; request: string | (() => Promise<string>) }
  /** The entity version that the caller saw; a different one is rejected with VERSION_MISMATCH. */
  expectedVersion?: number
  /** The position of the event that the command undoes. */
  undoes?: number
}

/** The outcome of a command. */
export class CommandOutcome<Reply> {
  constructor(
    readonly reply: Reply,
    /** Position of the command's last event; without events, of the head it was decided on. */
    readonly position: Position,
    /** True when this is the stored reply of an earlier execution and nothing was recorded. */
    readonly replayed = false,
  ) {}
}

/** A command on another entity of the account, committed atomically with the command it belongs to. */
export interface CommandPart {
  decider: Decider<unknown, unknown, DomainEvent>
  entityId: string
  command: unknown
  /** The position of the event that the part undoes. */
  undoes?: number
}

/** Creates a part, checking the decider's types against each other. */
export function createPart<C, State, Event extends DomainEvent>(
  decider: Decider<C, State, Event>,
  entityId: string,
  command: C,
  undoes?: number,
): CommandPart {
  const part = { decider: decider as unknown as CommandPart['decider'], entityId, command }
  return undoes === undefined ? part : { ...part, undoes }
}

/** The decision of a part; `events` is empty when there is nothing to do. */
export interface PartOutcome extends Pick<CommandPart, 'entityId'> {
  entity: string
  events: readonly DomainEvent[]
  /** The entity after these events; before them when passed to `finalise`. */
  state: unknown
}

/** What a command does apart from its decider. */
interface CommandContent<C> {
  command: C & { type: string }
  /**
   * Commands on distinct other entities, each decided on that entity alone. They are recorded after the command's own events,
   * all or none: one refusal refuses all.
   */
  parts?: readonly CommandPart[]
  /** Completes the command from the decisions of its parts, when its own event reports on them. */
  finalise?: (parts: readonly PartOutcome[]) => C
  /** The position of the event that the command undoes, when only the read models know it. */
  undoes?: number
}

/** A query of the read models, and the parts of the command that its answer determines. */
export interface QueryDependency<C> {
  query: AccountQuery<unknown>
  then: (answer: unknown) => Partial<CommandContent<C>>
}

/** Creates a query dependency, checking its types against each other. */
export function dependsOn<Answer, C = never>(
  query: AccountQuery<Answer>,
  then: (answer: Answer) => Partial<CommandContent<C>>,
): QueryDependency<C> {
  return { query, then: then as QueryDependency<C>['then'] }
}

interface CommandIntent<C, State, Event extends DomainEvent, Reply> extends CommandContent<C> {
  decider: Decider<C, State, Event>
  entityId: string
  /** Answered by the read models as of the head that the command is decided on. */
  dependsOn?: QueryDependency<C>
  /** The reply, from the resulting state and the events recorded for the command and its parts. */
  reply: (state: State, recorded: readonly RecordedEvent<Event>[], parts: readonly PartOutcome[]) => Reply
  /** The fields of the request that name entities for which the account's guard refuses the command. */
  fieldsOf?: (entityIds: readonly string[]) => FieldErrors
  /** Rows of plain tables, committed atomically with the events. */
  alongside?: readonly Write[]
  /** True for the command that creates an account's log. */
  opensAccount?: boolean
  /**
   * True for a command that may record thousands of events or empty the account. It waits for another one as long as that may
   * take, so that a retry gets its reply or refusal instead of UNAVAILABLE.
   */
  isLarge?: boolean
}

/**
 * The bus message for the write path: load, fold, decide, append with its projections, reply. Rejects with `Rejected`: a
 * refusal of the decider, VERSION_MISMATCH, or IDEMPOTENCY_MISMATCH.
 */
export class ExecuteCommand<Reply = unknown> extends Command<CommandOutcome<Reply>> {
  // The state's type is internal to the decider; only `reply` uses it.
  readonly intent: CommandIntent<unknown, unknown, DomainEvent, Reply>

  constructor(
    readonly context: CommandContext,
    intent: unknown,
  ) {
    super()
    this.intent = intent as CommandIntent<unknown, unknown, DomainEvent, Reply>
  }

  /** Creates a command, checking the decider's types against each other. */
  static of<C, State, Event extends DomainEvent, Reply>(
    context: CommandContext,
    intent: CommandIntent<C, State, Event, Reply>,
  ): ExecuteCommand<Reply> {
    return new ExecuteCommand<Reply>(context, intent)
  }
}

/** Creates a capability's command factory: commands on one entity, with a reply computed from the resulting state. */
export function defineCommands<C extends { type: string }, State, Event extends DomainEvent, Reply>(
  decider: Decider<C, State, Event>,
  reply: (state: State) => Reply,
): (context: CommandContext, entityId: string, command: C) => ExecuteCommand<Reply> {
  return (context, entityId, command) => ExecuteCommand.of(context, { decider, entityId, command, reply })
}

/**
 * Like `defineCommands`, for commands that add an entity of a kind with a quota. `count` is the number of existing ones as of
 * the head that the command is decided on.
 */
export function defineCountedCommands<C extends { type: string; count?: number }, State, Event extends DomainEvent, Reply>(
  decider: Decider<C, State, Event>,
  countOf: (accountId: string) => AccountQuery<number>,
  reply: (state: State) => Reply,
): (context: CommandContext, entityId: string, command: C) => ExecuteCommand<Reply> {
  return (context, entityId, command) => {
    const counted = dependsOn<number, C>(countOf(context.accountId), (count) => ({ command: { ...command, count } }))
    return ExecuteCommand.of(context, { decider, entityId, command, dependsOn: counted, reply })
  }
}
