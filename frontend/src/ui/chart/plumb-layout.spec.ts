import fc from 'fast-check'
import { plumbLayout } from './plumb-layout'

const row = (income: number, expense: number) => ({ label: 'nov', income, expense })
const texts = (rows: ReturnType<typeof row>[], width = 374) =>
  plumbLayout(rows, width).rows.map(({ income, expense, net }) => [expense, income, net])

it('writes whole reais, each figure rounded half up by itself', () => {
  expect(texts([row(990_850, 805_449)])).toEqual([['8.054', '9.909', '+1.854']])
  expect(texts([row(1_493_000, 1_171_160), row(0, 1_108), row(0, 0)])).toEqual([
    ['11.712', '14.930', '+3.218'],
    ['11', '0', '-11'],
    ['0', '0', '0'],
  ])
})

it('fits them on the narrowest phone', () => {
  expect(plumbLayout([row(99_999_900, 88_888_800)], 288)).toMatchObject({ unit: { heading: 'R$' }, frame: { isTight: false } })
})

const flow = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 99_999_999 }))
const flows = fc.array(fc.record({ income: flow, expense: flow }), { minLength: 1, maxLength: 6 })
const written = (of: readonly { income: number; expense: number }[]) =>
  texts(
    of.map(({ income, expense }) => row(income, expense)),
    374,
  )

it('writes a month alike whatever months are beside it', () => {
  fc.assert(
    fc.property(flows, flows, flows, (before, months, after) => {
      const amid = written([...before, ...months, ...after]).slice(before.length, before.length + months.length)
      expect(amid).toEqual(written(months))
    }),
  )
})

/** The value of a written amount in tenths of its unit. */
function read(text: string): number {
  return Math.round(Number(text.replaceAll('.', '').replace(',', '.')) * 10)
}

it('writes the nearest figure of the unit, at every width', () => {
  const centavos = fc.oneof(flow, fc.integer({ min: 0, max: 99_999_999_999_999 }))
  const rows = fc.array(fc.record({ income: centavos, expense: centavos }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 140, max: 1100 }), (exact, width) => {
      const { rows: shown, unit } = plumbLayout(
        exact.map(({ income, expense }) => row(income, expense)),
        width,
      )
      const smallest = unit.centavos === 100 ? 100 : unit.centavos / 10
      for (const [index, { income, expense, net }] of shown.entries()) {
        const { income: came, expense: went } = exact[index]!
        for (const [text, amount] of [
          [income, came],
          [expense, went],
          [net, came - went],
        ] as const)
          expect(Math.abs((read(text) * unit.centavos) / 10 - amount) * 2).toBeLessThanOrEqual(smallest)
      }
    }),
  )
})
