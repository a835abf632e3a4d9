import type { Goal } from '@prumo/shared/goals'
import { correctGoal, progressText, type GoalDraft } from './goal-commands'

const NBSP = '\u00a0'
const draft: GoalDraft = {
  title: 'Forno',
  targetCentavos: 800_000,
  currentCentavos: 520_000,
  deadline: '2027-01-01',
  category: 'Equipamentos',
  priority: 'high',
}
const goal: Goal = {
  id: 'g1',
  userId: 'u1',
  title: 'Forno',
  targetAmount: 800_000,
  currentAmount: 520_000,
  deadline: '2027-01-01',
  category: 'Equipamentos',
  priority: 'high',
  completed: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 1,
}

describe('a correction', () => {
  it('contains only what differs from the goal it was made on', () => {
    expect(correctGoal(goal, { ...draft, title: 'Forno novo', currentCentavos: 520_001 })).toMatchObject({
      args: { title: 'Forno novo', currentAmount: 520_001 },
      base: goal,
    })
    expect(Object.keys(correctGoal(goal, { ...draft, title: 'Forno novo' })?.args ?? {})).toEqual(['title'])
  })

  it('is null if nothing differs', () => {
    expect(correctGoal(goal, draft)).toBeNull()
  })
})

describe('the text of progress', () => {
  it.each([
    ['what was added', 30_050, `R$${NBSP}300,50 a mais em Forno`],
    ['that the goal is reached', 280_000, `Meta concluída: Forno, com R$${NBSP}2.800,00 a mais`],
    ['how much was applied when that is less', 500_000, `Meta concluída: Forno. Aplicado: R$${NBSP}2.800,00 de R$${NBSP}5.000,00`],
  ])('is %s', (_, centavos, text) => {
    expect(progressText(goal, centavos)).toBe(text)
  })
})
