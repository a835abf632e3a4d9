import { INCLUDED_HEADER, readIncluded, readReflected, SEQ_HEADER, type Position } from '@prumo/shared/freshness'
import { rejections } from '@prumo/shared/rejections'
import { ApiError } from '../../lib/api'
import type { Command, Entity, QueuedCommand, CommandStatus } from './command'
import { entityBefore, needsDecision, isUnsent } from './queue'
import { applyCommand, kindOf } from './entity-registry'

/**
 * Optimistic updates: answers of the server with the commands applied that they lack. Effects are never rolled back: a command
 * stops being applied once an answer includes it, so a late answer cannot bring anything back.
 */

/** What an answer of the server reflects. */
export interface AnswerPosition extends Position {
  /** For the commands named in the request, by key: the position of each; null if the answer does not include it. */
  included: Readonly<Record<string, number | null>>
}

/** An answer of the server with its position. */
export interface PositionedAnswer<T> extends AnswerPosition {
  /** When it was requested, in milliseconds; only for display. */
  at: number
  data: T
}

/** For answers that are not in the account's log. */
export const NO_POSITION: AnswerPosition = { log: '', seq: 0, included: {} }

/** @throws ApiError for an answer without a position: from a release being replaced, or not from our server */
export function parsePosition(headers: Headers): AnswerPosition {
  const reflected = readReflected(headers.get(SEQ_HEADER) ?? '')
  if (!reflected) throw new ApiError(502, 'UNAVAILABLE', rejections.UNAVAILABLE.text)
  const { log, seq } = reflected
  return { log, seq, included: Object.fromEntries(readIncluded(headers.get(INCLUDED_HEADER) ?? '') ?? []) }
}

/** The answer with other data at the same position. */
export function mapAnswer<T, U>({ data, ...fresh }: PositionedAnswer<T>, change: (data: T) => U): PositionedAnswer<U> {
  return { ...fresh, data: change(data) }
}

/** The oldest answer: what all of them reflect. */
export function oldestAnswer<T extends AnswerPosition>(answers: readonly T[]): T {
  return answers.reduce((oldest, each) => (each.seq < oldest.seq ? each : oldest))
}

/**
 * Whether a command has to be applied to an answer. A command that the server has: if its position is beyond the answer's, or of
 * another log. A waiting one: unless the answer includes it.
 */
export function needsApplying({ log, seq, included }: AnswerPosition, { status, command }: QueuedCommand): boolean {
  if (status.is === 'done') return status.log !== log || status.seq > seq
  return status.is === 'waiting' && (included[command.key] ?? Number.POSITIVE_INFINITY) > seq
}

/** An entity before and after the commands that are applied to it; null if it does not exist. */
export interface EntityChange<E extends Entity = Entity> {
  id: string
  before: E | null
  after: E | null
}

/** An entity of an answer with this device's commands applied. */
export function applyToEntity<E extends Entity>(server: E | null, queue: readonly QueuedCommand[], known: AnswerPosition): E | null {
  return queue.reduce<E | null>((now, item) => (needsApplying(known, item) ? (applyQueued(now, item) as E | null) : now), server)
}

function applyQueued(now: Entity | null, { status, command }: QueuedCommand): Entity | null {
  return status.is === 'done' && !kindOf(command)?.accumulates ? status.after : applyCommand(now, command)
}

/**
 * Entities of an answer with this device's commands applied, in the server's order. Rows without commands stay the same objects.
 */
export function applyToList<E extends Entity>(
  server: readonly E[],
  queue: readonly QueuedCommand[],
  known: AnswerPosition,
  compare: (one: E, other: E) => number,
): readonly E[] {
  const byEntity = groupByEntity(queue.filter((item) => needsApplying(known, item)))
  if (byEntity.size === 0) return server
  const rows = new Map(server.map((entity) => [entity.id, entity]))
  for (const [id, items] of byEntity) {
    const entity = applyToEntity(rows.get(id) ?? null, items, known)
    if (entity) rows.set(id, entity)
    else rows.delete(id)
  }
  return [...rows.values()].sort(compare)
}

/**
 * The changes that sums lack, as entities before and after, for sums whose rows are not known. Each answered command that the sums
 * lack gives one change. The waiting commands of an entity give one more: from the entity that the first was made on, with those
 * applied that the sums include, to the entity after all of them.
 */
export function unappliedChanges<E extends Entity>(queue: readonly QueuedCommand[], known: AnswerPosition): EntityChange<E>[] {
  const changes: EntityChange[] = []
  for (const [id, items] of groupByEntity(queue)) {
    for (const item of items) {
      if (item.status.is === 'done' && needsApplying(known, item))
        changes.push({ id, before: item.status.before, after: item.status.after })
    }
    const open = items.filter(isUnsent)
    if (!open.some((item) => needsApplying(known, item))) continue
    // The server has this entity, and the commands that the sums include.
    const base = open[0] ? entityBefore(open[0].command) : null
    const before = open
      .filter((item) => item.status.is === 'waiting' && !needsApplying(known, item))
      .reduce<Entity | null>(applyQueued, base)
    changes.push({ id, before, after: applyToEntity(before, open, known) })
  }
  return changes as EntityChange<E>[]
}

