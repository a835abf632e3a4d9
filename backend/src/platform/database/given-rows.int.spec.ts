import fc from 'fast-check'
import { rowValues, type SqlType } from './given-rows.js'
import { createTestDatabase, type TestDatabase } from './test-database.js'

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

it.each(Object.keys(valuesOf) as SqlType[])('gives Postgres the same values of %s as the driver does', async (type) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(valuesOf[type]), { minLength: 2, maxLength: 40 }), async (values) => {
      const [given] = rowValues([['value', type]], values.map((value) => [value]))
      const [row] = await test.database.rows({ text: `select $1::${type}[] = $2::${type}[] as same` }, [given, values])
      expect(row).toEqual({ same: true })
    }),
    { numRuns: 40 },
  )
})
