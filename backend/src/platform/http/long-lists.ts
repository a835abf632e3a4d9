import { z } from 'zod'
import { mapYielding } from '../map-yielding.js'

/** Lists up to this length are checked in one piece. */
const SHORT = 100

/** An object's schema split into its lists and a schema without their element rules. */
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

/** The list schema of a field, also inside a default; null for other fields. */
function listOf(field: unknown): z.ZodArray | null {
  if (field instanceof z.ZodDefault) return listOf(field.def.innerType)
  return field instanceof z.ZodArray ? field : null
}

function withoutElements(field: unknown, list: z.ZodArray): z.ZodType {
  const bare = list.clone({ ...list.def, element: z.any() })
  return field instanceof z.ZodDefault ? field.clone({ ...field.def, innerType: bare }) : bare
}

/** Whether a value is an object with a list that is checked in slices. */
export function hasLongList(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((field) => Array.isArray(field) && field.length > SHORT)
}

/** The schema to apply to a value: long lists are checked in slices, yielding to the event loop. */
export function withYieldingCheck<Schema>(schema: Schema, value: unknown): Schema | z.core.$ZodStandardSchema<z.ZodType> {
  if (!(schema instanceof z.ZodObject) || !hasLongList(value)) return schema
  const validate = () => check(schema, value)
  return { '~standard': { version: 1, vendor: 'zod', validate } } as never
}

/** Reports the first invalid element of each list, in place of rules about the list as a whole. */
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
    // Rules of the whole list assume valid elements.
    if (wrong.has(name)) delete present[name]
  }
  const { data, error } = rest.safeParse(present)
  if (wrong.size === 0 && !error) return { value: data }
  const others = error?.issues.filter(({ path: [name] }) => !wrong.has(String(name))) ?? []
  return { issues: [...others, ...[...wrong.values()].flat()] }
}
