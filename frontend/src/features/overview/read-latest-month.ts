import { useQuery } from '@tanstack/react-query'
import { monthBounds, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import type { TransactionPage } from '@prumo/shared/transactions'
import { get } from '../../lib/api'

/**
 * The month the overview speaks of: the current one, or the latest with a settled transaction when the current
 * one has none. Null when there is no such transaction at all. `GET /transactions`, its first row.
 */
export function useLatestMonth(now: CalendarMonth) {
  return useQuery({
    queryKey: ['transactions', 'latest-month', now],
    queryFn: async ({ signal }): Promise<CalendarMonth | null> => {
      const { transactions } = await get<TransactionPage>('/transactions', { status: 'settled', to: monthBounds(now).to, limit: 1 }, signal)
      return transactions[0] ? monthOf(transactions[0].date) : null
    },
  })
}
