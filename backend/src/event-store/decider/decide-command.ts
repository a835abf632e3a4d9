import { Rejected } from '@prumo/shared/rejections'
import { v7 as newUuid } from 'uuid'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import { mapYielding } from '../../platform/map-yielding.js'
import type { Head } from '../stream/commit.js'
import type { DomainEvent, EventMeta, EventRow, RecordedEvent } from '../stream/event.js'
import type { EventCodec } from '../stream/event-codec.js'
import { entityName } from '../stream/read-stream.js'
import type { FoldedEntity } from '../write-path/account-cache.js'
import type { CommandContext, ExecuteCommand, CommandPart, PartOutcome } from './command.js'

/** The state of one entity that a command is decided on. */
export interface EntityBasis {
  before: FoldedEntity
  /** True when the entity was last written before a reset: it no longer exists, and its id stays used. */
  isGone: boolean
}

/** The decision about one entity, by a command or one of its parts. */
export interface EntityDecision {
  on: CommandPart
  before: FoldedEntity
  events: readonly DomainEvent[]
}

/** The decisions of a command and its parts. */
export interface CommandDecision {
  /** Decisions with events, the command's own first; empty when there is nothing to do. */
  recording: readonly EntityDecision[]
  outcomes: readonly PartOutcome[]
}

/**
 * Decides a command and its parts. Throws `Rejected` when any of them is refused. @param undoes the position of the event that
 * the command undoes
 */
export async function decideCommand(
  intent: ExecuteCommand['intent'],
  undoes: number | undefined,
  { entity, parts }: { entity: EntityBasis; parts: readonly EntityBasis[] },
): Promise<CommandDecision> {
  const { decider, entityId, command, finalise } = intent
  const decideOwn = (decided: unknown) =>
    decideEntity({ decider, entityId, command: decided, ...(undoes !== undefined && { undoes }) }, entity)
  // Decide the command first: its refusal is more informative than that of a part.
  const first = finalise ? null : decideOwn(command)
  const ofParts = await mapYielding(intent.parts ?? [], (part, index) => decideEntity(part, parts[index] as EntityBasis))
  const outcomes = ofParts.map(({ on, events, before: { state } }): PartOutcome => {
    return { entity: on.decider.entity, entityId: on.entityId, events, state }
  })
  const own = first ?? decideOwn(finalise?.(outcomes))
  const recording = [own, ...ofParts].filter(({ events }) => events.length > 0)
  if (recording.length > 0 && recording[0] !== own) throw new Error('The parts of a command record events, but the command itself does not')
  return { recording, outcomes }
}

function decideEntity(on: CommandPart, { before, isGone }: EntityBasis): EntityDecision {
  const events = on.decider.decide(on.command, before.state)
  if (events.length > 0 && isGone) throw new Rejected('CONFLICT')
  return { on, before, events }
}

/** The end of a log, and the time, for placing events. */
interface LogEnd {
  head: Head
  key: DataKey
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Assigns positions at the end of the log to decided events, one entity after the other, as encoded rows and as events. Events
 * of other entities than the first refer to its first event by `partOf`.
 */
export async function toRows(
  context: CommandContext,
  decided: readonly EntityDecision[],
  { head, key, now }: LogEnd,
  codec: EventCodec,
): Promise<{ rows: EventRow[]; events: RecordedEvent[] }> {
  const { accountId, actor, source, idempotency } = context
  const present = new Date(now).toISOString()
  const recordedAt = present < head.recordedAt ? head.recordedAt : present
  const common: EventMeta = { commandId: idempotency?.key ?? newUuid(), actor, source }
  const rows: EventRow[] = []
  const events: RecordedEvent[] = []
  await mapYielding(decided, ({ on: { decider, entityId, undoes }, before, events: those }, index) => {
    const meta = { ...common, ...(undoes !== undefined && { undoes }), ...(index > 0 && { partOf: head.seq + 1 }) }
    for (const event of those) {
      const at = {
        accountId,
        seq: head.seq + 1 + rows.length,
        entity: decider.entity,
        entityId,
        entityVersion: before.version + 1,
        recordedAt,
      }
      rows.push(codec.encode(event, at, meta, key, rows.at(-1)?.hash ?? head.hash))
      events.push({ type: event.type, data: event.data, meta, ...at })
    }
  })
  return { rows, events }
}

/** Folds placed events into the resulting states, in the order of decision. */
export function foldStates(
  recording: readonly EntityDecision[],
  events: readonly RecordedEvent[],
): Promise<{ name: string; folded: FoldedEntity }[]> {
  let at = 0
  return mapYielding(recording, ({ on, before, events: own }) => {
    const placed = events.slice(at, (at += own.length))
    const state = placed.reduce((current, event) => on.decider.evolve(current, event), before.state)
    return { name: entityName({ entity: on.decider.entity, entityId: on.entityId }), folded: { state, version: before.version + 1 } }
  })
}
