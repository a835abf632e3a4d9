import fc from 'fast-check'
import { addDays } from '@prumo/shared/calendar'
import { lowestAhead } from './near-future'

const today = '2026-11-27'
const rent = { date: '2026-11-30', type: 'expense', amount: 185_000 } as const

describe('the lowest balance of the days ahead', () => {
  it('is that of the first day that has it', () => {
    expect(lowestAhead(184_215, [rent, { date: '2026-12-02', type: 'income', amount: 500 }], today)).toEqual({
      date: '2026-11-30',
      balance: -785,
    })
    expect(lowestAhead(184_215, [], today)).toEqual({ date: today, balance: 184_215 })
  })

  it('counts what is overdue on no day, and nothing beyond thirty days', () => {
    const outside = [
      { ...rent, date: addDays(today, -1) },
      { ...rent, date: addDays(today, 31) },
    ]
    expect(lowestAhead(100, outside, today)).toEqual({ date: today, balance: 100 })
  })

  it('is exactly what can be taken out without a shortfall', () => {
    const entry = fc.record({
      date: fc.integer({ min: -20, max: 45 }).map((days) => addDays(today, days)),
      type: fc.constantFrom('income', 'expense'),
      amount: fc.integer({ min: 1, max: 9_999_999 }),
    })
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999, max: 99_999_999 }), fc.array(entry), (onHand, entries) => {
        const { balance } = lowestAhead(onHand, entries, today)
        expect(lowestAhead(onHand - balance, entries, today).balance).toBe(0)
        expect(balance).toBeLessThanOrEqual(
          entries.reduce((sum, { date, type, amount }) => (date === today ? sum + (type === 'income' ? amount : -amount) : sum), onHand),
        )
      }),
    )
  })
})
