import { useQuery } from '@tanstack/react-query'
import type { FundAnalysisAnswer } from '@prumo/shared/emergency-fund'
import { get } from '../../../lib/api'
import { COMPUTED } from './computed'
import { emergencyFund } from './emergency-fund'

/** `GET /emergency-fund/analysis` */
export function useAnalysis() {
  return useQuery({
    ...COMPUTED,
    queryKey: [emergencyFund.name, 'analysis'],
    queryFn: async ({ signal }) => (await get<FundAnalysisAnswer>('/emergency-fund/analysis', {}, signal)).analysis,
  })
}
