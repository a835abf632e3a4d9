import { z } from 'zod'

/** The origin of a command. */
export type CommandSource = 'app' | 'stripe' | 'ops' | 'seed'

/** The output of a decider: a fact with its data, before it is placed in the log. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  type: Type
  data: Data
}

/** The origin of an event; never contains personal data. */
export interface EventMeta {
  /** The command's idempotency key, or a generated id. */
  commandId: string
  /** The account's own user, or the process that acted. */
  actor: string
  source: CommandSource
  /** The position of the event that this one undoes. */
  undoes?: number
  /** The position of its command's first event, when this event is of another entity. */
  partOf?: number
}

/** The place of an event in its account's log. */
export interface EventEnvelope {
  accountId: string
  /** Gapless, from 1 within the account. */
  seq: number
  /** The kind of entity, such as `transaction`. */
  entity: string
  entityId: string
  /** Increases by one with each command on the entity; events of one command share it. */
  entityVersion: number
  /** ISO 8601 UTC with milliseconds; never earlier than the account's previous event. */
  recordedAt: string
  meta: EventMeta
}

/** An event as projections and `evolve` receive it: placed, decrypted, in its newest shape. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & EventEnvelope

/** A stored event: the exact texts that the hash chain covers. */
export interface EventRow extends Omit<EventEnvelope, 'meta'> {
  type: string
  schemaVersion: number
  /** The exact JSON text of the data, personal fields sealed. */
  data: string
  /** The exact JSON text of the meta. */
  meta: string
  hash: Buffer
}

/** A row without its hash: the input of the hash, and sufficient for decoding. */
export type UnhashedRow = Omit<EventRow, 'hash'>

/**
 * The event that clears an account except its identity and subscription: entities written before it no longer exist, and their
 * ids stay used. The head stores the position of the last one.
 */
export const ACCOUNT_RESET = 'AccountReset' as const

/** The last event of an erased account's log: its key is destroyed with it, and the log can no longer be decrypted. */
export const ACCOUNT_ERASED = 'AccountErased' as const

/** Marks a text in an event schema as personal: it is encrypted under the account's key before it is stored. */
export function personal<S extends z.ZodType<string>>(schema: S, options: { unless?: readonly string[] } = {}): S {
  const marked = schema.clone()
  personalFields.add(marked, { unless: options.unless ?? [] })
  return marked
}

interface PersonalMark {
  /** Texts of a closed list that reveal nothing about a person and stay readable. */
  unless: readonly string[]
}
const personalFields = z.registry<PersonalMark>()

/** Path element for every element of a list. */
export const EACH = '*'

/** The path of a personal text within an event's data. */
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

/** Converts data from the version it stands for to the next one. */
type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>

interface EventShape<Data extends z.ZodObject = z.ZodObject> {
  data: Data
  /** One per older version, oldest first. The current version is their number plus one. */
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
  /** Exists in types only. */
  readonly shapes?: Shapes
}

/** Defines the events of one kind of entity: their shapes, versions and personal fields. */
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
