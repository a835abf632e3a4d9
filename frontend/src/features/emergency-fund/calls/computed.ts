import { useQuery, type Query } from '@tanstack/react-query'
import type { ExpenseAverage, FundAnalysis, FundAnalysisAnswer } from '@prumo/shared/emergency-fund'
import { get } from '../../../lib/api'
import { ALWAYS_ASKED_AGAIN, emergencyFund } from './emergency-fund'

/** What workers compute, normally within two seconds of what happened. */
const COMPUTED_WITHIN_MS = 2000

const asked = { ...ALWAYS_ASKED_AGAIN, refetchInterval: untilFresh }

/** An answer that lags behind the account is asked for again until it does not. */
function untilFresh({ state }: Pick<Query<{ stale: boolean }>, 'state'>): number | false {
  return state.data?.stale ? COMPUTED_WITHIN_MS : false
}

/** `GET /emergency-fund/analysis` */
export function useAnalysis() {
  return useQuery<FundAnalysis>({
    ...asked,
    queryKey: [emergencyFund.name, 'analysis'],
    queryFn: async ({ signal }) => (await get<FundAnalysisAnswer>('/emergency-fund/analysis', {}, signal)).analysis,
  })
}

/** `GET /emergency-fund/calculate-expenses` over the months that the target looks back on. */
export function useExpenseAverage() {
  return useQuery<ExpenseAverage>({
    ...asked,
    queryKey: [emergencyFund.name, 'calculate-expenses'],
    queryFn: ({ signal }) => get<ExpenseAverage>('/emergency-fund/calculate-expenses', {}, signal),
  })
}
