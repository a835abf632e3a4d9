import { INCLUDED_HEADER, readIncluded, readReflected, SEQ_HEADER, type Position } from '@prumo/shared/freshness'
import { rejections } from '@prumo/shared/rejections'
import { ApiError } from '../lib/api'
import type { Command, Entity, EntityName, Item, Standing } from './command'
import { beforeOf, isParked, isUnsent } from './delivery'
import { effectOf, kindOf } from './registry'

/**
 * What a screen shows: the server's data with the commands applied that it does not know yet. A command ends by no
 * longer being applied; so nothing is ever taken back, and no answer that comes late brings anything back.
 */

/** What an answer of the server reflects. */
export interface Reflection extends Position {
  /** Of the commands that it was asked about, by their keys: the position of each; null where it is not in the answer. */
  included: Readonly<Record<string, number | null>>
}

/** Something read from the server. */
export interface Fresh<T> extends Reflection {
  /** When it was asked for, in milliseconds: what people are told, and nothing else. */
  at: number
  data: T
}

/** For answers that are no part of the account's log. */
export const NOTHING_YET: Reflection = { log: '', seq: 0, included: {} }

/** Throws `ApiError` for an answer that does not say it: one of a release that is on its way out, or not from our server. */
export function reflectionOf(headers: Headers): Reflection {
  const reflected = readReflected(headers.get(SEQ_HEADER) ?? '')
  if (!reflected) throw new ApiError(502, 'UNAVAILABLE', rejections.UNAVAILABLE.text)
  const { log, seq } = reflected
  return { log, seq, included: Object.fromEntries(readIncluded(headers.get(INCLUDED_HEADER) ?? '') ?? []) }
}

/** The same answer, said otherwise. */
export function mapped<T, U>({ data, ...fresh }: Fresh<T>, change: (data: T) => U): Fresh<U> {
  return { ...fresh, data: change(data) }
}

/** Of the answers to several questions what all of them reflect. */
export function oldestOf<T extends Reflection>(answers: readonly T[]): T {
  return answers.reduce((oldest, each) => (each.seq < oldest.seq ? each : oldest))
}

/**
 * Whether a command has to be applied to an answer. One that the server has: where its position is beyond the answer's, or of
 * another log. One that waits: unless the answer says that it includes it.
 */
export function lacks({ log, seq, included }: Reflection, { standing, command }: Item): boolean {
  if (standing.is === 'done') return standing.log !== log || standing.seq > seq
  return standing.is === 'waiting' && (included[command.key] ?? Number.POSITIVE_INFINITY) > seq
}

/** An entity before and after the commands that are applied to it; null where there is none. */
export interface Change<E extends Entity = Entity> {
  id: string
  before: E | null
  after: E | null
}

/** An entity as an answer has it, with what this device says of it besides. */
export function shownEntity<E extends Entity>(server: E | null, line: readonly Item[], known: Reflection): E | null {
  return line.reduce<E | null>((now, item) => (lacks(known, item) ? (step(now, item) as E | null) : now), server)
}

function step(now: Entity | null, { standing, command }: Item): Entity | null {
  return standing.is === 'done' ? standing.after : effectOf(now, command)
}

/** All of a kind, in the order that the server would answer. Rows that nothing is said of stay the same objects. */
export function shownAll<E extends Entity>(
  server: readonly E[],
  line: readonly Item[],
  known: Reflection,
  compare: (one: E, other: E) => number,
): readonly E[] {
  const byEntity = grouped(line.filter((item) => lacks(known, item)))
  if (byEntity.size === 0) return server
  const rows = new Map(server.map((entity) => [entity.id, entity]))
  for (const [id, items] of byEntity) {
    const entity = shownEntity(rows.get(id) ?? null, items, known)
    if (entity) rows.set(id, entity)
    else rows.delete(id)
  }
  return [...rows.values()].sort(compare)
}

/**
 * What changes in sums whose rows are not known, as pairs of an entity before and after. Each answered command that the sums
 * lack gives one pair. The waiting commands of an entity give one more: from what the first of them was made on, or from
 * what the sums have of them already, to what all of them lead to.
 */
