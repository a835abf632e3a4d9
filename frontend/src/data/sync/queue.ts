import type { Position } from '@prumo/shared/freshness'
import {
  isSameValue,
  pickChanges,
  pickFields,
  type Command,
  type Entity,
  type EntityName,
  type QueuedCommand,
  type RefusalReason,
} from './command'
import { applyCommand, kindOf } from './entity-registry'

/**
 * Decisions about the commands in an account's queue, as pure functions over the whole queue. Each returns what to write and what
 * to remove. The store applies them in one transaction, so that tabs always agree.
 */

/** Commands to write, replacing those at their positions, and positions to remove. */
export interface QueueChanges {
  put: readonly QueuedCommand[]
  remove: readonly number[]
}

/** The outcome of one attempt. */
export type SendOutcome =
  /**
   * The server has it. `entity` is the present entity, null if it is gone or unknown. `position` is null if an earlier attempt
   * succeeded.
   */
  | { kind: 'done'; entity: Entity | null; position: Position | null }
  /** Refused for good; the person decides. */
  | { kind: 'refused'; reason: RefusalReason }
  /** The server has another version than the one it was made on; `now` is that entity. */
  | { kind: 'outdated'; now: Entity }
  /** The server failed on this command, whatever it did with others. */
  | { kind: 'failed'; reason: RefusalReason }
  /** To be retried. `isUncertain`: the server may have it; `isUnpaid`: the subscription has to be paid first. */
  | { kind: 'later'; isUncertain: boolean; isUnpaid?: boolean }

const NO_CHANGES: QueueChanges = { put: [], remove: [] }

/** The number of server errors after which the person decides. */
export const MAX_FAILURES = 5

/**
 * The first command that may be sent, in order. Skips entities that need a decision, and commands of another release, which sends
 * them from another tab or when it is back. A reset is sent before all others, which wait until its outcome is known.
 * @param rests whether a command is in its pause; its entity waits too
 */
export function nextToSend(queue: readonly QueuedCommand[], rests: (item: QueuedCommand) => boolean = () => false): QueuedCommand | null {
  const reset = queue.find(isResetPending)
  if (reset) return needsDecision(reset) || rests(reset) ? null : reset
  const blocked = new Set<string>()
  /** Named by an earlier command that waits: a command on one of them, such as archiving it, is sent after that. */
  const named = new Set<string>()
  for (const item of queue) {
    const name = entityKeyOf(item.command)
    const needed = dependencyKeysOf(item.command)
    const isWaiting = item.status.is === 'waiting'
    const isFree = !blocked.has(name) && !named.has(name) && !needed.some((each) => blocked.has(each))
    if (isWaiting && isFree && kindOf(item.command) && !rests(item)) return item
    if (isWaiting || needsDecision(item)) for (const each of entityKeysOf(item.command)) blocked.add(each)
    if (isWaiting) for (const each of needed) named.add(each)
  }
  return null
}

/**
 * Adds a command at the end, or in the place of a refused one. The position is the time of creation, so that the command follows
 * those that other tabs added before, whether or not this tab has them.
 */
export function enqueue(queue: readonly QueuedCommand[], command: Command, replaces: string | null = null): QueueChanges {
  const replaced = queue.find((item) => item.command.id === replaces && needsDecision(item))
  const position = replaced?.position ?? Math.max(Date.parse(command.at), ...queue.map((item) => item.position + 1))
  return { put: [{ position, command, status: { is: 'waiting' }, attempts: 0, isUncertain: false }], remove: [] }
}

/** Marks a command as sent: until an answer arrives, the server may have it. */
export function markSending(queue: readonly QueuedCommand[], id: string): QueueChanges {
  const item = findCommand(queue, id)
  return item?.status.is === 'waiting' ? { put: [{ ...item, isUncertain: true }], remove: [] } : NO_CHANGES
}

