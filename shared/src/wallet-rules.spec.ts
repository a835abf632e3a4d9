import fc from 'fast-check'
import { addDays, type CalendarDate } from './calendar.js'
import { balanceOn } from './wallet-rules.js'

const days = [
  { date: '2026-11-01', net: 100 },
  { date: '2026-11-10', net: -30 },
  { date: '2026-11-20', net: 7 },
]

describe('balanceOn', () => {
  it('is the sum up to the day while none is stated', () => {
    expect(balanceOn('2026-11-10', [], days)).toEqual({ amount: 70, statedOn: null })
  })

  it('is the latest stated one on or before the day and what came since', () => {
    const stated = [
      { date: '2026-11-15', amount: 500 },
      { date: '2026-11-05', amount: 90 },
    ]
    expect(balanceOn('2026-11-04', stated, days)).toEqual({ amount: 100, statedOn: null })
    expect(balanceOn('2026-11-05', stated, days)).toEqual({ amount: 90, statedOn: '2026-11-05' })
    expect(balanceOn('2026-11-14', stated, days)).toEqual({ amount: 60, statedOn: '2026-11-05' })
    expect(balanceOn('2026-11-30', stated, days)).toEqual({ amount: 507, statedOn: '2026-11-15' })
  })

  it('changes from one day to the next by what that day adds, or to what is stated on it', () => {
    const anyDate = fc.integer({ min: 0, max: 40 }).map((ahead) => addDays('2026-01-01', ahead))
    const amount = fc.integer({ min: -5000, max: 5000 })
    const uniqueDays = <Entry extends { date: CalendarDate }>(entry: fc.Arbitrary<Entry>) =>
      fc.uniqueArray(entry, { selector: (each) => each.date })
    fc.assert(
      fc.property(
        uniqueDays(fc.record({ date: anyDate, net: amount })),
        uniqueDays(fc.record({ date: anyDate, amount })),
        anyDate,
        (nets, stated, day) => {
          const onDay = stated.find((each) => each.date === day)
          const moved = nets.find((each) => each.date === day)?.net ?? 0
          const before = balanceOn(addDays(day, -1), stated, nets).amount
          expect(balanceOn(day, stated, nets).amount).toBe(onDay ? onDay.amount : before + moved)
        },
      ),
    )
  })
})
