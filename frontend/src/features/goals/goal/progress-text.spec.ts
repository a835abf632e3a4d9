import type { Goal } from '@prumo/shared/goals'
import { progressText } from './progress-text'

const NBSP = '\u00a0'
const before = { title: 'Forno', currentAmount: 5200, targetAmount: 8000, completed: false } as Goal

describe('what is said of progress', () => {
  it('is what was added', () => {
    expect(progressText(before, { ...before, currentAmount: 5500.5 }, 30_050)).toBe(`R$${NBSP}300,50 a mais em Forno`)
  })

  it('is that the goal is reached', () => {
    expect(progressText(before, { ...before, currentAmount: 8000, completed: true }, 280_000)).toBe(`Meta concluída: Forno, com R$${NBSP}2.800,00 a mais`)
  })

  it('is how much was applied when that is less', () => {
    expect(progressText(before, { ...before, currentAmount: 8000, completed: true }, 500_000)).toBe(
      `Meta concluída: Forno. Aplicado: R$${NBSP}2.800,00 de R$${NBSP}5.000,00`,
    )
  })
})
