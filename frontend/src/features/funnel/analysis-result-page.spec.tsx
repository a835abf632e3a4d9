import { cleanup, render, screen } from '@testing-library/react'
import { mainGoals, motivations, noAnswers, type AnalysisAnswers } from '@prumo/shared/analysis'
import { Component as AnalysisResultPage } from './analysis-result-page'
import { writeAnalysisAnswers } from './analysis-storage'

const given: AnalysisAnswers = {
  ...noAnswers,
  businessType: 'service',
  monthlyRevenue: '5000-7500',
  fixedCosts: '1000-2500',
  mainGoal: 'growth',
  mainProblems: ['control'],
  motivation: 'peace',
}

/** The text of the result for these answers. */
function resultOf(answers: Partial<AnalysisAnswers>): string {
  cleanup()
  writeAnalysisAnswers({ ...given, ...answers })
  render(<AnalysisResultPage />)
  return screen.getByRole('main').textContent
}

it('has a different text for every reserve, goal and motivation', () => {
  const reserves = [null, false, true].map((hasReserve) => resultOf({ hasReserve }))
  const goals = mainGoals.map((mainGoal) => resultOf({ mainGoal }))
  const motives = motivations.map((motivation) => resultOf({ motivation }))
  for (const results of [reserves, goals, motives]) expect(new Set(results).size).toBe(results.length)
})

it('formats both shares of a loss and of zero as R$ 0,00', () => {
  for (const answers of [
    { monthlyRevenue: '0-2500', fixedCosts: '1000-2500' },
    { monthlyRevenue: '2500-5000', fixedCosts: '2500-5000' },
  ] as const) {
    resultOf(answers)
    for (const name of ['Para fazer crescer (30% da sobra)', 'Economia ao ajustar os gastos (10%)']) {
      expect(screen.getByText(name).nextElementSibling).toHaveTextContent('R$ 0,00 por mês')
    }
  }
})
