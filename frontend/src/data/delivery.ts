import type { Position } from '@prumo/shared/freshness'
import { changesOf, valuesOf, type Command, type Entity, type Item, type Reason } from './command'
import { effectOf, kindOf } from './registry'

/**
 * What becomes of the commands in an account's line, as pure functions over the whole line: each answers what is to be
 * written and what is to go. The line lives in one transaction of the device's store, so that tabs never disagree.
 */

/** What is to be stored in place of what was there, and the positions that go. */
export interface Changes {
  put: readonly Item[]
  remove: readonly number[]
}

/** How one attempt ended. */
export type Outcome =
  /** The server has it. `entity` is the entity there, null once it is gone or not known. No position: it was so before this attempt. */
  | { kind: 'done'; entity: Entity | null; position: Position | null }
  /** Refused for good, until the person decides. */
  | { kind: 'refused'; reason: Reason }
  /** Another version is there than the one it was made on; the entity as it is now. */
  | { kind: 'outdated'; now: Entity }
  /** The server failed on this one, whatever became of others. */
  | { kind: 'failed'; reason: Reason }
  /** To be sent again later; `uncertain` where the server may have it all the same, `isUnpaid` where the subscription has to come back. */
  | { kind: 'later'; uncertain: boolean; isUnpaid?: boolean }

const NOTHING: Changes = { put: [], remove: [] }

/** So often the server fails on a command before the person is told. */
export const MOST_FAILURES = 5

/**
 * The first that may go: in order, but nothing that waits for a decision about its entity, and nothing of a release that
 * this one does not know: that one sends it, from another tab or when it is here again.
 * What empties the account goes before all others, which wait until its fate is known.
 * @param rests whether it is not to be tried again yet: its entity waits with it
 */
export function nextToSend(line: readonly Item[], rests: (item: Item) => boolean = () => false): Item | null {
  const emptying = line.find(isEmptying)
  if (emptying) return isParked(emptying) || rests(emptying) ? null : emptying
  const blocked = new Set<string>()
  for (const item of line) {
    const name = subjectOf(item.command)
    const isWaiting = item.standing.is === 'waiting'
    if (isWaiting && !blocked.has(name) && kindOf(item.command) && !rests(item)) return item
    if (isWaiting || isParked(item)) for (const each of subjectsOf(item.command)) blocked.add(each)
  }
  return null
}

/**
 * A new command at the end of the line, or in the place of one that was refused. The end is the moment it was made, so
 * that it is behind what another tab put there earlier, too, whether that is known here or not.
 */
export function enqueued(line: readonly Item[], command: Command, instead: string | null = null): Changes {
  const replaced = line.find((item) => item.command.id === instead && isParked(item))
  const position = replaced?.position ?? Math.max(Date.parse(command.at), ...line.map((item) => item.position + 1))
  return { put: [{ position, command, standing: { is: 'waiting' }, attempts: 0, uncertain: false }], remove: [] }
}

/** It leaves now: until an answer comes nobody knows whether the server has it. */
export function sending(line: readonly Item[], id: string): Changes {
  const item = find(line, id)
  return item?.standing.is === 'waiting' ? { put: [{ ...item, uncertain: true }], remove: [] } : NOTHING
}

/** What an attempt came to. */
export function concluded(line: readonly Item[], id: string, outcome: Outcome, at: number): Changes {
  const item = find(line, id)
  if (item?.standing.is !== 'waiting') return NOTHING
  switch (outcome.kind) {
    case 'later':
      return {
        put: [{ ...item, attempts: item.attempts + 1, uncertain: outcome.uncertain, isUnpaid: outcome.isUnpaid === true }],
        remove: [],
      }
    case 'failed': {
      const failed = { ...item, attempts: item.attempts + 1, failures: (item.failures ?? 0) + 1, uncertain: false, isUnpaid: false }
      return {
        put: [failed.failures < MOST_FAILURES ? failed : { ...failed, standing: { is: 'refused', at, reason: outcome.reason } }],
        remove: [],
      }
    }
    case 'refused':
      return { put: [{ ...item, uncertain: false, standing: { is: 'refused', at, reason: outcome.reason } }], remove: [] }
    case 'outdated':
      return { put: [rebased({ ...item, attempts: item.attempts + 1, uncertain: false }, outcome.now, at, [])], remove: [] }
    case 'done': {
      if (kindOf(item.command)?.empties)
        return { put: [], remove: line.filter(({ position }) => position <= item.position).map(({ position }) => position) }
      const followers = followerOn(line, item, outcome.entity, at)
      if (!outcome.position) return { put: followers, remove: [item.position] }
      const standing = { is: 'done', ...outcome.position, before: beforeOf(item.command), after: outcome.entity } as const
      return { put: [{ ...item, attempts: 0, uncertain: false, standing }, ...followers], remove: [] }
    }
  }
}

