import { useQuery } from '@tanstack/react-query'
import type { ExpenseAverage } from '@prumo/shared/emergency-fund'
import { get } from '../../../lib/api'
import { COMPUTED } from './computed'
import { emergencyFund } from './emergency-fund'

/** `GET /emergency-fund/calculate-expenses`, over the months that the target looks back on. */
export function useExpenseAverage() {
  return useQuery({
    ...COMPUTED,
    queryKey: [emergencyFund.name, 'calculate-expenses'],
    queryFn: ({ signal }) => get<ExpenseAverage>('/emergency-fund/calculate-expenses', {}, signal),
  })
}
