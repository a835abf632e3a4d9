import type { Position } from '@prumo/shared/freshness'
import { pickChanges, pickFields, type Command, type Entity, type QueuedCommand, type RefusalReason } from './command'
import { applyCommand, kindOf } from './entity-registry'

/**
 * What becomes of the commands in an account's queue, as pure functions over the whole queue: each answers what is to be
 * written and what is to go. The queue lives in one transaction of the device's store, so that tabs never disagree.
 */

/** What is to be stored in place of what was there, and the positions that go. */
export interface QueueChanges {
  put: readonly QueuedCommand[]
  remove: readonly number[]
}

/** How one attempt ended. */
export type SendOutcome =
  /** The server has it. `entity` is the entity there, null once it is gone or not known. No position: it was so before this attempt. */
  | { kind: 'done'; entity: Entity | null; position: Position | null }
  /** Refused for good, until the person decides. */
  | { kind: 'refused'; reason: RefusalReason }
  /** Another version is there than the one it was made on; the entity as it is now. */
  | { kind: 'outdated'; now: Entity }
  /** The server failed on this one, whatever became of others. */
  | { kind: 'failed'; reason: RefusalReason }
  /** To be sent again later; `uncertain` where the server may have it all the same, `isUnpaid` where the subscription has to come back. */
  | { kind: 'later'; isUncertain: boolean; isUnpaid?: boolean }

const NO_CHANGES: QueueChanges = { put: [], remove: [] }

/** So often the server fails on a command before the person is told. */
export const MAX_FAILURES = 5

/**
 * The first that may go: in order, but nothing that waits for a decision about its entity, and nothing of a release that
 * this one does not know: that one sends it, from another tab or when it is here again.
 * What empties the account goes before all others, which wait until its fate is known.
 * @param rests whether it is not to be tried again yet: its entity waits with it
 */
export function nextToSend(queue: readonly QueuedCommand[], rests: (item: QueuedCommand) => boolean = () => false): QueuedCommand | null {
  const emptying = queue.find(isResetPending)
  if (emptying) return needsDecision(emptying) || rests(emptying) ? null : emptying
  const blocked = new Set<string>()
  for (const item of queue) {
    const name = entityKeyOf(item.command)
    const isWaiting = item.status.is === 'waiting'
    if (isWaiting && !blocked.has(name) && kindOf(item.command) && !rests(item)) return item
    if (isWaiting || needsDecision(item)) for (const each of entityKeysOf(item.command)) blocked.add(each)
  }
  return null
}

/**
 * A new command at the end of the queue, or in the place of one that was refused. The end is the moment it was made, so
 * that it is behind what another tab put there earlier, too, whether that is known here or not.
 */
export function enqueue(queue: readonly QueuedCommand[], command: Command, replaces: string | null = null): QueueChanges {
  const replaced = queue.find((item) => item.command.id === replaces && needsDecision(item))
  const position = replaced?.position ?? Math.max(Date.parse(command.at), ...queue.map((item) => item.position + 1))
  return { put: [{ position, command, status: { is: 'waiting' }, attempts: 0, isUncertain: false }], remove: [] }
}

/** It leaves now: until an answer comes nobody knows whether the server has it. */
export function markSending(queue: readonly QueuedCommand[], id: string): QueueChanges {
  const item = findCommand(queue, id)
  return item?.status.is === 'waiting' ? { put: [{ ...item, isUncertain: true }], remove: [] } : NO_CHANGES
}

/** What an attempt came to. */
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

/** Takes back what never left; null where it may have, and another command has to take it back. */
export function withdraw(queue: readonly QueuedCommand[], id: string): QueueChanges | null {
  const item = findCommand(queue, id)
  if (!item || item.status.is !== 'waiting' || item.isUncertain) return null
  return followersOf(queue, item).length === 0 ? { put: [], remove: [item.position] } : null
}

/**
 * Lets go of one that was refused or collides. What waits behind it goes on without what that said, and is compared
 * with what the account says where that is known to be another version; behind a beginning that never was, it goes too.
 */
export function discard(queue: readonly QueuedCommand[], id: string): QueueChanges {
  const item = findCommand(queue, id)
  if (!item || !needsDecision(item)) return NO_CHANGES
  const followers = followersOf(queue, item)
  if (kindOf(item.command)?.lifecycle === 'creates') return { put: [], remove: [item, ...followers].map(({ position }) => position) }
  const [next, ...rest] = followers.map((each) => ({
    ...each,
    command: { ...each.command, base: removeEffect(each.command.base, item.command) },
  }))
  return { put: next ? [rebaseAfterConflict(next, item), ...rest] : [], remove: [item.position] }
}

