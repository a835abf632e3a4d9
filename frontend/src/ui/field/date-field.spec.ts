import fc from 'fast-check'
import { addDays, daysBetween, isCalendarDate } from '@prumo/shared/calendar'
import { parseDate, type DateDirection } from './date-field'

const now = '2026-11-20'

describe('a typed date', () => {
  it.each([
    ['05/12/2026', '2026-12-05'],
    ['05122026', '2026-12-05'],
    ['051226', '2026-12-05'],
    ['5/12/26', '2026-12-05'],
    ['5-12-2026', '2026-12-05'],
    ['5.12.26', '2026-12-05'],
    [' 5 12 2026 ', '2026-12-05'],
    ['2026-12-05', '2026-12-05'],
    ['29/02/2024', '2024-02-29'],
  ])('%s is %s', (typed, date) => {
    expect(parseDate(typed, now, 'nearest')).toBe(date)
  })

  it.each(['', '5', '5/', '30/02/2025', '29/02/2026', '32/01/2026', '01/13/2026', '12/2026', '05/12/202', '5/12/1969', 'hoje', '0512'])(
    '%s is none',
    (typed) => {
      expect(parseDate(typed, now, 'nearest')).toBeNull()
    },
  )
})

describe('a typed date without a year', () => {
  it.each([
    ['28/12', '2027-01-03', 'nearest', '2026-12-28'],
    ['5/1', '2026-11-20', 'nearest', '2027-01-05'],
    ['20/11', '2026-11-20', 'nearest', '2026-11-20'],
    // As many days back as ahead.
    ['1/7', '2027-12-31', 'nearest', '2027-07-01'],
    ['30/06', '2026-11-20', 'next', '2027-06-30'],
    ['20/11', '2026-11-20', 'next', '2026-11-20'],
    ['19/11', '2026-11-20', 'next', '2027-11-19'],
    ['21/11', '2026-11-20', 'past', '2025-11-21'],
    ['20/11', '2026-11-20', 'past', '2026-11-20'],
    ['29/2', '2024-01-10', 'next', '2024-02-29'],
    ['29/2', '2025-01-10', 'past', '2024-02-29'],
  ] as const)('%s, typed on %s, is the %s', (typed, onDay, direction, date) => {
    expect(parseDate(typed, onDay, direction)).toBe(date)
  })

  it('is no date where the years around have no such day', () => {
    expect(parseDate('29/2', '2026-01-10', 'nearest')).toBeNull()
    expect(parseDate('30/2', '2026-01-10', 'next')).toBeNull()
  })

  it('keeps day and month, and lies in its direction, within half a year or a year', () => {
    const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days))
    const past = day.filter((date) => !date.endsWith('02-29'))
    fc.assert(
      fc.property(past, day, (wanted, onDay) => {
        const typed = `${wanted.slice(8)}/${wanted.slice(5, 7)}`
        const inDirection = (direction: DateDirection) => parseDate(typed, onDay, direction) ?? ''
        const [nearest, next, before] = [inDirection('nearest'), inDirection('next'), inDirection('past')]
        for (const date of [nearest, next, before]) expect(isCalendarDate(date) && date.slice(5)).toBe(wanted.slice(5))
        expect(daysBetween(onDay, next)).toBeGreaterThanOrEqual(0)
        expect(daysBetween(onDay, next)).toBeLessThanOrEqual(365)
        expect(daysBetween(before, onDay)).toBeGreaterThanOrEqual(0)
        expect(daysBetween(before, onDay)).toBeLessThanOrEqual(365)
        expect([next, before]).toContain(nearest)
        expect(Math.abs(daysBetween(onDay, nearest))).toBeLessThanOrEqual(183)
      }),
    )
  })
})
