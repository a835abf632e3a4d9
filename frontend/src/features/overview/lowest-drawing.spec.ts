import type { Transaction } from '@prumo/shared/transactions'
import { lowestDrawing } from './lowest-drawing'

const now = '2026-11-23'
const row = (date: string, type: 'income' | 'expense', amount: number, isConfirmed = false) =>
  ({ date, type, amount, isScheduled: true, isConfirmed, isReceived: isConfirmed }) as Transaction
const ahead = { opening: { amount: 100, source: 'stated' as const } }

describe('the small drawing of the coming days', () => {
  it('goes in steps to the lowest day and beyond', () => {
    const drawing = lowestDrawing(
      ahead,
      { date: '2026-12-08', balance: 40 },
      [row('2026-12-08', 'expense', 60), row('2026-12-20', 'income', 10)],
      now,
    )
    expect(drawing.line).toMatch(/^M4 4H4V4H/)
    expect(drawing.zero).toBe(30)
    expect(drawing.dot).toEqual({ x: 75, y: 19.6 })
  })

  it('excludes confirmed rows, and rows outside the period', () => {
    const rows = [row('2026-11-30', 'expense', 5, true), row('2026-11-22', 'expense', 7), row('2027-01-22', 'expense', 9)]
    expect(lowestDrawing(ahead, { date: now, balance: 100 }, rows, now).line).not.toBeNull()
  })

  it('shows the lowest day only where rows are missing', () => {
    const drawing = lowestDrawing(ahead, { date: '2026-12-08', balance: -50 }, [], now)
    expect(drawing.line).toBeNull()
    expect(drawing.dot.y).toBeGreaterThan(drawing.zero)
  })

  it('lies on the zero line when everything is zero', () => {
    const drawing = lowestDrawing({ opening: { amount: 0, source: 'sums' } }, { date: now, balance: 0 }, [], now)
    expect(drawing).toMatchObject({ zero: 30, dot: { x: 4, y: 30 } })
  })
})
