import fc from 'fast-check'
import { periodEndAfter } from './billing-periods.js'

const at = (text: string) => Date.parse(`${text}Z`) / 1000
const text = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16)

describe('the end of a period', () => {
  it.each([
    ['2026-01-31T10:30', '2026-01-31T10:30', 1, '2026-02-28T10:30'],
    ['2026-01-31T10:30', '2026-02-28T10:30', 1, '2026-03-31T10:30'],
    ['2024-01-31T00:00', '2024-01-31T00:00', 1, '2024-02-29T00:00'],
    ['2024-02-29T08:00', '2024-02-29T08:00', 12, '2025-02-28T08:00'],
    ['2024-02-29T08:00', '2027-02-28T08:00', 12, '2028-02-29T08:00'],
    ['2026-11-30T12:00', '2026-11-30T12:00', 3, '2027-02-28T12:00'],
    ['2026-08-31T12:00', '2026-08-31T12:00', 36, '2029-08-31T12:00'],
  ])('anchored at %s, after %s, every %i months: %s', (anchor, after, count, end) => {
    expect(text(periodEndAfter(at(anchor), at(after), { interval: 'month', interval_count: count }))).toBe(end)
  })

  it('is the first one after, counted from the anchor, whatever the two are', () => {
    const time = fc.integer({ min: at('2020-01-01T00:00'), max: at('2060-01-01T00:00') })
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 40 * 366 * 86_400 }), fc.constantFrom(1, 3, 12, 36), (anchor, later, count) => {
        const every = { interval: 'month', interval_count: count }
        const end = periodEndAfter(anchor, anchor + later, every)
        expect(end).toBeGreaterThan(anchor + later)
        // Ends are adjacent: the next end after a moment before this one is this one.
        expect(periodEndAfter(anchor, end - 1, every)).toBe(end)
        expect(new Date(end * 1000).getUTCDate()).toBeLessThanOrEqual(new Date(anchor * 1000).getUTCDate())
      }),
    )
  })
})
