import { Command } from '@nestjs/cqrs'
import type { Position } from '@prumo/shared/freshness'
import type { Source, DomainEvent, Recorded } from '../stream/event.js'
import type { Write } from '../stream/commit.js'
import type { Decider } from './decider.js'

/** Who issues a command, and what they ask of its execution. */
export interface CommandContext {
  accountId: string
  actor: string
  source: Source
  /** Asks for one effect however often the command comes: the caller's key and the request it stands for. */
  idempotency?: { key: string; request: string }
  /** The entity version the caller saw; another one is a VERSION_MISMATCH. */
  expectedVersion?: number
  /** The position of the event that the command takes back. */
  undoes?: number
}

/** What came of a command. */
export class Outcome<Reply> {
  constructor(
    readonly reply: Reply,
    /** Of the command's last event; where it recorded none, of the head it was decided on. */
    readonly position: Position,
    /** True when this is the stored reply of an earlier execution and nothing was done. */
    readonly replayed = false,
  ) {}
}

interface Intent<Command, State, Event extends DomainEvent, Reply> {
  decider: Decider<Command, State, Event>
  entityId: string
  command: Command & { type: string }
  /** The reply to the caller, from the state the command led to and what was recorded for it. */
  reply: (state: State, recorded: readonly Recorded<Event>[]) => Reply
  /** Rows of plain tables that must come with the events or not at all. */
  alongside?: readonly Write[]
  /** True for the one command that begins an account's log. */
  opensAccount?: boolean
}

/**
 * The message for the one write path: load, fold, decide, append with its projections, reply.
 * Rejects with `Rejected` for a refusal of the decider, VERSION_MISMATCH, or IDEMPOTENCY_MISMATCH.
 */
export class Execute<Reply = unknown> extends Command<Outcome<Reply>> {
  // The state's type is the decider's own business: it meets `reply` here and goes no further.
  readonly intent: Intent<unknown, unknown, DomainEvent, Reply>

  constructor(
    readonly context: CommandContext,
    intent: unknown,
  ) {
    super()
    this.intent = intent as Intent<unknown, unknown, DomainEvent, Reply>
  }

  /** A command for the bus, with the decider's types checked against each other. */
  static of<C, State, Event extends DomainEvent, Reply>(context: CommandContext, intent: Intent<C, State, Event, Reply>): Execute<Reply> {
    return new Execute<Reply>(context, intent)
  }
}

/** A capability's way of making commands: on one of its entities, with the reply made of the state the command led to. */
export function commandsOn<C extends { type: string }, State, Event extends DomainEvent, Reply>(
  decider: Decider<C, State, Event>,
  reply: (state: State) => Reply,
): (context: CommandContext, entityId: string, command: C) => Execute<Reply> {
  return (context, entityId, command) => Execute.of(context, { decider, entityId, command, reply })
}
