import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { JsonSchema } from '../hostile/test-route-table.js'

/** The deepest body that is parsed, less the object and the list around the value. */
const DEPTH = 18

/**
 * Texts that are expensive to trim, split, normalise, search or match against a pattern. Each is made with a length in
 * UTF-16 units.
 */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  'one letter': (length) => 'a'.repeat(length),
  'blanks between two letters': (length) => `a${' '.repeat(length - 2)}a`,
  'tabs before commas': (length) => '\t,'.repeat(length / 2),
  'zero-width characters': (length) => `a${'\u200b'.repeat(length - 2)}a`,
  // Every normal form moves the second half before the first.
  'combining marks out of order': (length) => `a${'\u0301'.repeat(length / 2)}${'\u0316'.repeat(length / 2 - 1)}`,
  'joined emoji': (length) => '👩\u200d'.repeat(length / 3),
  'at signs and dots': (length) => 'a@a.'.repeat(length / 4),
  'quotes and commas': (length) => '"a",'.repeat(length / 4),
  wildcards: (length) => '%_'.repeat(length / 2),
}

/** The branch of a schema that a value takes: the first one that is not null. */
function formOf(schema: JsonSchema): JsonSchema {
  const forms = schema.oneOf ?? schema.anyOf
  const form = forms?.find(({ type }) => type !== 'null')
  return form ? formOf(form) : schema
}

const yesterday = () => new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10)

/**
 * The largest value that a schema accepts, as far as it describes it: every field, texts and numbers at their limits, lists
 * with `count` different elements unless more are required.
 */
export function largestValue(schema: JsonSchema, count: number, ordinal = 0): unknown {
  const { type, enum: choices, properties, items, maxItems = count, maximum = 1, maxLength = 200 } = formOf(schema)
  if (choices) return choices.at(-1)
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties ?? {}).map(([name, field]) => [name, largestValue(field, count, ordinal)]))
    case 'array':
      return items?.enum ?? Array.from({ length: Math.min(maxItems, count) }, (_, index) => largestValue(items ?? {}, count, index))
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return maximum
    default:
      return largestText(formOf(schema), maxLength, ordinal)
  }
}

function largestText({ format, pattern }: JsonSchema, maxLength: number, ordinal: number): string {
  if (format === 'uuid') return newId()
  if (format === 'date') return yesterday()
  if (format === 'date-time') return new Date().toISOString()
  if (format === 'email') return `${newId()}@${'exemplo.'.repeat(20)}com`
  if (pattern?.includes('[0-9a-f]{64}')) return randomBytes(32).toString('hex')
  if (pattern?.startsWith('^\\d{4}-\\d{2}')) return yesterday().slice(0, 7)
  if (pattern) return 'a'.repeat(maxLength)
  return `${ordinal} `.padEnd(maxLength, 'ç')
}

/** Makes a body of so many bytes. */
export type BodyMaker = (bytes: number) => string

/** Bodies that a route must refuse cheaply. */
export function refusedBodies(
  schema: JsonSchema | null,
  texts: readonly (readonly [name: string, make: (length: number) => string])[],
): Readonly<Record<string, BodyMaker>> {
  const fields = Object.entries(formOf(schema ?? {}).properties ?? {})
  const lists = fields.filter(([, field]) => formOf(field).type === 'array').map(([name]) => name)
  const elements = (name: string, element: string): BodyMaker => {
    return (bytes) => `{${JSON.stringify(name)}:[${repeat(`${element},`, bytes)}${element}]}`
  }
  return {
    'many names beside many objects': (bytes) => {
      const names = Array.from({ length: Math.floor(bytes / 24) }, (_, index) => `"name${index}":0`)
      return `{${names.join(',')},"list":[${repeat('{},', bytes / 2)}{}]}`
    },
    'lists within lists': elements('list', `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`),
    'a long number': (bytes) => `{"amount":${'1'.repeat(bytes)}}`,
    ...Object.fromEntries(lists.map((name) => [`wrong elements in ${name}`, elements(name, '0')])),
    ...Object.fromEntries(lists.map((name) => [`empty elements in ${name}`, elements(name, '{}')])),
    ...(schema && Object.fromEntries(texts.map(([name, make]) => [`texts of ${name}`, textsOf(formOf(schema), make)]))),
  }
}

/** All texts of an object are the same one; together they take about so many bytes. */
function textsOf(schema: JsonSchema, make: (length: number) => string): BodyMaker {
  return (bytes) => {
    const length = (bytes / Math.max(1, countTexts(schema)) / Buffer.byteLength(make(12))) * 11
    return JSON.stringify(withTexts(schema, make(Math.max(12, Math.floor(length)))))
  }
}

function countTexts(schema: JsonSchema): number {
  return JSON.stringify(withTexts(schema, '\u0000')).split('\\u0000').length - 1
}

function withTexts(schema: JsonSchema, text: string): unknown {
  const { type, properties } = formOf(schema)
  if (type === 'object') return Object.fromEntries(Object.entries(properties ?? {}).map(([name, field]) => [name, withTexts(field, text)]))
  return type === 'string' ? text : undefined
}

function repeat(text: string, bytes: number): string {
  return text.repeat(Math.floor(bytes / text.length))
}
