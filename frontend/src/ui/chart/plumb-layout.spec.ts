import fc from 'fast-check'
import { plumbLayout } from './plumb-layout'

const row = (income: number, expense: number) => ({ label: 'nov', income, expense })
const texts = (rows: ReturnType<typeof row>[], width = 374) =>
  plumbLayout(rows, width).rows.map(({ income, expense, net }) => [expense, income, net])

it('writes whole reais, with the net as in the ledger without its cents', () => {
  expect(texts([row(990_832, 805_479)])).toEqual([['8.055', '9.908', '+1.853']])
  expect(texts([row(1_493_000, 1_171_160), row(0, 1_108), row(0, 0)])).toEqual([
    ['11.712', '14.930', '+3.218'],
    ['11', '0', '-11'],
    ['0', '0', '0'],
  ])
})

it('writes the same months alike in charts of three and of six', () => {
  const six = [
    row(1_000_049, 0),
    row(1_000_049, 0),
    row(1_469_795, 905_416),
    row(1_073_291, 854_605),
    row(1_073_250, 854_649),
    row(990_832, 805_479),
  ]
  expect(texts(six).slice(3)).toEqual(texts(six.slice(3)))
  expect(texts(six.slice(3)).map(([, , net]) => net)).toEqual(['+2.187', '+2.186', '+1.853'])
})

it('fits them on the narrowest phone', () => {
  expect(plumbLayout([row(99_999_900, 88_888_800)], 288)).toMatchObject({ unit: { heading: 'R$' }, frame: { isTight: false } })
})

/** The value of a written amount in tenths of its unit. */
function read(text: string): number {
  return Math.round(Number(text.replaceAll('.', '').replace(',', '.')) * 10)
}

it('rows add up as written, in every unit and at every width', () => {
  const centavos = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 4_000 }),
    fc.integer({ min: 0, max: 99_999_999 }),
    fc.integer({ min: 0, max: 99_999_999_999_999 }),
  )
  const rows = fc.array(fc.record({ income: centavos, expense: centavos }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 140, max: 1100 }), (flows, width) => {
      const { rows: written, unit } = plumbLayout(
        flows.map(({ income, expense }) => row(income, expense)),
        width,
      )
      const smallest = Math.max(100, unit.centavos / 10)
      for (const [index, { income, expense, net }] of written.entries()) {
        expect(read(income) - read(expense)).toBe(read(net))
        // Each is less than a step from the exact amount, so a deficit is never written as a surplus.
        const flow = flows[index]!
        const away = (text: string, exact: number) => Math.abs((read(text) * unit.centavos) / 10 - exact)
        expect(Math.max(away(income, flow.income), away(expense, flow.expense), away(net, flow.income - flow.expense))).toBeLessThan(
          smallest,
        )
      }
    }),
  )
})