/** Applies the outcome of an attempt. */
export function applyOutcome(queue: readonly QueuedCommand[], id: string, outcome: SendOutcome, at: number): QueueChanges {
  const item = findCommand(queue, id)
  if (item?.status.is !== 'waiting') return NO_CHANGES
  switch (outcome.kind) {
    case 'later':
      return {
        put: [{ ...item, attempts: item.attempts + 1, isUncertain: outcome.isUncertain, isUnpaid: outcome.isUnpaid === true }],
        remove: [],
      }
    case 'failed': {
      const failed = { ...item, attempts: item.attempts + 1, failures: (item.failures ?? 0) + 1, isUncertain: false, isUnpaid: false }
      return {
        put: [failed.failures < MAX_FAILURES ? failed : { ...failed, status: { is: 'refused', at, reason: outcome.reason } }],
        remove: [],
      }
    }
    case 'refused':
      return { put: [{ ...item, isUncertain: false, status: { is: 'refused', at, reason: outcome.reason } }], remove: [] }
    case 'outdated':
      return { put: [rebase({ ...item, attempts: item.attempts + 1, isUncertain: false }, outcome.now, at, [])], remove: [] }
    case 'done': {
      if (kindOf(item.command)?.discardsQueue)
        return { put: [], remove: queue.filter(({ position }) => position <= item.position).map(({ position }) => position) }
      const followers = rebaseFollower(queue, item, outcome.entity, at)
      if (!outcome.position) return { put: followers, remove: [item.position] }
      const status = { is: 'done', ...outcome.position, before: entityBefore(item.command), after: outcome.entity } as const
      return { put: [{ ...item, attempts: 0, isUncertain: false, status }, ...followers], remove: [] }
    }
  }
}

/** Removes an unsent command; null if it may have been sent or later ones depend on it, so that only its inverse can undo it. */
export function withdraw(queue: readonly QueuedCommand[], id: string): QueueChanges | null {
  const item = findCommand(queue, id)
  if (!item || item.status.is !== 'waiting' || item.isUncertain) return null
  return followersOf(queue, item).length === 0 ? { put: [], remove: [item.position] } : null
}

/**
 * Discards a refused or conflicting command. Later commands on its entity continue without its effect; if the server has another
 * version, the next one is compared with that. After a discarded creation they are discarded too.
 */
export function discard(queue: readonly QueuedCommand[], id: string): QueueChanges {
  const item = findCommand(queue, id)
  if (!item || !needsDecision(item)) return NO_CHANGES
  const followers = followersOf(queue, item)
  if (kindOf(item.command)?.lifecycle === 'creates') return { put: [], remove: [item, ...followers].map(({ position }) => position) }
  const [next, ...rest] = followers.filter(isOnEntityOf(item)).map((each) => ({
    ...each,
    command: { ...each.command, base: removeEffect(each.command.base, effectOn(each.command, item.command)) },
  }))
  return { put: next ? [rebaseAfterConflict(next, item), ...rest] : [], remove: [item.position] }
}

/**
 * The entity that a later command was made on, without the effect of a discarded earlier one. A field that still has the earlier
 * command's value gets its previous value back.
 */
function removeEffect(on: Entity | null, command: Command): Entity | null {
  if (!on || !command.base) return command.base
  const changes = pickChanges(command.base, applyCommand(command.base, command) ?? {})
  const still = Object.keys(changes).filter((field) => !(field in pickChanges(on, changes)))
  return { ...on, ...pickFields(command.base, still) }
}

/** The command itself for a later one on its entity, else the derived one on the later one's entity. */
function effectOn(later: Command, command: Command): Command {
  if (entityKeyOf(later) === entityKeyOf(command)) return command
  const part = kindOf(command)
    ?.derivedCommands?.(command)
    .find((each) => entityKeyOf(each) === entityKeyOf(later))
  return part ? { ...command, ...part } : command
}

/** The command after a conflicting one, compared with the server's entity, unless it was made on that version. */
function rebaseAfterConflict(next: QueuedCommand, { status }: QueuedCommand): QueuedCommand {
  if (status.is !== 'conflict' || (next.command.base?.version ?? 0) >= status.theirs.version) return next
  return rebase(next, status.theirs, status.at, [])
}

/**
 * Sends a parked command again, on the server's present entity. For a conflicting correction, `kept` names the fields that keep
 * this device's values; a field that it had not changed gets the value that this device had seen. Keeping none discards it.
 */
export function retry(queue: readonly QueuedCommand[], id: string, kept: readonly string[] | null = null): QueueChanges {
  const item = findCommand(queue, id)
  if (!item || !needsDecision(item)) return NO_CHANGES
  const base = item.status.is === 'conflict' ? item.status.theirs : item.command.base
  const retried = { ...item, status: { is: 'waiting' }, attempts: 0, failures: 0, isUncertain: false } as const
  const keeping = item.status.is === 'conflict' && kept !== null && kindOf(item.command)?.keepFields
  if (!keeping) return { put: [{ ...retried, command: { ...item.command, base } }], remove: [] }
  if (kept.length === 0) return discard(queue, id)
  return { put: [{ ...retried, command: { ...item.command, ...keeping(item.command, kept as never), base } }], remove: [] }
}

