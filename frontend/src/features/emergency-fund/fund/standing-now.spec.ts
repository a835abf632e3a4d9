import type { EmergencyFund, FundAnalysis } from '@prumo/shared/emergency-fund'
import { standingNow } from './standing-now'

const analysis = { currentAmount: 0, targetAmount: 1, monthlyExpenseAverage: 3000, stale: true } as FundAnalysis

it('is of the amounts as they are, with the average that was computed, also while that is behind', () => {
  const fund = { currentAmount: 4350, targetAmount: 9000 } as EmergencyFund
  expect(standingNow(fund, analysis)).toMatchObject({ currentAmount: 435_000, remainingAmount: 465_000, percent: 48.3, estimatedMonths: 8, suggestedSafeSpend: 43_500, message: { level: 'solid' } })
})

it('is of the standard target where there is no fund', () => {
  expect(standingNow(null, analysis)).toMatchObject({ currentAmount: 0, targetAmount: 1_000_000, estimatedMonths: 17, message: { level: 'starting' } })
})
