import fc from 'fast-check'
import { addDays, addMonths } from './calendar.js'
import { daysBeforePeriod, daysOfPeriod, goalsTone, growthOf, growthTone, monthsOfPeriod, reportPeriods } from './report-rules.js'

describe('a period', () => {
  it.each([
    ['1month', '2026-11-20', '2026-11-01', ['2026-11']],
    ['3months', '2026-01-31', '2025-11-01', ['2025-11', '2025-12', '2026-01']],
    ['6months', '2028-03-01', '2027-10-01', ['2027-10', '2027-11', '2027-12', '2028-01', '2028-02', '2028-03']],
  ] as const)('%s of %s begins on %s', (period, today, from, months) => {
    expect(daysOfPeriod(period, today)).toEqual({ from, to: today })
    expect(monthsOfPeriod(period, today)).toEqual(months)
  })

  it('of a year has twelve months on any day', () => {
    expect(monthsOfPeriod('1year', '2026-05-31')).toHaveLength(12)
    expect(daysOfPeriod('1year', '2026-05-31').from).toBe('2025-06-01')
  })
})

it.each([
  [0, 100, null, null],
  [1_000, 1_100, 0.1, null],
  [1_000, 1_101, 0.101, 'positive'],
  [1_000, 900, -0.1, null],
  [1_000, 899, -0.101, 'warning'],
  [1_000, 0, -1, 'warning'],
  [99_999_999_990, 109_999_999_989, 0.1, null],
  [99_999_999_990, 109_999_999_990, 0.1, 'positive'],
])('growth from %d to %d', (before, last, growth, tone) => {
  if (growth === null) expect(growthOf(before, last)).toBeNull()
  else expect(growthOf(before, last)).toBeCloseTo(growth, 9)
  expect(growthTone(before, last)).toBe(tone)
})

it.each([
  [0, 0, null],
  [0, 1, 'neutral'],
  [1, 3, 'neutral'],
  [1, 2, 'positive'],
  [3, 3, 'positive'],
])('%d of %d goals: %s', (completed, total, tone) => {
  expect(goalsTone({ completed, total })).toBe(tone)
})

describe('the days before a period', () => {
  it.each([
    ['1month', '2026-11-20', '2026-10-01', '2026-10-20'],
    ['3months', '2026-11-20', '2026-06-01', '2026-08-20'],
    // A complete month is compared with a complete one.
    ['3months', '2026-11-30', '2026-06-01', '2026-08-31'],
    ['1month', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['1month', '2028-02-29', '2028-01-01', '2028-01-31'],
    ['1year', '2028-02-28', '2026-03-01', '2027-02-28'],
  ] as const)('%s of %s are from %s to %s', (period, today, from, to) => {
    expect(daysBeforePeriod(period, today)).toEqual({ from, to })
  })

  it('end before the period, and have as many months', () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2000-01-01', n))
    fc.assert(
      fc.property(fc.constantFrom(...reportPeriods), days, (period, today) => {
        const [before, now] = [daysBeforePeriod(period, today), daysOfPeriod(period, today)]
        expect(before.to < now.from).toBe(true)
        expect(addMonths(before.from, monthsOfPeriod(period, today).length)).toBe(now.from)
      }),
    )
  })
})
