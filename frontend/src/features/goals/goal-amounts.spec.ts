import { missingCentavos, speakProgress, writeProgress } from './goal-amounts'

const NBSP = '\u00a0'

it('the missing amount is never negative', () => {
  expect(missingCentavos({ currentAmount: 10, targetAmount: 30 })).toBe(20)
  expect(missingCentavos({ currentAmount: 900, targetAmount: 800 })).toBe(0)
})

describe('the progress in words', () => {
  const goal = { currentAmount: 520_000, targetAmount: 800_050 }

  it('is written in full', () => {
    expect(writeProgress(goal)).toBe(`R$${NBSP}5.200,00 de R$${NBSP}8.000,50`)
  })

  it('is read without cents for whole reais, and with them otherwise', () => {
    expect(speakProgress(goal, null)).toBe(`65 por cento, R$${NBSP}5.200 de R$${NBSP}8.000,50`)
    expect(speakProgress(goal, 71.6)).toBe(`65 por cento, R$${NBSP}5.200 de R$${NBSP}8.000,50. Hoje deveria estar em 72 por cento`)
  })
})
