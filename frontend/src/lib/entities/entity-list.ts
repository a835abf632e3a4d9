/** What every entity of the wire carries. */
export interface Entity {
  id: string
  version: number
}

/** An entity before and after a command; null where there is none. */
export interface Change<E extends Entity> {
  before: E | null
  after: E | null
}

/** A kind of entity of which the browser holds one list with all of them. */
export interface EntityKind<E extends Entity> {
  /** As in the path, such as `goals`; its queries, and the line its commands wait in, carry the same name. */
  name: string
  read: (id: string, signal?: AbortSignal) => Promise<E>
  /** The server's order, for what it has not answered yet. */
  compare: (one: E, other: E) => number
}

export function listKey({ name }: { name: string }) {
  return [name, 'list'] as const
}

/** The list with an entity as it is now: changed, added in its place, or gone. */
export function withChange<E extends Entity>(list: readonly E[], { before, after }: Change<E>, compare: EntityKind<E>['compare']): E[] {
  const id = after?.id ?? before?.id
  const others = list.filter((entity) => entity.id !== id)
  return after ? [...others, after].sort(compare) : others
}

/** For orders by a text such as a date: the smaller first. */
export function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