/**
 * The entity that a later command was made on, without the effect of an earlier one that is let go of. A field that still has
 * the value of the earlier command gets back the value from before it.
 */
function removeEffect(on: Entity | null, command: Command): Entity | null {
  if (!on || !command.base) return command.base
  const said = pickChanges(command.base, applyCommand(command.base, command) ?? {})
  const still = Object.keys(said).filter((field) => !(field in pickChanges(on, said)))
  return { ...on, ...pickFields(command.base, still) }
}

/** The next command behind a collision, compared with what the account says now, unless it was made on that already. */
function rebaseAfterConflict(next: QueuedCommand, { status }: QueuedCommand): QueuedCommand {
  if (status.is !== 'conflict' || (next.command.base?.version ?? 0) >= status.theirs.version) return next
  return rebase(next, status.theirs, status.at, [])
}

/**
 * Sends a parked one again, on what the account says now; of a correction that collides the fields in which this device
 * is right: one that it had not changed goes back to what was seen. None of them is letting go of it.
 */
export function retry(queue: readonly QueuedCommand[], id: string, kept: readonly string[] | null = null): QueueChanges {
  const item = findCommand(queue, id)
  if (!item || !needsDecision(item)) return NO_CHANGES
  const base = item.status.is === 'conflict' ? item.status.theirs : item.command.base
  const again = { ...item, status: { is: 'waiting' }, attempts: 0, failures: 0, isUncertain: false } as const
  const keeping = item.status.is === 'conflict' && kept !== null && kindOf(item.command)?.keepFields
  if (!keeping) return { put: [{ ...again, command: { ...item.command, base } }], remove: [] }
  if (kept.length === 0) return discard(queue, id)
  return { put: [{ ...again, command: { ...item.command, ...keeping(item.command, kept as never), base } }], remove: [] }
}

/** Removes the commands that the server has and that no read on this device lacks. */
export function prune(queue: readonly QueuedCommand[], isNeeded: (item: QueuedCommand) => boolean): QueueChanges {
  const remove = queue.filter((item) => item.status.is === 'done' && !isNeeded(item)).map(({ position }) => position)
  return { put: [], remove }
}

/**
 * The account has another log now, which may lack commands that the log before answered. They are sent again under their
 * keys, which changes nothing where the new log has them.
 */
export function resendAfterLogChange(queue: readonly QueuedCommand[], log: string): QueueChanges {
  const put = queue.filter(({ status }) => status.is === 'done' && status.log !== log)
  return { put: put.map((item) => ({ ...item, status: { is: 'waiting' }, isUncertain: true })), remove: [] }
}

/** The queue after changes, in order. */
export function applyChanges(queue: readonly QueuedCommand[], { put, remove }: QueueChanges): QueuedCommand[] {
  const gone = new Set([...remove, ...put.map(({ position }) => position)])
  return [...queue.filter(({ position }) => !gone.has(position)), ...put].sort((one, other) => one.position - other.position)
}

export function needsDecision({ status }: Pick<QueuedCommand, 'status'>): boolean {
  return status.is === 'refused' || status.is === 'conflict'
}

/** Parked because the server failed on it again and again: nothing is known to be wrong with it, and it may have been recorded. */
export function isUndelivered({ status }: Pick<QueuedCommand, 'status'>): boolean {
  return status.is === 'refused' && status.reason.status >= 500
}

/** What empties the account, and nobody knows whether it has. */
export function isResetPending(item: QueuedCommand): boolean {
  return kindOf(item.command)?.discardsQueue === true && (item.status.is === 'waiting' || isUndelivered(item))
}

/** A reset that was refused because the confirmation before it lapsed: nothing was emptied, and the person confirms again. */
export function isLapsedReset({ command, status }: QueuedCommand): boolean {
  return kindOf(command)?.discardsQueue === true && status.is === 'refused' && status.reason.code === 'CONFIRMATION_REQUIRED'
}

/** Not with the server yet: waiting, or parked. */
export function isUnsent({ status }: Pick<QueuedCommand, 'status'>): boolean {
  return status.is !== 'done'
}

/** Those behind it that speak of the same entity, or of one that is part of it, and are not with the server. */
export function followersOf(queue: readonly QueuedCommand[], { position, command }: QueuedCommand): QueuedCommand[] {
  const subjects = entityKeysOf(command)
  return queue.filter((item) => item.position > position && isUnsent(item) && subjects.has(entityKeyOf(item.command)))
}

