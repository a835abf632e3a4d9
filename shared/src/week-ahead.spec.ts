import fc from 'fast-check'
import { addDays } from './calendar.js'
import { laterBills, weekAhead, type DueAmount } from './week-ahead.js'

const today = '2026-11-27'
const rent = { date: '2026-11-30', amount: 185_000, type: 'expense' } as const
const power = { date: '2026-11-30', amount: 14_225, type: 'expense' } as const
const basket = { date: '2026-11-25', amount: 92_000, type: 'income' } as const

describe('the week ahead', () => {
  it('adds what is overdue, and leaves out what is due later', () => {
    const later = { ...rent, date: '2026-12-05' }
    const last = { ...power, date: '2026-12-04' }
    expect(weekAhead([later, power, basket, last, rent], today)).toEqual({
      until: '2026-12-04',
      toPay: { total: 213_450, due: [rent, power, last], overdueCount: 0 },
      toReceive: { total: 92_000, due: [basket], overdueCount: 1 },
    })
  })

  it('counts today as due and not as overdue', () => {
    expect(weekAhead([{ ...rent, date: today }], today).toPay).toMatchObject({ total: 185_000, overdueCount: 0 })
  })

  it('names the bills after the week up to thirty days ahead, the nearest first', () => {
    const [inWeek, far, near, beyond] = [7, 30, 8, 31].map((days) => ({ date: addDays(today, days) }))
    expect(laterBills([inWeek!, far!, near!, beyond!], today)).toEqual([near, far])
  })

  const due: fc.Arbitrary<DueAmount> = fc.record({
    date: fc.integer({ min: -40, max: 40 }).map((days) => addDays(today, days)),
    amount: fc.integer({ min: 1, max: 99_999_999_999 }),
    type: fc.constantFrom('expense', 'income'),
  })

  it('sums each side to the centavo, whatever the order of its input', () => {
    fc.assert(
      fc.property(fc.array(due), fc.array(due), (some, others) => {
        const week = weekAhead([...some, ...others], today)
        expect(weekAhead([...others, ...some], today)).toEqual(week)
        const net = [...some, ...others]
          .filter(({ date }) => date <= week.until)
          .reduce((sum, { amount, type }) => sum + (type === 'income' ? amount : -amount), 0)
        expect(week.toReceive.total - week.toPay.total).toBe(net)
      }),
    )
  })

  it('lists overdue amounts before all others, each once', () => {
    fc.assert(
      fc.property(fc.array(due), (all) => {
        const { toPay, toReceive } = weekAhead(all, today)
        for (const { due: listed, overdueCount } of [toPay, toReceive]) {
          expect(listed.slice(0, overdueCount).every(({ date }) => date < today)).toBe(true)
          expect(listed.slice(overdueCount).every(({ date }) => date >= today)).toBe(true)
        }
        expect(toPay.due.length + toReceive.due.length).toBe(all.filter(({ date }) => date <= addDays(today, 7)).length)
      }),
    )
  })
})
