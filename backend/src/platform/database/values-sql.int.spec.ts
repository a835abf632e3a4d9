import fc from 'fast-check'
import { binaryArray, rowCountOf, rowParameters, valuesSql, type SqlColumns, type SqlType } from './values-sql.js'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.js'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
const texts = fc.string({ unit: 'grapheme', maxLength: 2000 }).filter((text) => !text.includes('\0'))
const valuesOf: Record<SqlType, fc.Arbitrary<unknown>> = {
  uuid: fc.uuid().chain((id) => fc.constantFrom(id, id.toUpperCase())),
  text: texts,
  bigint: fc.maxSafeInteger(),
  integer: fc.integer(),
  boolean: fc.boolean(),
  date: day.map((date) => date.toISOString().slice(0, 10)),
  timestamptz: day.map((date) => date.toISOString()),
  'timestamptz(3)': day.map((date) => date.toISOString()),
  bytea: fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  varbit: fc.uint8Array({ maxLength: 500 }).map((bytes) => `x${Buffer.from(bytes).toString('hex')}`),
}

it.each(Object.keys(valuesOf) as SqlType[])('encodes arrays of %s as their text form does', async (type) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(valuesOf[type]), { minLength: 1, maxLength: 40 }), async (values) => {
      const [row] = await test.database.rows({ text: `select $1::${type}[] = $2::${type}[] as same` }, [binaryArray(type, values), values])
      expect(row).toEqual({ same: true })
    }),
    { numRuns: 40 },
  )
})

it.each([
  ['row', 1, 1],
  ['few', 2, 64],
  ['rows', 65, 100],
] as const)('gives the rows of its parameters in their order: %s', async (count, minLength, maxLength) => {
  const columns: SqlColumns = [
    ['id', 'uuid'],
    ['note', 'text'],
    ['amount', 'integer'],
  ]
  const row = fc.tuple(fc.uuid(), fc.option(texts), fc.option(fc.integer()))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength, maxLength }), async (rows) => {
      expect(rowCountOf(rows)).toBe(count)
      const text = `select v.id, v.note, v.amount from ${valuesSql(columns, 'v', count)}`
      expect((await test.database.lists({ text }, [...rowParameters(columns, rows)])).rows).toEqual(rows)
    }),
    { numRuns: 20 },
  )
})

it.each([
  ['uuid', ''],
  ['uuid', '0199aaaa-bbbb-7ccc-8ddd-eeeeffff000'],
  ['uuid', '0199aaaa-bbbb-7ccc-8ddd-eeeeffff00001'],
  ['uuid', '0199aaaa-bbbb-7ccc-8ddd-eeeeffff000g'],
  ['uuid', '0199aaaa-bbbb-7ccc-8ddd-eeeeffff00é0'],
  ['bigint', 2 ** 53],
  ['bigint', 0.5],
  ['integer', 2 ** 31],
  ['date', 'amanhã'],
  ['timestamptz', ''],
  ['varbit', ''],
  ['varbit', '0101'],
  ['varbit', 'x0'],
  ['varbit', 'x0g'],
] as const)('refuses a value that is no %s: %s', (type, value) => {
  expect(() => binaryArray(type, [value])).toThrow(/UUID|integer|out of range|date|bits/)
})
