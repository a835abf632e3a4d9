import { paceOf } from './pace'

/** Noon in São Paulo on the first of November. */
const createdAt = '2026-11-01T15:00:00.000Z'

describe('the pace of a goal', () => {
  it.each([
    ['2026-11-01', '2026-12-01', 0],
    ['2026-11-16', '2026-12-01', 50],
    ['2026-11-30', '2026-12-01', 96.7],
    ['2026-12-01', '2026-12-01', 100],
    ['2026-12-24', '2026-12-01', 100],
  ])('on %s, with a deadline of %s: %i', (now, deadline, percent) => {
    expect(paceOf({ createdAt, deadline }, now)).toBe(percent)
  })

  it('counts from the day it was in São Paulo', () => {
    const lateEvening = '2026-11-02T01:30:00.000Z'
    expect(paceOf({ createdAt: lateEvening, deadline: '2026-11-11' }, '2026-11-06')).toBe(50)
  })

  it('of a goal set for a day that had passed is everything', () => {
    expect(paceOf({ createdAt, deadline: '2026-10-01' }, '2026-11-01')).toBe(100)
    expect(paceOf({ createdAt, deadline: '2026-11-01' }, '2026-11-01')).toBe(100)
  })

  it('never runs backwards on a device whose clock is behind', () => {
    expect(paceOf({ createdAt, deadline: '2026-12-01' }, '2026-10-20')).toBe(0)
  })
})
