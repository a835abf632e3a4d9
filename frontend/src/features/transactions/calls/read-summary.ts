import { useQuery } from '@tanstack/react-query'
import type { SummaryAnswer } from '@prumo/shared/transactions'
import { get } from '../../../lib/api'
import { transactionKeys, type SummaryQuery } from '../cache/transaction-query'

/** `GET /transactions/summary`, of a month or of all time. */
export function useSummary(query: SummaryQuery) {
  return useQuery({
    queryKey: transactionKeys.summary(query),
    queryFn: async ({ signal }) => (await get<SummaryAnswer>('/transactions/summary', { ...query }, signal)).summary,
  })
}
