import fc from 'fast-check'
import { wholeReais } from './whole-reais'

it('leaves the nearest where they come to the balance, as a ledger writes it before the comma', () => {
  // 1.853,53 remained.
  expect(wholeReais([{ income: 990_832, expense: 805_479 }])).toEqual([{ income: 990_800, expense: 805_500 }])
})

it('gives way where it costs least', () => {
  // 0,60 twice is 1,20: written 1 + 1 would come to 2.
  expect(wholeReais([{ income: 60, expense: 0 }, { income: 60, expense: 0 }])).toEqual([{ income: 0, expense: 0 }, { income: 100, expense: 0 }])
})

it('makes amounts of which none is further than a real away, and all of which come to the balance without its cents', () => {
  const centavos = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 99_999_999_999 }))
  fc.assert(
    fc.property(fc.array(fc.record({ income: centavos, expense: centavos }), { maxLength: 12 }), (flows) => {
      const rounded = wholeReais(flows)
      const balance = (of: typeof flows) => of.reduce((sum, { income, expense }) => sum + income - expense, 0)
      expect(balance(rounded)).toBe(Math.trunc(balance(flows) / 100) * 100 + 0)
      for (const [index, flow] of flows.entries()) {
        for (const side of ['income', 'expense'] as const) {
          const written = rounded[index]?.[side] ?? Number.NaN
          expect(written % 100).toBe(0)
          expect(Math.abs(written - flow[side])).toBeLessThan(100)
        }
      }
    }),
  )
})
