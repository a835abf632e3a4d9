import { z } from 'zod'
import { mapYielding } from '../map-yielding.js'

/** A body whose lists are no longer is checked at once. */
const SHORT = 100

/** An object's schema, and the same without what it says of the elements of its lists. */
interface SplitSchema {
  lists: readonly (readonly [name: string, list: z.ZodArray])[]
  rest: z.ZodObject
}

const splits = new WeakMap<z.ZodObject, SplitSchema>()

function splitOf(schema: z.ZodObject): SplitSchema {
  const known = splits.get(schema)
  if (known) return known
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const list = listOf(field)
    return list ? [{ name, list, bare: withoutElements(field, list) }] : []
  })
  const bare = Object.fromEntries(fields.map((field) => [field.name, field.bare]))
  const split = { lists: fields.map(({ name, list }) => [name, list] as const), rest: schema.extend(bare) }
  splits.set(schema, split)
  return split
}

/** The list that a field is, be it one with a default; null for none. */
function listOf(field: unknown): z.ZodArray | null {
  if (field instanceof z.ZodDefault) return listOf(field.def.innerType)
  return field instanceof z.ZodArray ? field : null
}

function withoutElements(field: unknown, list: z.ZodArray): z.ZodType {
  const bare = list.clone({ ...list.def, element: z.any() })
  return field instanceof z.ZodDefault ? field.clone({ ...field.def, innerType: bare }) : bare
}

/** Whether a value is an object with a list that is checked in turns. */
export function hasLongList(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((field) => Array.isArray(field) && field.length > SHORT)
}

/** The schema as it is applied to a value: its long lists are checked in turns. */
export function withYieldingCheck<Schema>(schema: Schema, value: unknown): Schema | z.core.$ZodStandardSchema<z.ZodType> {
  if (!(schema instanceof z.ZodObject) || !hasLongList(value)) return schema
  const validate = () => check(schema, value)
  return { '~standard': { version: 1, vendor: 'zod', validate } } as never
}

/** Of each list the first element that is not as it should be is told, before whatever is said of the list as a whole. */
async function check(schema: z.ZodObject, value: Record<string, unknown>): Promise<{ value: unknown } | { issues: z.core.$ZodIssue[] }> {
  const { lists, rest } = splitOf(schema)
  const present = { ...value }
  const wrong = new Map<string, z.core.$ZodIssue[]>()
  for (const [name, { element }] of lists) {
    const list = present[name]
    if (!Array.isArray(list)) continue
    present[name] = await mapYielding(list, (each: unknown, index) => {
      if (wrong.has(name)) return null
      const { data, error } = z.safeParse(element, each)
      if (error)
        wrong.set(
          name,
          error.issues.map((issue) => ({ ...issue, path: [name, index, ...issue.path] })),
        )
      return data
    })
    // A rule of the whole list presumes elements that are as they should be.
    if (wrong.has(name)) delete present[name]
  }
  const { data, error } = rest.safeParse(present)
  if (wrong.size === 0 && !error) return { value: data }
  const others = error?.issues.filter(({ path: [name] }) => !wrong.has(String(name))) ?? []
  return { issues: [...others, ...[...wrong.values()].flat()] }
}