/** Removes answered commands that no cached answer on this device lacks. */
export function prune(queue: readonly QueuedCommand[], isNeeded: (item: QueuedCommand) => boolean): QueueChanges {
  const remove = queue.filter((item) => item.status.is === 'done' && !isNeeded(item)).map(({ position }) => position)
  return { put: [], remove }
}

/**
 * Queues answered commands again when the account has another log, which may lack them. They have their keys, so nothing changes if
 * the new log includes them.
 */
export function resendAfterLogChange(queue: readonly QueuedCommand[], log: string): QueueChanges {
  const put = queue.filter(({ status }) => status.is === 'done' && status.log !== log)
  return { put: put.map((item) => ({ ...item, status: { is: 'waiting' }, isUncertain: true })), remove: [] }
}

/** The queue after changes, in order. */
export function applyChanges(queue: readonly QueuedCommand[], { put, remove }: QueueChanges): QueuedCommand[] {
  const removed = new Set([...remove, ...put.map(({ position }) => position)])
  return [...queue.filter(({ position }) => !removed.has(position)), ...put].sort((one, other) => one.position - other.position)
}

export function needsDecision({ status }: Pick<QueuedCommand, 'status'>): boolean {
  return status.is === 'refused' || status.is === 'conflict'
}

/** Parked after repeated server errors: the command itself may be right, and may have been recorded. */
export function isUndelivered({ status }: Pick<QueuedCommand, 'status'>): boolean {
  return status.is === 'refused' && status.reason.status >= 500
}

/** A reset whose outcome is unknown. */
export function isResetPending(item: QueuedCommand): boolean {
  return kindOf(item.command)?.discardsQueue === true && (item.status.is === 'waiting' || isUndelivered(item))
}

/** A reset that was refused because its confirmation had lapsed: nothing was emptied, and the person confirms again. */
export function isLapsedReset({ command, status }: QueuedCommand): boolean {
  return kindOf(command)?.discardsQueue === true && status.is === 'refused' && status.reason.code === 'CONFIRMATION_REQUIRED'
}

/** Not on the server yet: waiting, or parked. */
export function isUnsent({ status }: Pick<QueuedCommand, 'status'>): boolean {
  return status.is !== 'done'
}

/**
 * Later unsent commands on the same entity, or on one that the command derives changes for; after a creation also those that name
 * the entity, and their followers.
 */
export function followersOf(queue: readonly QueuedCommand[], { position, command }: QueuedCommand): QueuedCommand[] {
  const subjects = new Set(entityKeysOf(command))
  const isCreated = kindOf(command)?.lifecycle === 'creates'
  return queue.filter((item) => {
    if (item.position <= position || !isUnsent(item)) return false
    if (subjects.has(entityKeyOf(item.command))) return true
    if (!isCreated || !dependencyKeysOf(item.command).some((each) => subjects.has(each))) return false
    if (kindOf(item.command)?.lifecycle === 'creates') for (const each of entityKeysOf(item.command)) subjects.add(each)
    return true
  })
}

/** Whether a command is on the entity of another one, or on one that it derives changes for. */
function isOnEntityOf({ command }: QueuedCommand): (item: QueuedCommand) => boolean {
  const subjects = entityKeysOf(command)
  return (item) => subjects.has(entityKeyOf(item.command))
}

