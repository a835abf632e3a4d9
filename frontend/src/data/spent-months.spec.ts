import fc from 'fast-check'
import { addDays, daysBetween } from '@prumo/shared/calendar'
import { monthsUntil } from '@prumo/shared/emergency-fund-rules'
import { fresh } from './given'
import { averagedMonths, shownSpentMonths } from './spent-months'
import { noSums } from './transaction-sums'

it('are three, up to today', () => {
  expect(averagedMonths('2026-05-31')).toEqual([
    { type: 'expense', from: '2026-02-28', to: '2026-03-31' },
    { type: 'expense', from: '2026-04-01', to: '2026-04-30' },
    { type: 'expense', from: '2026-05-01', to: '2026-05-31' },
  ])
})

it('are together what the average looks back on, each day once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
      const now = addDays('2000-01-01', days)
      const months = averagedMonths(now)
      const whole = monthsUntil(now, 3)
      expect([months[0]?.from, months.at(-1)?.to]).toEqual([whole.from, whole.to])
      for (const [index, { from }] of months.entries()) if (index > 0) expect(daysBetween(months[index - 1]!.to, from)).toBe(1)
    }),
  )
})

it('count where something was spent', () => {
  const months = [120, 0, 0.01].map((expense) => fresh(0, { ...noSums, expense }))
  expect(shownSpentMonths(fresh(0, { to: '2026-11-22', months }), [], '2026-11-22')).toBe(2)
  expect(shownSpentMonths(fresh(0, { to: '2026-11-21', months }), [], '2026-11-22')).toBeNull()
})
