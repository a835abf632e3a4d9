import { daysLeft, isOverdue, paceOf } from './deadline'

const now = '2026-11-20'

describe('the days left of a goal', () => {
  it.each([
    ['2027-01-01', 'Faltam 42 dias'],
    ['2026-11-22', 'Faltam 2 dias'],
    ['2026-11-21', 'Falta 1 dia'],
    ['2026-11-20', 'Vence hoje'],
    ['2026-11-19', '1 dia de atraso'],
    ['2026-11-17', '3 dias de atraso'],
    ['2030-11-20', 'Faltam 1.461 dias'],
  ])('until %s: %s', (deadline, words) => {
    expect(daysLeft(deadline, now)).toBe(words)
  })
})

it('a goal is overdue from the day after its deadline', () => {
  expect(isOverdue('2026-11-20', now)).toBe(false)
  expect(isOverdue('2026-11-19', now)).toBe(true)
})

/** Noon in São Paulo on 1 November. */
const createdAt = '2026-11-01T15:00:00.000Z'

describe('the pace of a goal', () => {
  it.each([
    ['2026-11-01', '2026-12-01', 0],
    ['2026-11-16', '2026-12-01', 50],
    ['2026-11-30', '2026-12-01', 96.7],
    ['2026-12-01', '2026-12-01', 100],
    ['2026-12-24', '2026-12-01', 100],
  ])('on %s, with the deadline %s: %i', (on, deadline, percent) => {
    expect(paceOf({ createdAt, deadline }, on)).toBe(percent)
  })

  it('counts from the day of creation in São Paulo', () => {
    const lateEvening = '2026-11-02T01:30:00.000Z'
    expect(paceOf({ createdAt: lateEvening, deadline: '2026-11-11' }, '2026-11-06')).toBe(50)
  })

  it('is 100 for a goal whose deadline was past at creation', () => {
    expect(paceOf({ createdAt, deadline: '2026-10-01' }, '2026-11-01')).toBe(100)
    expect(paceOf({ createdAt, deadline: '2026-11-01' }, '2026-11-01')).toBe(100)
  })

  it('is never negative on a device whose clock is behind', () => {
    expect(paceOf({ createdAt, deadline: '2026-12-01' }, '2026-10-20')).toBe(0)
  })
})