/** Takes back what never left; null where it may have, and another command has to take it back. */
export function withdrawn(line: readonly Item[], id: string): Changes | null {
  const item = find(line, id)
  if (!item || item.standing.is !== 'waiting' || item.uncertain) return null
  return followersOf(line, item).length === 0 ? { put: [], remove: [item.position] } : null
}

/**
 * Lets go of one that was refused or collides. What waits behind it goes on without what that said, and is compared
 * with what the account says where that is known to be another version; behind a beginning that never was, it goes too.
 */
export function discarded(line: readonly Item[], id: string): Changes {
  const item = find(line, id)
  if (!item || !isParked(item)) return NOTHING
  const followers = followersOf(line, item)
  if (kindOf(item.command)?.life === 'begins') return { put: [], remove: [item, ...followers].map(({ position }) => position) }
  const [next, ...rest] = followers.map((each) => ({ ...each, command: { ...each.command, on: onWithout(each.command.on, item.command) } }))
  return { put: next ? [compared(next, item), ...rest] : [], remove: [item.position] }
}

/**
 * The entity that a later command was made on, without the effect of an earlier one that is let go of. A field that still has
 * the value of the earlier command gets back the value from before it.
 */
function onWithout(on: Entity | null, command: Command): Entity | null {
  if (!on || !command.on) return command.on
  const said = changesOf(command.on, effectOf(command.on, command) ?? {})
  const still = Object.keys(said).filter((field) => !(field in changesOf(on, said)))
  return { ...on, ...valuesOf(command.on, still) }
}

/** The next command behind a collision, compared with what the account says now, unless it was made on that already. */
function compared(next: Item, { standing }: Item): Item {
  if (standing.is !== 'conflict' || (next.command.on?.version ?? 0) >= standing.theirs.version) return next
  return rebased(next, standing.theirs, standing.at, [])
}

/**
 * Sends a parked one again, on what the account says now; of a correction that collides the fields in which this device
 * is right: one that it had not changed goes back to what was seen. None of them is letting go of it.
 */
export function resent(line: readonly Item[], id: string, kept: readonly string[] | null = null): Changes {
  const item = find(line, id)
  if (!item || !isParked(item)) return NOTHING
  const on = item.standing.is === 'conflict' ? item.standing.theirs : item.command.on
  const again = { ...item, standing: { is: 'waiting' }, attempts: 0, failures: 0, uncertain: false } as const
  const keeping = item.standing.is === 'conflict' && kept !== null && kindOf(item.command)?.keeping
  if (!keeping) return { put: [{ ...again, command: { ...item.command, on } }], remove: [] }
  if (kept.length === 0) return discarded(line, id)
  return { put: [{ ...again, command: { ...item.command, ...keeping(item.command, kept as never), on } }], remove: [] }
}

/** Removes the commands that the server has and that no read on this device lacks. */
export function pruned(line: readonly Item[], isNeeded: (item: Item) => boolean): Changes {
  const remove = line.filter((item) => item.standing.is === 'done' && !isNeeded(item)).map(({ position }) => position)
  return { put: [], remove }
}

/**
 * The account has another log now, which may lack commands that the log before answered. They are sent again under their
 * keys, which changes nothing where the new log has them.
 */
export function doubted(line: readonly Item[], log: string): Changes {
  const put = line.filter(({ standing }) => standing.is === 'done' && standing.log !== log)
  return { put: put.map((item) => ({ ...item, standing: { is: 'waiting' }, uncertain: true })), remove: [] }
}

/** The line after changes, in order. */
export function after(line: readonly Item[], { put, remove }: Changes): Item[] {
  const gone = new Set([...remove, ...put.map(({ position }) => position)])
  return [...line.filter(({ position }) => !gone.has(position)), ...put].sort((one, other) => one.position - other.position)
}

export function isParked({ standing }: Pick<Item, 'standing'>): boolean {
  return standing.is === 'refused' || standing.is === 'conflict'
}

/** Parked because the server failed on it again and again: nothing is known to be wrong with it, and it may have been recorded. */
export function isUndelivered({ standing }: Pick<Item, 'standing'>): boolean {
  return standing.is === 'refused' && standing.reason.status >= 500
}

/** What empties the account, and nobody knows whether it has. */
export function isEmptying(item: Item): boolean {
  return kindOf(item.command)?.empties === true && (item.standing.is === 'waiting' || isUndelivered(item))
}

/** A reset that was refused because the confirmation before it lapsed: nothing was emptied, and the person confirms again. */
export function isLapsedReset({ command, standing }: Item): boolean {
  return kindOf(command)?.empties === true && standing.is === 'refused' && standing.reason.code === 'CONFIRMATION_REQUIRED'
}

/** Not with the server yet: waiting, or parked. */
export function isUnsent({ standing }: Pick<Item, 'standing'>): boolean {
  return standing.is !== 'done'
}

