import type { Command, CommandKind, CommandWords, Entity, NewCommand, ReferredNames } from './command'

/** What the engine needs to know about a kind of entity. */
export interface SyncedEntity {
  /** Its name in the account's log, and the first word of its query keys. */
  name: string
  /** The path of one of them in the API. */
  path: (id: string) => string
  /** Its kinds of commands by name, derived ones included. Commands are stored under these names. */
  commands: Readonly<Record<string, AnyCommandKind>>
  /** The labels and formats of its fields; fields that no screen shows have none. */
  fields?: Readonly<Record<string, { label: string; format: (entity: never, names: ReferredNames) => string }>>
  /** Other entities that a change of it changes too. */
  alsoChanges?: readonly string[]
}

/** A kind with its type parameters erased: its functions accept only its own commands. */
type AnyCommandKind = { [K in keyof CommandKind<Entity, unknown>]: Erased<CommandKind<Entity, unknown>[K]> }
type Erased<F> = F extends (...args: never) => infer R ? (...args: never) => R extends readonly string[] ? readonly string[] : R : F

interface FieldFormat {
  label: string
  format: (entity: Entity, names: ReferredNames) => string
}

let entities: ReadonlyMap<string, SyncedEntity> | null = null
let kinds: Readonly<Record<string, CommandKind<Entity, unknown>>> = {}

/** Registers every entity whose commands the engine stores, sends and applies. Called once, before an account is opened. */
export function registerEntities(registered: readonly SyncedEntity[]): void {
  entities = new Map(registered.map((entity) => [entity.name, entity]))
  // A kind's functions take the arguments of its own commands, which only its name identifies.
  kinds = Object.assign({}, ...registered.map(({ commands }) => commands)) as typeof kinds
}

function registeredEntities(): ReadonlyMap<string, SyncedEntity> {
  if (!entities) throw new Error('No entities are registered')
  return entities
}

/** The kind of a command. Null if this release does not know it: the device went back to an older release. */
export function kindOf({ name }: Pick<Command, 'name'>): CommandKind<Entity, unknown> | null {
  registeredEntities()
  return kinds[name] ?? null
}

/** The entity after a command; null if there is none. */
export function applyCommand(now: Entity | null, command: Command): Entity | null {
  const kind = kindOf(command)
  return kind ? kind.apply(now, command) : now
}

/** @param after the entity in the server's answer to the command; null if it is unknown */
export function invertCommand(command: Command, after: Entity | null = null): NewCommand | null {
  return kindOf(command)?.invert(command, after) ?? null
}

export function wordsOf(command: Command): CommandWords {
  return kindOf(command)?.words(command) ?? UNKNOWN_WORDS
}

/** The formats of some fields, in display order, without fields that no screen shows. */
export function formatsOf(entity: string, fields: Iterable<string>): (FieldFormat & { field: string })[] {
  const names = new Set(fields)
  const formats = (registeredEntities().get(entity)?.fields ?? {}) as Readonly<Record<string, FieldFormat>>
  return Object.entries(formats).flatMap(([field, format]) => (names.has(field) ? [{ field, ...format }] : []))
}

/** @throws for an entity that is not registered */
export function entityPath(name: string, id: string): string {
  const entity = registeredEntities().get(name)
  if (!entity) throw new Error(`No entity ${name} is registered`)
  return entity.path(encodeURIComponent(id))
}

/** The entities whose queries are stale after a change of one, including itself. */
export function entitiesChangedWith(name: string): readonly string[] {
  return [name, ...(registeredEntities().get(name)?.alsoChanges ?? [])]
}

const UNKNOWN_WORDS: CommandWords = {
  subject: 'Mudança feita em outra versão',
  centavos: null,
  pastTense: 'Você mudou',
  noun: 'Mudança',
  infinitive: 'mudar',
  accepted: null,
  offersUndo: false,
  address: '/dashboard',
}
