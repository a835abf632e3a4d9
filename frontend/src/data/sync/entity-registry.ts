import type { Command, CommandKind, CommandWords, Entity, NewCommand } from './command'

/** What the engine has to know of a kind of entity. */
export interface SyncedEntity {
  /** Its word in the account's log, and the first word of its queries' keys. */
  name: string
  /** Where the server answers one of them. */
  path: (id: string) => string
  /** Each kind by the name that its commands are stored under, those of derived commands among them. */
  commands: Readonly<Record<string, AnyCommandKind>>
  /** How its fields are called and written; a field that no screen shows has none. */
  fields?: Readonly<Record<string, { label: string; format: (entity: never) => string }>>
  /** The entities that a change of it changes as well. */
  alsoChanges?: readonly string[]
}

/** A kind of any entity: what it accepts only its own commands have. */
type AnyCommandKind = { [K in keyof CommandKind<Entity, unknown>]: Erased<CommandKind<Entity, unknown>[K]> }
type Erased<F> = F extends (...args: never) => infer R ? (...args: never) => R extends readonly string[] ? readonly string[] : R : F

interface FieldFormat {
  label: string
  format: (entity: Entity) => string
}

let entities: ReadonlyMap<string, SyncedEntity> | null = null
let kinds: Readonly<Record<string, CommandKind<Entity, unknown>>> = {}

/** Injects every entity whose commands the engine stores, sends and applies. Called once, before an account is opened. */
export function registerEntities(registered: readonly SyncedEntity[]): void {
  entities = new Map(registered.map((entity) => [entity.name, entity]))
  // A kind's functions take the arguments of its own commands, which its name alone tells.
  kinds = Object.assign({}, ...registered.map(({ commands }) => commands)) as typeof kinds
}

function registeredEntities(): ReadonlyMap<string, SyncedEntity> {
  if (!entities) throw new Error('No entities are registered')
  return entities
}

/** Null for a kind that this release does not know: the device went back to an older one. */
export function kindOf({ name }: Pick<Command, 'name'>): CommandKind<Entity, unknown> | null {
  registeredEntities()
  return kinds[name] ?? null
}

/** What an entity becomes by a command; null where there is none. */
export function applyCommand(now: Entity | null, command: Command): Entity | null {
  const kind = kindOf(command)
  return kind ? kind.apply(now, command) : now
}

/** @param after the entity as the server answered the command; null where that is not known */
export function invertCommand(command: Command, after: Entity | null = null): NewCommand | null {
  return kindOf(command)?.invert(command, after) ?? null
}

export function wordsOf(command: Command): CommandWords {
  return kindOf(command)?.words(command) ?? UNKNOWN_WORDS
}

/** The formats of some fields, in the order in which people read them. A field that no screen shows is left out. */
export function formatsOf(entity: string, fields: Iterable<string>): (FieldFormat & { field: string })[] {
  const wanted = new Set(fields)
  const formats = (registeredEntities().get(entity)?.fields ?? {}) as Readonly<Record<string, FieldFormat>>
  return Object.entries(formats).flatMap(([field, format]) => (wanted.has(field) ? [{ field, ...format }] : []))
}

/** @throws for an entity that is not registered */
export function entityPath(name: string, id: string): string {
  const entity = registeredEntities().get(name)
  if (!entity) throw new Error(`No entity ${name} is registered`)
  return entity.path(encodeURIComponent(id))
}

/** The entities whose queries are stale after a change of one, itself among them. */
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
