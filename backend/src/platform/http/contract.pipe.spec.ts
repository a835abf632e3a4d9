import { importPreview } from '@prumo/shared/imports'
import { Rejected } from '@prumo/shared/rejections'
import fc from 'fast-check'
import { z } from 'zod'
import { ContractPipe } from './contract.pipe.js'

const pipe = new ContractPipe()

/** The parsed body, or its refusal. */
async function answerTo(body: unknown): Promise<unknown> {
  try {
    return await pipe.transform(body, { type: 'body', schema: importPreview })
  } catch (error) {
    if (error instanceof Rejected) return { code: error.code, text: error.message, fields: error.fields }
    throw error
  }
}

const line = { key: 'ab'.repeat(32), date: '2026-10-07', amount: 12.34, type: 'expense', description: 'Farinha' }
const lines = (count: number) => Array.from({ length: count }, () => line)
const strangeLines = [
  line,
  null,
  7,
  [],
  {},
  { ...line, amount: 12.345, extra: 1 },
  { ...line, amount: -1 },
  { ...line, date: '2026-02-30' },
]
// As JSON.parse creates it: `__proto__` is an ordinary own property, which is stripped.
const withProto = fc.constant(`{"__proto__":{"admin":true},${JSON.stringify(line).slice(1)}`).map((text) => JSON.parse(text) as unknown)
const anyLine = fc.oneof(fc.constantFrom<unknown>(...strangeLines, { ...line, description: ' ' }, { ...line, more: true }), withProto)

it('reports the same faults for a long list as for a short one', async () => {
  const others = fc.record({ format: fc.constantFrom<unknown>('ofx', 'pdf', undefined), bank: fc.constantFrom<unknown>('Itaú', 7) })
  await fc.assert(
    fc.asyncProperty(others, anyLine, async (given, strange) => {
      // A list of more than 100 elements is checked in slices.
      const [short, long] = [
        await answerTo({ ...given, rows: [line, strange] }),
        await answerTo({ ...given, rows: [...lines(120), strange] }),
      ]
      if (!('rows' in (short as object))) expect(long).toEqual(short)
      else expect((long as { rows: unknown[] }).rows).toHaveLength(121)
    }),
  )
})

it('parses each line as the contract does', async () => {
  expect(await answerTo({ rows: lines(101) })).toEqual(importPreview.parse({ rows: lines(101) }))
})

it('refuses a list of valid lines that is too long', async () => {
  expect(await answerTo({ rows: lines(5_001) })).toMatchObject({ text: 'Importe no máximo 5.000 lançamentos de uma vez.' })
})

it('holds the rules of the whole body beside a long list', async () => {
  const schema = z.strictObject({ rows: z.array(z.int()), count: z.int() }).refine(({ rows, count }) => rows.length === count)
  const send = (count: number) => pipe.transform({ rows: Array.from({ length: 150 }, () => 1), count }, { type: 'body', schema })
  expect(await send(150)).toMatchObject({ count: 150 })
  await expect(send(149)).rejects.toMatchObject({ code: 'VALIDATION' })
})

const withDefault = z.strictObject({ rows: z.array(z.strictObject({ amount: z.number() })).default([]) })

it.each([
  ['', importPreview, lines(5_000)],
  [', one with a default too', withDefault, Array.from({ length: 20_000 }, () => ({ amount: 1 }))],
])('yields to the event loop while a long list is checked%s', async (_, schema, rows) => {
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  expect(await pipe.transform({ rows }, { type: 'body', schema })).toEqual(schema.parse({ rows }))
  clearInterval(counting)
  expect(turns).toBeGreaterThan(1)
})

it('fills in the default of a missing list', async () => {
  expect(await pipe.transform({}, { type: 'body', schema: withDefault })).toEqual({ rows: [] })
})