export function changesSince<E extends Entity>(line: readonly Item[], known: Reflection): Change<E>[] {
  const changes: Change[] = []
  for (const [id, items] of grouped(line)) {
    for (const item of items) {
      if (item.standing.is === 'done' && lacks(known, item)) changes.push({ id, before: item.standing.before, after: item.standing.after })
    }
    const open = items.filter(isUnsent)
    if (!open.some((item) => lacks(known, item))) continue
    // The server has what the first of them was made on, and those of them that the sums include.
    const base = open[0] ? beforeOf(open[0].command) : null
    const before = open.filter((item) => item.standing.is === 'waiting' && !lacks(known, item)).reduce<Entity | null>(step, base)
    changes.push({ id, before, after: shownEntity(before, open, known) })
  }
  return changes as Change<E>[]
}

/** The items of one kind of entity, in order, the parts of commands on others among them. */
export function about(line: readonly Item[], entity: EntityName): readonly Item[] {
  return line.flatMap((item) => [item, ...partsOf(item)].filter(({ command }) => command.entity === entity))
}

export type Mark = 'waiting' | 'refused' | 'conflict'

/** What stands beside each row: a decision outweighs waiting. */
export function marksOf(line: readonly Item[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>()
  for (const { standing, command } of line) {
    if (standing.is === 'done') continue
    const present = marks.get(command.entityId)
    if (standing.is !== 'waiting' || present === undefined) marks.set(command.entityId, standing.is)
  }
  return marks
}

/** The items of each entity, in order. */
export function grouped(line: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of line) {
    const id = item.command.entityId
    const group = groups.get(id)
    if (group) group.push(item)
    else groups.set(id, [item])
  }
  return groups
}

/** Whether an answer lacks a command on these kinds of entity. What workers compute from them is behind then. */
export function isBehind(line: readonly Item[], entities: readonly EntityName[], known: Reflection): boolean {
  const isOne = (item: Item): boolean => [item, ...partsOf(item)].some(({ command }) => entities.includes(command.entity))
  return line.some((item) => !isParked(item) && lacks(known, item) && isOne(item))
}

/**
 * What a command does to other entities than its own, as items of the line: they are shown like any other, and stored and
 * sent with it alone. The same objects for as long as it stands as it does, so that nothing is drawn anew.
 */
function partsOf(item: Item): readonly Item[] {
  const commands = commandsOf(item.command)
  if (commands.length === 0) return NO_PARTS
  const { standing } = item
  if (standing.is !== 'done') return commands.map((command) => ({ ...item, command, standing }))
  const ends = endsOf(standing, commands)
  return commands.map((command, index) => ({ ...item, command, standing: ends[index] as Standing }))
}

const NO_PARTS: readonly Item[] = []
const made = new WeakMap<Command, readonly Command[]>()
const ended = new WeakMap<Standing, readonly Standing[]>()

function commandsOf(command: Command): readonly Command[] {
  const known = made.get(command)
  if (known) return known
  const { account, id, key, at } = command
  const parts = kindOf(command)?.parts?.(command) ?? []
  const commands = parts.map((part): Command => ({ ...part, account, id: `${id}/${part.entityId}`, key, at }))
  made.set(command, commands)
  return commands
}

/** What each came to: the server answers with the command's own entity alone, and its parts are what was said of them. */
function endsOf(standing: Standing & { is: 'done' }, commands: readonly Command[]): readonly Standing[] {
  const known = ended.get(standing)
  if (known) return known
  const ends = commands.map((command): Standing => ({ ...standing, before: command.on, after: afterOf(command) }))
  ended.set(standing, ends)
  return ends
}

function afterOf(command: Command): Entity | null {
  return effectOf(command.on, command)
}

/** What did not change stays the same object, so that screens that show it need not be drawn again. */
export function sameWhereEqual(before: readonly Item[], line: readonly Item[]): readonly Item[] {
  const known = new Map(before.map((item) => [item.position, item]))
  return line.map((item) => {
    const was = known.get(item.position)
    if (!was) return item
    const same = { ...item, command: sameIfEqual(was.command, item.command), standing: sameIfEqual(was.standing, item.standing) }
    return JSON.stringify(was) === JSON.stringify(item) ? was : same
  })
}

function sameIfEqual<T>(before: T, now: T): T {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now
}

/** How often a command was tried shows on none of the things that it is about. */
export function isShownAlike(before: readonly Item[], line: readonly Item[]): boolean {
  return (
    before.length === line.length &&
    line.every(({ command, standing }, index) => command === before[index]?.command && standing === before[index].standing)
  )
}
