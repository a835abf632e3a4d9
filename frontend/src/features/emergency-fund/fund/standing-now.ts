import type { EmergencyFund, FundAnalysis } from '@prumo/shared/emergency-fund'
import { newFund, standingOf, TARGET_WITHOUT_FUND, type FundStanding } from '@prumo/shared/emergency-fund-rules'
import { centavosOf } from '../../../lib/centavos'

/**
 * How the fund stands, in centavos: what a worker last found a month to cost, on the amounts as they are now. So a
 * figure never contradicts the balance beside it while the worker is behind.
 */
export function standingNow(fund: EmergencyFund | null, analysis: FundAnalysis): FundStanding {
  return standingOf({
    targetAmount: fund ? centavosOf(fund.targetAmount) : TARGET_WITHOUT_FUND,
    currentAmount: fund ? centavosOf(fund.currentAmount) : newFund.currentAmount,
    average: centavosOf(analysis.monthlyExpenseAverage),
  })
}
