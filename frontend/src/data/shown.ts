import type { Entity, EntityName, Item } from './command'
import { beforeOf, isParked, isUnsent } from './delivery'
import { partsOf } from './parts'
import { lacks, type Reflection } from './fresh'
import { effectOf } from './registry'

/**
 * What a screen shows: the server's data with the commands applied that it does not know yet. A command ends by no
 * longer being applied; so nothing is ever taken back, and no answer that comes late brings anything back.
 */

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
