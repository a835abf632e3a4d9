import { daysLeft, isOverdue } from './days-left'

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
