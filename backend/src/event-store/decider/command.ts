import { Command } from '@nestjs/cqrs'
import type { Position } from '@prumo/shared/freshness'
import type { CommandSource, DomainEvent, RecordedEvent } from '../stream/event.js'
import type { Write } from '../stream/commit.js'
import type { AccountQuery } from '../query/account-query.js'
import type { Decider } from './decider.js'

/** Who issues a command, and what they ask of its execution. */
export interface CommandContext {
  accountId: string
  actor: string
  source: CommandSource
  /**
   * Asks for one effect however often the command comes: the caller's key and the request it stands for, as a text or as what
   * computes it, which may be called more than once.
   */
  idempotency?: { key: string; request: string | (() => Promise<string>) }
  /** The entity version the caller saw; another one is a VERSION_MISMATCH. */
  expectedVersion?: number
  /** The position of the event that the command takes back. */
  undoes?: number
}

/** What came of a command. */
export class CommandOutcome<Reply> {
  constructor(
    readonly reply: Reply,
    /** Of the command's last event; where it recorded none, of the head it was decided on. */
    readonly position: Position,
    /** True when this is the stored reply of an earlier execution and nothing was done. */
    readonly replayed = false,
  ) {}
}

/** A command on another entity of the account, which happens together with the one that it is a part of or not at all. */
export interface CommandPart {
  decider: Decider<unknown, unknown, DomainEvent>
  entityId: string
  command: unknown
  /** The position of the event that the part takes back. */
  undoes?: number
}

/** A part of a command, with the decider's types checked against each other. */
export function createPart<C, State, Event extends DomainEvent>(
  decider: Decider<C, State, Event>,
  entityId: string,
  command: C,
  undoes?: number,
): CommandPart {
  const part = { decider: decider as unknown as CommandPart['decider'], entityId, command }
  return undoes === undefined ? part : { ...part, undoes }
}

/** What was decided for a part; no events where there was nothing to do. */
export interface PartOutcome extends Pick<CommandPart, 'entityId'> {
  entity: string
  events: readonly DomainEvent[]
  /** The entity as these events leave it; as it was before them where the command is told what its parts come to. */
  state: unknown
}

/** What a command is besides its parts' own business. */
interface CommandContent<C> {
  command: C & { type: string }
  /**
   * Commands on other entities, each on one of its own and decided on that entity alone. All are recorded with the command,
   * behind its events, or none: where one is refused, all are.
   */
  parts?: readonly CommandPart[]
  /** The command once it is known what its parts come to, where its own event tells of that. */
  finalise?: (parts: readonly PartOutcome[]) => C
  /** The position of the event that the command takes back, where only the read models know it. */
  undoes?: number
}

/** A question to the read models, and what of the command its answer decides. */
export interface QueryDependency<C> {
  query: AccountQuery<unknown>
  then: (answer: unknown) => Partial<CommandContent<C>>
}

/** A question with what follows from its answer, their types checked against each other. */
export function dependsOn<Answer, C = never>(
  query: AccountQuery<Answer>,
  then: (answer: Answer) => Partial<CommandContent<C>>,
): QueryDependency<C> {
  return { query, then: then as QueryDependency<C>['then'] }
}

interface CommandIntent<C, State, Event extends DomainEvent, Reply> extends CommandContent<C> {
  decider: Decider<C, State, Event>
  entityId: string
  /** Asked of the read models as they are at the very head that the command is decided on. */
  dependsOn?: QueryDependency<C>
  /** What the caller is told, from the state the command led to and what was recorded for it and for its parts. */
  reply: (state: State, recorded: readonly RecordedEvent<Event>[], parts: readonly PartOutcome[]) => Reply
  /** Rows of plain tables that must come with the events or not at all. */
  alongside?: readonly Write[]
  /** True for the one command that begins an account's log. */
  opensAccount?: boolean
  /**
   * True for what may record thousands of events or empty the account. It waits for as long as another one may take, so that a
   * repeat meets its reply, or the refusal, and is not UNAVAILABLE.
   */
  isLarge?: boolean
}

/**
 * The message for the one write path: load, fold, decide, append with its projections, reply.
 * Rejects with `Rejected` for a refusal of the decider, VERSION_MISMATCH, or IDEMPOTENCY_MISMATCH.
 */
export class ExecuteCommand<Reply = unknown> extends Command<CommandOutcome<Reply>> {
  // The state's type is the decider's own business: it meets `reply` here and goes no further.
  readonly intent: CommandIntent<unknown, unknown, DomainEvent, Reply>

  constructor(
    readonly context: CommandContext,
    intent: unknown,
  ) {
    super()
    this.intent = intent as CommandIntent<unknown, unknown, DomainEvent, Reply>
  }

  /** A command for the bus, with the decider's types checked against each other. */
  static of<C, State, Event extends DomainEvent, Reply>(
    context: CommandContext,
    intent: CommandIntent<C, State, Event, Reply>,
  ): ExecuteCommand<Reply> {
    return new ExecuteCommand<Reply>(context, intent)
  }
}

/** A capability's way of making commands: on one of its entities, with the reply made of the state the command led to. */
export function defineCommands<C extends { type: string }, State, Event extends DomainEvent, Reply>(
  decider: Decider<C, State, Event>,
  reply: (state: State) => Reply,
): (context: CommandContext, entityId: string, command: C) => ExecuteCommand<Reply> {
  return (context, entityId, command) => ExecuteCommand.of(context, { decider, entityId, command, reply })
}

/**
 * The same for commands that add an entity of a kind that has a quota: `count` is how many there are, asked at the head that the
 * command is decided on.
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
