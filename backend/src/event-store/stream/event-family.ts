import { z } from 'zod'
import type { DomainEvent } from './event.js'

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

/** The place of a personal text within an event's data. */
export interface PersonalField extends PersonalMark {
  path: readonly string[]
}

function findPersonal(schema: z.ZodType, path: readonly string[] = []): PersonalField[] {
  const mark = personalFields.get(schema)
  if (mark) return [{ ...mark, path }]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return findPersonal(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => findPersonal(field as z.ZodType, [...path, name]))
  }
  return []
}

/** How to read data of an older shape: from the version it names to the next one. */
export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>

interface EventShape<Data extends z.ZodObject = z.ZodObject> {
  data: Data
  /** One for each older version, oldest first. The current version is one more than there are upcasters. */
  upcasters?: readonly Upcaster[]
}

export interface EventDefinition {
  type: string
  entity: string
  version: number
  schema: z.ZodObject
  upcasters: readonly Upcaster[]
  personal: readonly PersonalField[]
}

export interface EventFamily<Shapes extends Record<string, EventShape> = Record<string, EventShape>> {
  entity: string
  definitions: readonly EventDefinition[]
  /** Carries the types only. */
  readonly shapes?: Shapes
}

/** All the events of one kind of entity: their shapes, versions and what in them is personal. */
export function defineEvents<Shapes extends Record<string, EventShape>>(entity: string, shapes: Shapes): EventFamily<Shapes> {
  const definitions = Object.entries(shapes).map(([type, shape]): EventDefinition => {
    const upcasters = shape.upcasters ?? []
    return { type, entity, version: upcasters.length + 1, schema: shape.data, upcasters, personal: findPersonal(shape.data) }
  })
  return { entity, definitions }
}

/** The union of a family's events, for deciders and projections. */
export type EventsOf<Family> =
  Family extends EventFamily<infer Shapes>
    ? { [Type in keyof Shapes & string]: DomainEvent<Type, z.output<Shapes[Type]['data']>> }[keyof Shapes & string]
    : never