/** How long to wait before the next attempt, in milliseconds: growing, with jitter, and never sooner than the server asked for. */
export function retryDelay(attempts: number, retryAfterMs: number | null, random: number): number {
  const growing = Math.min(60_000, 500 * 2 ** Math.min(attempts, 10))
  return Math.max(growing * (0.5 + random / 2), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
}

/** A server that asks for a longer pause gets this one. */
export const MAX_RETRY_AFTER_MS = 300_000

/** The next command behind this one was made on its result: it takes the version of the answer. */
function rebaseFollower(queue: readonly QueuedCommand[], item: QueuedCommand, answer: Entity | null, at: number): QueuedCommand[] {
  const [next] = followersOf(queue, item).filter(({ command }) => entityKeyOf(command) === entityKeyOf(item.command))
  if (!next || !answer || (next.command.base?.version ?? 0) > answer.version) return []
  return [rebase(next, answer, at, fieldsSetBy(item.command, answer))]
}

/**
 * The fields that a command sets itself. A change of them is expected by the command behind it, even where the server writes
 * the value differently. A movement sets none: it is only a difference.
 */
function fieldsSetBy(command: Command, answer: Entity): string[] {
  const kind = kindOf(command)
  if (kind?.lifecycle === 'creates') return Object.keys(answer)
  return kind?.isDelta ? [] : Object.keys(pickChanges(command.base ?? {}, applyCommand(command.base, command) ?? {}))
}

/**
 * A command on a newer version of its entity: it goes on where nothing that it touches has changed meanwhile, or where
 * both sides say the same; otherwise both are kept and the person is asked.
 */
function rebase(item: QueuedCommand, now: Entity, at: number, ours: readonly string[]): QueuedCommand {
  const { command } = item
  const kind = kindOf(command)
  if (!kind?.requiresVersion || !command.base) return { ...item, command: { ...command, base: now } }
  const seen = command.base as Entity & Readonly<Record<string, unknown>>
  const wanted = (applyCommand(command.base, command) ?? {}) as Readonly<Record<string, unknown>>
  const there = now as Entity & Readonly<Record<string, unknown>>
  const collides = (field: string) =>
    there[field] !== seen[field] && !ours.includes(field) && (kind.isDelta || there[field] !== wanted[field])
  const fields = kind.affectedFields(command).filter(collides)
  if (fields.length > 0) return { ...item, status: { is: 'conflict', at, theirs: now, fields } }
  return { ...item, command: { ...command, base: now } }
}

/** The entity that the server had before a command: null where the command creates it, else what it was made on. */
export function entityBefore(command: Command): Entity | null {
  return kindOf(command)?.lifecycle === 'creates' ? null : command.base
}

function findCommand(queue: readonly QueuedCommand[], id: string): QueuedCommand | undefined {
  return queue.find((item) => item.command.id === id)
}

/** Its own entity, and those that it changes besides. */
function entityKeysOf(command: Command): ReadonlySet<string> {
  const parts = kindOf(command)?.derivedCommands?.(command) ?? []
  return new Set([entityKeyOf(command), ...parts.map(entityKeyOf)])
}

function entityKeyOf({ entity, entityId }: Pick<Command, 'entity' | 'entityId'>): string {
  return `${entity} ${entityId}`
}

/** What a failed attempt means for a command; null where the entity has to be asked for first, because another version is there. */
export function outcomeOfFailure(command: Command, { status, code, text, fields }: RefusalReason): SendOutcome | null {
  // An attempt of more than 90 days ago did it; the reply is no longer there, and what it led to is read again.
  if (code === 'ALREADY_DONE') return { kind: 'done', entity: null, position: null }
  // Already gone is what was wanted.
  if (status === 404 && kindOf(command)?.lifecycle === 'deletes') return { kind: 'done', entity: null, position: null }
  if (status === 412) return null
  if (needsAccount({ status, code }) || RETRIED_STATUSES.has(status)) {
    return {
      kind: 'later',
      isUncertain: status === 0 || status === 502 || status === 504,
      ...(code === 'SUBSCRIPTION_REQUIRED' && { isUnpaid: true }),
    }
  }
  return { kind: status >= 500 ? 'failed' : 'refused', reason: { status, code, text, ...(fields && { fields }) } }
}

/** No answer, too slow a one, too many asked for, or nobody there to answer: that is so for every command. */
const RETRIED_STATUSES = new Set([0, 408, 429, 502, 503, 504])

/** Nothing is wrong with the command: its account has to come back first, or its subscription. */
export function needsAccount({ status, code }: Pick<RefusalReason, 'status' | 'code'>): boolean {
  return status === 401 || code === 'SUBSCRIPTION_REQUIRED'
}
