import fc from 'fast-check'
import { addDays, addMonths, dateInSaoPaulo, daysBetween, isCalendarDate, isCalendarMonth, monthBounds, monthOf } from './calendar.js'

const dates = fc.integer({ min: 0, max: 84_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))

describe('calendar dates', () => {
  it.each(['2024-02-29', '1970-01-01', '2200-12-31'])('accepts %s', (date) => expect(isCalendarDate(date)).toBe(true))
  it.each(['2025-02-29', '2025-02-30', '2025-13-01', '2025-00-10', '1969-12-31', '2201-01-01', '2025-1-1', '', '2025-01-01T00:00:00Z'])(
    'refuses %s',
    (date) => expect(isCalendarDate(date)).toBe(false),
  )
  it('accepts real months only', () => {
    expect([isCalendarMonth('2026-11'), isCalendarMonth('2026-13'), isCalendarMonth('2026-1')]).toEqual([true, false, false])
  })

  it('accepts every real date, which lies within its month', () => {
    fc.assert(
      fc.property(dates, (date) => {
        const { from, to } = monthBounds(monthOf(date))
        return isCalendarDate(date) && from <= date && date <= to && addDays(to, 1).endsWith('-01')
      }),
    )
  })
})

describe('date arithmetic', () => {
  it('counts the days that addDays adds', () => {
    fc.assert(fc.property(dates, fc.integer({ min: -5000, max: 5000 }), (date, days) => daysBetween(date, addDays(date, days)) === days))
  })

  it('clamps to the last day of a month', () => {
    expect(addMonths('2026-05-31', -3)).toBe('2026-02-28')
    expect(addMonths('2024-05-31', -3)).toBe('2024-02-29')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
  })

  it('keeps the day of the month where the month has it', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -100, max: 100 }), (date, months) => {
        const moved = addMonths(date, months)
        return isCalendarDate(moved) || moved < '1970' || moved > '2200' ? Number(moved.slice(8)) <= Number(date.slice(8)) : false
      }),
    )
  })
})

it("takes today's date in São Paulo, three hours behind UTC", () => {
  expect(dateInSaoPaulo(new Date('2026-11-20T02:59:59.999Z'))).toBe('2026-11-19')
  expect(dateInSaoPaulo(new Date('2026-11-20T03:00:00.000Z'))).toBe('2026-11-20')
})

it('applies past summer time: until 2019 the offset in summer was two hours', () => {
  expect(dateInSaoPaulo(new Date('2018-12-20T02:00:00.000Z'))).toBe('2018-12-20')
})