/** Those behind it that speak of the same entity, or of one that is part of it, and are not with the server. */
export function followersOf(line: readonly Item[], { position, command }: Item): Item[] {
  const subjects = subjectsOf(command)
  return line.filter((item) => item.position > position && isUnsent(item) && subjects.has(subjectOf(item.command)))
}

/** How long to wait before the next attempt, in milliseconds: growing, with jitter, and never sooner than the server asked for. */
export function pauseBefore(attempts: number, retryAfterMs: number | null, random: number): number {
  const growing = Math.min(60_000, 500 * 2 ** Math.min(attempts, 10))
  return Math.max(growing * (0.5 + random / 2), Math.min(retryAfterMs ?? 0, MOST_ASKED_MS))
}

/** A server that asks for a longer pause gets this one. */
export const MOST_ASKED_MS = 300_000

/** The next command behind this one was made on its result: it takes the version of the answer. */
function followerOn(line: readonly Item[], item: Item, answer: Entity | null, at: number): Item[] {
  const [next] = followersOf(line, item).filter(({ command }) => subjectOf(command) === subjectOf(item.command))
  if (!next || !answer || (next.command.on?.version ?? 0) > answer.version) return []
  return [rebased(next, answer, at, ownOf(item.command, answer))]
}

/**
 * The fields that a command sets itself. A change of them is expected by the command behind it, even where the server writes
 * the value differently. A movement sets none: it is only a difference.
 */
function ownOf(command: Command, answer: Entity): string[] {
  const kind = kindOf(command)
  if (kind?.life === 'begins') return Object.keys(answer)
  return kind?.movement ? [] : Object.keys(changesOf(command.on ?? {}, effectOf(command.on, command) ?? {}))
}

/**
 * A command on a newer version of its entity: it goes on where nothing that it touches has changed meanwhile, or where
 * both sides say the same; otherwise both are kept and the person is asked.
 */
function rebased(item: Item, now: Entity, at: number, ours: readonly string[]): Item {
  const { command } = item
  const kind = kindOf(command)
  if (!kind?.pinned || !command.on) return { ...item, command: { ...command, on: now } }
  const seen = command.on as Entity & Readonly<Record<string, unknown>>
  const wanted = (effectOf(command.on, command) ?? {}) as Readonly<Record<string, unknown>>
  const there = now as Entity & Readonly<Record<string, unknown>>
  const collides = (field: string) =>
    there[field] !== seen[field] && !ours.includes(field) && (kind.movement || there[field] !== wanted[field])
  const fields = kind.touches(command).filter(collides)
  if (fields.length > 0) return { ...item, standing: { is: 'conflict', at, theirs: now, fields } }
  return { ...item, command: { ...command, on: now } }
}

/** The entity that the server had before a command: null where the command creates it, else what it was made on. */
export function beforeOf(command: Command): Entity | null {
  return kindOf(command)?.life === 'begins' ? null : command.on
}

function find(line: readonly Item[], id: string): Item | undefined {
  return line.find((item) => item.command.id === id)
}

/** Its own entity, and those that it changes besides. */
function subjectsOf(command: Command): ReadonlySet<string> {
  const parts = kindOf(command)?.parts?.(command) ?? []
  return new Set([subjectOf(command), ...parts.map(subjectOf)])
}

function subjectOf({ entity, entityId }: Pick<Command, 'entity' | 'entityId'>): string {
  return `${entity} ${entityId}`
}

/** What a failed attempt means for a command; null where the entity has to be asked for first, because another version is there. */
export function outcomeOfFailure(command: Command, { status, code, text, fields }: Reason): Outcome | null {
  // An attempt of more than 90 days ago did it; the reply is no longer there, and what it led to is read again.
  if (code === 'ALREADY_DONE') return { kind: 'done', entity: null, position: null }
  // Already gone is what was wanted.
  if (status === 404 && kindOf(command)?.life === 'ends') return { kind: 'done', entity: null, position: null }
  if (status === 412) return null
  if (isPaused({ status, code }) || WAITS.has(status)) {
    return {
      kind: 'later',
      uncertain: status === 0 || status === 502 || status === 504,
      ...(code === 'SUBSCRIPTION_REQUIRED' && { isUnpaid: true }),
    }
  }
  return { kind: status >= 500 ? 'failed' : 'refused', reason: { status, code, text, ...(fields && { fields }) } }
}

/** No answer, too slow a one, too many asked for, or nobody there to answer: that is so for every command. */
const WAITS = new Set([0, 408, 429, 502, 503, 504])

/** Nothing is wrong with the command: its account has to come back first, or its subscription. */
export function isPaused({ status, code }: Pick<Reason, 'status' | 'code'>): boolean {
  return status === 401 || code === 'SUBSCRIPTION_REQUIRED'
}
