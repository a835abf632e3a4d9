import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import { moneySchemas } from './fields.js'
import { isAmount, toCentavos, toReais } from './money-fields.js'

/** Fractions, percentages, and the values of a change, whose kind depends on its field. Every other number is an integer or money. */
const RATES = new Set(['percent', 'completionRate', 'share', 'incomeGrowth', 'before', 'after'])

/** A value of a schema on the wire, and the expected value in the browser. */
interface Both {
  wire: unknown
  browser: unknown
}

const same = <T>(values: Arbitrary<T>): Arbitrary<Both> => values.map((value) => ({ wire: value, browser: value }))
const money = fc.integer({ min: -(10 ** 15), max: 10 ** 15 }).map((centavos) => ({ wire: centavos / 100, browser: centavos }))
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
)
const changes = fc
  .oneof(
    fc.record({ field: fc.constantFrom('amount', 'closingBalance', 'services.withInvoice'), before: money, after: money }),
    fc.record({ field: fc.constantFrom('version', 'count', 'title'), before: same(numbers), after: same(fc.string()) }),
  )
  .map(({ field, before, after }) => ({
    wire: { field, before: before.wire, after: after.wire },
    browser: { field, before: before.browser, after: after.browser },
  }))

/** Values of a schema, with numbers of the declared kind. */
function valuesOf(schema: z.core.$ZodType, name: string): Arbitrary<Both> {
  if (moneySchemas.has(schema)) return money
  const { def } = schema as unknown as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object':
      if ('before' in def.shape) return changes
      return fc
        .record(Object.fromEntries(Object.entries(def.shape).map(([field, member]) => [field, valuesOf(member, field)])))
        .map((fields) => both(Object.entries(fields), (entries) => Object.fromEntries(entries)))
    case 'array':
      return fc.array(valuesOf(def.element, name), { maxLength: 3 }).map((items) =>
        both(
          items.map((item, index) => [`${index}`, item]),
          (entries) => entries.map(([, value]) => value),
        ),
      )
    case 'nullable':
      return fc.oneof(same(fc.constant(null)), valuesOf(def.innerType, name))
    case 'optional':
    case 'default':
    case 'catch':
      return valuesOf(def.innerType, name)
    case 'pipe':
      return valuesOf(def.in, name)
    case 'union':
      return fc.oneof(...def.options.map((option) => valuesOf(option, name)))
    case 'number':
      if (!('format' in def || RATES.has(name))) throw new Error(`"${name}" is neither an integer nor a rate: declare it as money`)
      return same(numbers)
    default:
      return same(fc.string())
  }
}

function both(entries: (readonly [string, Both])[], build: (entries: (readonly [string, unknown])[]) => unknown): Both {
  return {
    wire: build(entries.map(([name, value]) => [name, value.wire])),
    browser: build(entries.map(([name, value]) => [name, value.browser])),
  }
}

async function contract(): Promise<[name: string, schema: z.ZodType][]> {
  const files = readdirSync(__dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(join(__dirname, file))) as Record<string, unknown>] as const),
  )
  return modules.flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[`${file} ${name}`, value] as [string, z.ZodType]] : [],
    ),
  )
}

it('converts every shape of the contract to the browser and back, and money only', async () => {
  const schemas = (await contract()).filter(([, schema]) => schema instanceof z.ZodObject)
  expect(schemas.length).toBeGreaterThan(100)
  for (const [name, schema] of schemas) {
    fc.assert(
      fc.property(valuesOf(schema, ''), ({ wire, browser }) => {
        const text = JSON.stringify(wire)
        const converted = toCentavos(JSON.parse(text) as unknown)
        expect([name, converted]).toEqual([name, JSON.parse(JSON.stringify(browser))])
        expect([name, JSON.stringify(toReais(converted))]).toEqual([name, text])
      }),
      { numRuns: 10, seed: 38 },
    )
  }
})

it('leaves the sent body unchanged, and converts a copy', () => {
  const body = { amount: 1050, rows: [{ amount: 5 }] }
  expect(toReais(body)).toEqual({ amount: 10.5, rows: [{ amount: 0.05 }] })
  expect(body).toEqual({ amount: 1050, rows: [{ amount: 5 }] })
})

it('recognises amounts of the history by the name of the changed field', () => {
  expect(['amount', 'closingBalance', 'version', 'title'].map(isAmount)).toEqual([true, true, false, false])
})
