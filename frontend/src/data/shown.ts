import type { Entity, EntityName, Item } from './command'
import { beforeOf, isParked, isUnsent } from './delivery'
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

/** Whether data that was asked for at `at` (milliseconds) can lack it: what waits, and what the server answered since. */
export function appliesTo({ standing }: Item, at: number): boolean {
  return standing.is === 'waiting' || (standing.is === 'done' && standing.at > at)
}

/** An entity as the server had it at `at`, with what this device says of it since. */
export function shownEntity<E extends Entity>(server: E | null, line: readonly Item[], at: number): E | null {
  return line.reduce<E | null>((now, item) => (appliesTo(item, at) ? (step(now, item) as E | null) : now), server)
}

function step(now: Entity | null, { standing, command }: Item): Entity | null {
  if (standing.is !== 'done') return effectOf(now, command)
  // What was read meanwhile may know more than this answer.
  if (standing.after && now && now.version > standing.after.version) return now
  return standing.after
}

/** All of a kind, in the order that the server would answer. Rows that nothing is said of stay the same objects. */
export function shownAll<E extends Entity>(server: readonly E[], line: readonly Item[], at: number, compare: (one: E, other: E) => number): readonly E[] {
  const byEntity = grouped(line.filter((item) => appliesTo(item, at)))
  if (byEntity.size === 0) return server
  const rows = new Map(server.map((entity) => [entity.id, entity]))
  for (const [id, items] of byEntity) {
    const entity = shownEntity(rows.get(id) ?? null, items, at)
    if (entity) rows.set(id, entity)
    else rows.delete(id)
  }
  return [...rows.values()].sort(compare)
}

/**
 * What changes in sums that were asked for at `at`, without knowing the rows behind them: what the server had before
 * and after each answered command, and what the waiting ones make of the entity that they were made on.
 */
export function changesSince<E extends Entity>(line: readonly Item[], at: number): Change<E>[] {
  const changes: Change[] = []
  for (const [id, items] of grouped(line)) {
    for (const { standing } of items) {
      if (standing.is === 'done' && standing.at > at) changes.push({ id, before: standing.before, after: standing.after })
    }
    const open = items.filter(isUnsent)
    if (!open.some(({ standing }) => standing.is === 'waiting')) continue
    // What the first of them was made on is what the server has.
    const base = open[0] ? beforeOf(open[0].command) : null
    changes.push({ id, before: base, after: shownEntity(base, open, at) })
  }
  return changes as Change<E>[]
}

/** The items of one kind of entity, in order. */
export function lineOfEntity(line: readonly Item[], entity: EntityName): readonly Item[] {
  return line.filter(({ command }) => command.entity === entity)
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

/** Whether something of these kinds is on its way or not yet in what was read at `at`: what follows from it by more than a sum lags. */
export function isBehind(line: readonly Item[], entities: readonly EntityName[], at: number): boolean {
  return line.some((item) => entities.includes(item.command.entity) && !isParked(item) && appliesTo(item, at))
}