/** The commands on a kind of entity, in order, with derived ones and what they show on it. */
export function commandsAbout(queue: readonly QueuedCommand[], entity: string): readonly QueuedCommand[] {
  return queue.flatMap((item) => [item, ...derivedOf(item)].filter(({ command }) => command.entity === entity))
}

export type SyncMarkKind = 'waiting' | 'refused' | 'conflict'

/** The mark of each row: one that needs a decision outweighs a waiting one. */
export function syncMarks(queue: readonly QueuedCommand[]): ReadonlyMap<string, SyncMarkKind> {
  const marks = new Map<string, SyncMarkKind>()
  for (const { status, command } of queue) {
    if (status.is === 'done') continue
    const present = marks.get(command.entityId)
    if (status.is !== 'waiting' || present === undefined) marks.set(command.entityId, status.is)
  }
  return marks
}

/** The commands on each entity, in order. */
export function groupByEntity(queue: readonly QueuedCommand[]): Map<string, QueuedCommand[]> {
  const groups = new Map<string, QueuedCommand[]>()
  for (const item of queue) {
    const id = item.command.entityId
    const group = groups.get(id)
    if (group) group.push(item)
    else groups.set(id, [item])
  }
  return groups
}

/** The kinds of entity whose answers show a command. */
export function shownOn(command: Command): readonly string[] {
  return [command.entity, ...(kindOf(command)?.shownEffects?.(command) ?? []).map(({ entity }) => entity)]
}

/** Whether an answer lacks a command on these kinds of entity, so that what workers compute from them is behind. */
export function isBehind(queue: readonly QueuedCommand[], entities: readonly string[], known: AnswerPosition): boolean {
  const isOne = (item: QueuedCommand): boolean => [item, ...derivedOf(item)].some(({ command }) => entities.includes(command.entity))
  return queue.some((item) => !needsDecision(item) && needsApplying(known, item) && isOne(item))
}

/**
 * The effects of a command on other entities, as queued commands: shown like any other, but stored and sent only with their parent.
 * The same objects while the parent's status is unchanged, so that nothing renders again.
 */
function derivedOf(item: QueuedCommand): readonly QueuedCommand[] {
  const commands = derivedCommandsOf(item.command)
  if (commands.length === 0) return NONE_DERIVED
  const { status } = item
  if (status.is !== 'done') return commands.map((command) => ({ ...item, command, status }))
  const ends = derivedStatuses(status, commands)
  return commands.map((command, index) => ({ ...item, command, status: ends[index] as CommandStatus }))
}

const NONE_DERIVED: readonly QueuedCommand[] = []
const derivedByCommand = new WeakMap<Command, readonly Command[]>()
const statusesByParent = new WeakMap<CommandStatus, readonly CommandStatus[]>()

function derivedCommandsOf(command: Command): readonly Command[] {
  const known = derivedByCommand.get(command)
  if (known) return known
  const { account, id, key, at } = command
  const kind = kindOf(command)
  const parts = [...(kind?.derivedCommands?.(command) ?? []), ...(kind?.shownEffects?.(command) ?? [])]
  const commands = parts.map((part): Command => ({ ...part, account, id: `${id}/${part.entityId}`, key, at }))
  derivedByCommand.set(command, commands)
  return commands
}

/** The status of each derived command: the answer contains only the parent's entity, so the others follow from the commands. */
function derivedStatuses(status: CommandStatus & { is: 'done' }, commands: readonly Command[]): readonly CommandStatus[] {
  const known = statusesByParent.get(status)
  if (known) return known
  const ends = commands.map((command): CommandStatus => ({ ...status, before: command.base, after: resultOf(command) }))
  statusesByParent.set(status, ends)
  return ends
}

function resultOf(command: Command): Entity | null {
  return applyCommand(command.base, command)
}

/** Keeps unchanged commands as the same objects, so that screens that show them need not render again. */
export function keepUnchanged(before: readonly QueuedCommand[], queue: readonly QueuedCommand[]): readonly QueuedCommand[] {
  const known = new Map(before.map((item) => [item.position, item]))
  return queue.map((item) => {
    const was = known.get(item.position)
    if (!was) return item
    const same = { ...item, command: keepIfEqual(was.command, item.command), status: keepIfEqual(was.status, item.status) }
    return JSON.stringify(was) === JSON.stringify(item) ? was : same
  })
}

function keepIfEqual<T>(before: T, now: T): T {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now
}

/** No screen of an entity shows the number of attempts. */
export function isEqualExceptAttempts(before: readonly QueuedCommand[], queue: readonly QueuedCommand[]): boolean {
  return (
    before.length === queue.length &&
    queue.every(({ command, status }, index) => command === before[index]?.command && status === before[index].status)
  )
}
