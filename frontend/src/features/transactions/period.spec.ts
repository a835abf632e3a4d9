import { addDays, daysBetween } from '@prumo/shared/calendar'
import { expectedUntil, namedPeriods, periodText, wholeTime } from './period'

const now = '2026-11-27'

it('offers periods by name, and names them', () => {
  expect(namedPeriods('2026-01-31').map(({ period }) => period)).toEqual([
    { month: '2026-01', from: null, to: null },
    { month: '2025-12', from: null, to: null },
    { month: null, from: '2026-01-02', to: '2026-01-31' },
    { month: null, from: '2026-01-01', to: '2026-12-31' },
  ])
  expect(periodText({ ...wholeTime, month: '2026-11' }, now)).toBe('novembro')
  expect(periodText({ ...wholeTime, from: '2026-10-29', to: now }, now)).toBe('Últimos 30 dias')
  expect(periodText({ ...wholeTime, from: '2026-11-01', to: '2026-11-20' }, now)).toBe('01/11/2026 a 20/11/2026')
  expect(periodText({ ...wholeTime, to: '2026-11-20' }, now)).toBe('Até 20/11/2026')
  expect(periodText(wholeTime, now)).toBeNull()
})

it('adds up what is expected until the end of the period, else no further than what repeats is recorded', () => {
  expect(expectedUntil({ ...wholeTime, month: '2026-11' }, now)).toBe('2026-11-30')
  expect(expectedUntil({ ...wholeTime, to: '2026-11-28' }, now)).toBe('2026-11-28')
  expect(expectedUntil(wholeTime, now)).toBe('2026-12-31')
  for (let ahead = 0; ahead < 366; ahead += 1) {
    const day = addDays(now, ahead)
    expect(daysBetween(day, expectedUntil(wholeTime, day))).toBeLessThanOrEqual(45)
  }
})
