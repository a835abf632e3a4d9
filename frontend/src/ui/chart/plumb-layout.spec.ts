import fc from 'fast-check'
import { plumbLayout } from './plumb-layout'

const row = (income: number, expense: number) => ({ label: 'nov', income, expense })
const texts = (rows: ReturnType<typeof row>[], width = 374) =>
  plumbLayout(rows, width).rows.map(({ income, expense, net }) => [expense, income, net])

it('writes whole reais, the result as the ledger has it before the comma', () => {
  expect(texts([row(990_832, 805_479)])).toEqual([['8.055', '9.908', '+1.853']])
  expect(texts([row(1_493_000, 1_171_160), row(0, 1_108), row(0, 0)])).toEqual([
    ['11.712', '14.930', '+3.218'],
    ['11', '0', '-11'],
    ['0', '0', '0'],
  ])
})

it('writes the same months the same, whether three stand there or six', () => {
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

it('has room for them on the narrowest phone', () => {
  expect(plumbLayout([row(99_999_900, 88_888_800)], 288)).toMatchObject({ unit: { heading: 'R$' }, frame: { isTight: false } })
})

/** What a written amount says, in its own unit and to one decimal. */
function read(text: string): number {
  return Math.round(Number(text.replaceAll('.', '').replace(',', '.')) * 10)
}

it('adds up as it is written, in every unit and at every width', () => {
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
        // None is a whole step away from what it is, so nothing that is short is written as if something were left.
        const flow = flows[index]!
        const away = (text: string, exact: number) => Math.abs((read(text) * unit.centavos) / 10 - exact)
        expect(Math.max(away(income, flow.income), away(expense, flow.expense), away(net, flow.income - flow.expense))).toBeLessThan(
          smallest,
        )
      }
    }),
  )
})