/** The delay before the next attempt in milliseconds: exponential with jitter, and never shorter than the server asked for. */
export function retryDelay(attempts: number, retryAfterMs: number | null, random: number): number {
  const growing = Math.min(60_000, 500 * 2 ** Math.min(attempts, 10))
  return Math.max(growing * (0.5 + random / 2), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
}

/** The longest pause accepted from the server. */
export const MAX_RETRY_AFTER_MS = 300_000

/** The next command was made on the result of this one: it takes the version of the answer. */
function rebaseFollower(queue: readonly QueuedCommand[], item: QueuedCommand, answer: Entity | null, at: number): QueuedCommand[] {
  const [next] = followersOf(queue, item).filter(({ command }) => entityKeyOf(command) === entityKeyOf(item.command))
  if (!next || !answer || (next.command.base?.version ?? 0) > answer.version) return []
  const on = withPartsBetween(queue, item, next, answer)
  return on ? [rebase(next, on, at, fieldsSetBy(item.command, answer))] : []
}

/** An entity with what waiting commands on several entities change of it, between two commands of its own. Null if one deletes it. */
function withPartsBetween(queue: readonly QueuedCommand[], item: QueuedCommand, next: QueuedCommand, answer: Entity): Entity | null {
  const key = entityKeyOf(item.command)
  return queue
    .filter(({ position, status }) => position > item.position && position < next.position && status.is === 'waiting')
    .flatMap(({ command }) => (kindOf(command)?.derivedCommands?.(command) ?? []).map((part): Command => ({ ...command, ...part })))
    .filter((part) => entityKeyOf(part) === key)
    .reduce<Entity | null>(applyCommand, answer)
}

/**
 * The fields that a command sets. The next command expects them to change, even if the server writes a value differently. A
 * difference sets none.
 */
function fieldsSetBy(command: Command, answer: Entity): string[] {
  const kind = kindOf(command)
  if (kind?.lifecycle === 'creates') return Object.keys(answer)
  return kind?.isDelta ? [] : Object.keys(pickChanges(command.base ?? {}, applyCommand(command.base, command) ?? {}))
}

/**
 * Moves a command to a newer version of its entity, if no field that it affects has changed meanwhile or both sides have the same
 * value. Otherwise it conflicts, and the person decides.
 */
function rebase(item: QueuedCommand, now: Entity, at: number, ours: readonly string[]): QueuedCommand {
  const { command } = item
  const kind = kindOf(command)
  if (!kind?.requiresVersion || !command.base) return { ...item, command: { ...command, base: now } }
  const seen = command.base as Entity & Readonly<Record<string, unknown>>
  const intended = (applyCommand(command.base, command) ?? {}) as Readonly<Record<string, unknown>>
  const theirs = now as Entity & Readonly<Record<string, unknown>>
  const collides = (field: string) =>
    !isSameValue(theirs[field], seen[field]) && !ours.includes(field) && (kind.isDelta || !isSameValue(theirs[field], intended[field]))
  const fields = kind.affectedFields(command).filter(collides)
  if (fields.length > 0) return { ...item, status: { is: 'conflict', at, theirs: now, fields } }
  return { ...item, command: { ...command, base: now } }
}

/** The server's entity before a command: null if the command creates it, otherwise the one it was made on. */
export function entityBefore(command: Command): Entity | null {
  return kindOf(command)?.lifecycle === 'creates' ? null : command.base
}

function findCommand(queue: readonly QueuedCommand[], id: string): QueuedCommand | undefined {
  return queue.find((item) => item.command.id === id)
}

/** Its own entity, and those of its derived commands. */
function entityKeysOf(command: Command): ReadonlySet<string> {
  const parts = kindOf(command)?.derivedCommands?.(command) ?? []
  return new Set([entityKeyOf(command), ...parts.map(entityKeyOf)])
}

/** The entities that its request names. */
function dependencyKeysOf(command: Command): readonly string[] {
  return (kindOf(command)?.dependencies?.(command) ?? []).map(entityKeyOf)
}

function entityKeyOf({ entity, entityId }: EntityName): string {
  return `${entity} ${entityId}`
}

/** The outcome of a failed attempt; null if the server has another version, so that the entity has to be fetched first. */
export function outcomeOfFailure(command: Command, { status, code, text, fields }: RefusalReason): SendOutcome | null {
  // An attempt more than 90 days ago succeeded. Its reply has expired, so the entity is read again.
  if (code === 'ALREADY_DONE') return { kind: 'done', entity: null, position: null }
  // The entity is already gone, which is the aim of a deletion.
  if (status === 404 && kindOf(command)?.lifecycle === 'deletes') return { kind: 'done', entity: null, position: null }
  // Of a command that names several entities, the refusal says which ones have changed.
  if (status === 412 && kindOf(command)?.requiresVersion !== false) return null
  if (needsAccount({ status, code }) || RETRIED_STATUSES.has(status)) {
    return {
      kind: 'later',
      isUncertain: status === 0 || status === 502 || status === 504,
      ...(code === 'SUBSCRIPTION_REQUIRED' && { isUnpaid: true }),
    }
  }
  return { kind: status >= 500 ? 'failed' : 'refused', reason: { status, code, text, ...(fields && { fields }) } }
}

/** No answer, a timeout, a rate limit or an unavailable server: failures that are not specific to the command. */
const RETRIED_STATUSES = new Set([0, 408, 429, 502, 503, 504])

/** The command is not at fault: its account's session or subscription has to return first. */
export function needsAccount({ status, code }: Pick<RefusalReason, 'status' | 'code'>): boolean {
  return status === 401 || code === 'SUBSCRIPTION_REQUIRED'
}
