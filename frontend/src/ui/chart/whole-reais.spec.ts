import fc from 'fast-check'
import { roundToWholeReais } from './whole-reais'

it('rounds each net to the balance without its cents, as in the ledger', () => {
  // The exact net is 1.853,53.
  expect(roundToWholeReais([{ income: 990_832, expense: 805_479 }])).toEqual([{ income: 990_800, expense: 805_500 }])
})

it('deviates where it costs least', () => {
  // 0,60 twice is 1,20, but 1 + 1 would be 2.
  expect(
    roundToWholeReais([
      { income: 60, expense: 0 },
      { income: 60, expense: 0 },
    ]),
  ).toEqual([
    { income: 100, expense: 0 },
    { income: 0, expense: 0 },
  ])
})

const centavos = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 99_999_999_999 }))
const flows = fc.array(fc.record({ income: centavos, expense: centavos }), { maxLength: 12 })
const balance = (of: readonly { income: number; expense: number }[]) => of.reduce((sum, { income, expense }) => sum + income - expense, 0)

it('keeps each amount within a real of the exact one, and the newest rows equal to their balance without its cents', () => {
  fc.assert(
    fc.property(flows, (exact) => {
      const rounded = roundToWholeReais(exact)
      const since = exact.map((_, index) => balance(exact.slice(index)))
      const changesSign = since.some((sum) => sum > 0) && since.some((sum) => sum < 0)
      for (const [index, flow] of exact.entries()) {
        const away = balance(rounded.slice(index)) - Math.trunc(since[index]! / 100) * 100
        expect(Math.abs(away)).toBeLessThanOrEqual(changesSign ? 100 : 0)
        for (const side of ['income', 'expense'] as const) {
          const written = rounded[index]?.[side] ?? Number.NaN
          expect(written % 100).toBe(0)
          expect(Math.abs(written - flow[side])).toBeLessThan(100)
        }
      }
    }),
  )
})

it('writes a month alike whatever rows precede it, so that no two screens differ by a real', () => {
  fc.assert(
    fc.property(flows, fc.nat({ max: 12 }), (exact, newest) => {
      const from = Math.max(0, exact.length - newest)
      expect(roundToWholeReais(exact).slice(from)).toEqual(roundToWholeReais(exact.slice(from)))
    }),
  )
})
