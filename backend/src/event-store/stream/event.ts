import { z } from 'zod'

/** What caused a command to be issued. */
export type CommandSource = 'app' | 'stripe' | 'ops' | 'seed'

/** What a decider produces: a fact and its data, before the log gives it a place. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  type: Type
  data: Data
}

/** Where an event comes from; never holds personal data. */
export interface EventMeta {
  /** The idempotency key of the command, or an id made for it. */
  commandId: string
  /** The account's own user, or the process that acted. */
  actor: string
  source: CommandSource
  /** The position of the event that this one takes back, where it was made to. */
  undoes?: number
  /** The position of its command's first event, where this one is of another entity than that. */
  partOf?: number
}

/** The place of an event in its account's log. */
export interface EventEnvelope {
  accountId: string
  /** Gapless from 1 within the account. */
  seq: number
  /** The kind of entity, such as `transaction`. */
  entity: string
  entityId: string
  /** Grows by one with each command on the entity; events of one command share it. */
  entityVersion: number
  /** ISO 8601 UTC with milliseconds; never below that of the account's event before. */
  recordedAt: string
  meta: EventMeta
}

/** An event as projections and `evolve` see it: in its place, in clear, in its newest shape. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & EventEnvelope

/** An event as its row holds it: the exact texts that the chain covers. */
export interface EventRow extends Omit<EventEnvelope, 'meta'> {
  type: string
  schemaVersion: number
  /** The exact JSON text of the data, personal fields sealed. */
  data: string
  /** The exact JSON text of the meta. */
  meta: string
  hash: Buffer
}

/** The same without its hash: what the hash is computed of, and all that reading it needs. */
export type UnhashedRow = Omit<EventRow, 'hash'>

/**
 * The event after which everything of an account is gone but who it is and what it pays for: what was written last
 * before it is there no more, and its ids stay used. The head knows the position of the last one.
 */
export const ACCOUNT_RESET = 'AccountReset' as const

/** The event that ends the log of an erased account: from then on its key is gone, and nothing of it is read. */
export const ACCOUNT_ERASED = 'AccountErased' as const

/** Marks a text in an event schema as personal: it is sealed under the account's key before it is stored. */
export function personal<S extends z.ZodType<string>>(schema: S, options: { unless?: readonly string[] } = {}): S {
  const marked = schema.clone()
  personalFields.add(marked, { unless: options.unless ?? [] })
  return marked
}

interface PersonalMark {
  /** Texts of a closed list that say nothing about a person and stay readable. */
  unless: readonly string[]
}
const personalFields = z.registry<PersonalMark>()

/** In the place of a personal text: every element of a list. */
export const EACH = '*'

/** The place of a personal text within an event's data. */
export interface PersonalField extends PersonalMark {
  path: readonly string[]
}

function findPersonal(schema: z.ZodType, path: readonly string[] = []): PersonalField[] {
  const mark = personalFields.get(schema)
  if (mark) return [{ ...mark, path }]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return findPersonal(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodArray) return findPersonal(schema.element as z.ZodType, [...path, EACH])
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => findPersonal(field as z.ZodType, [...path, name]))
  }
  return []
}

/** How to read data of an older shape: from the version it names to the next one. */
type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>

interface EventShape<Data extends z.ZodObject = z.ZodObject> {
  data: Data
  /** One for each older version, oldest first. The current version is one more than there are upcasters. */
  upcasters?: readonly Upcaster[]
}

export interface EventDefinition {
  type: string
  version: number
  schema: z.ZodObject
  upcasters: readonly Upcaster[]
  personal: readonly PersonalField[]
}

export interface EventFamily<Shapes extends Record<string, EventShape> = Record<string, EventShape>> {
  definitions: readonly EventDefinition[]
  /** Carries the types only. */
  readonly shapes?: Shapes
}

/** All the events of one kind of entity: their shapes, versions and what in them is personal. */
export function defineEvents<Shapes extends Record<string, EventShape>>(shapes: Shapes): EventFamily<Shapes> {
  const definitions = Object.entries(shapes).map(([type, shape]): EventDefinition => {
    const upcasters = shape.upcasters ?? []
    return { type, version: upcasters.length + 1, schema: shape.data, upcasters, personal: findPersonal(shape.data) }
  })
  return { definitions }
}

/** The union of a family's events, for deciders and projections. */
export type EventsOf<Family> =
  Family extends EventFamily<infer Shapes>
    ? { [Type in keyof Shapes & string]: DomainEvent<Type, z.output<Shapes[Type]['data']>> }[keyof Shapes & string]
    : never
