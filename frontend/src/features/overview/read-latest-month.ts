import { useQuery } from '@tanstack/react-query'
import { monthBounds, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import type { TransactionPage } from '@prumo/shared/transactions'
import { get } from '../../lib/api'

/**
 * The month the overview speaks of: the current one, or the latest with a settled transaction when the current
 * one has none. Null when there is no such transaction at all. `GET /transactions`, its first row.
 */
export function useLatestMonth(now: CalendarMonth) {
  return useQuery({
    queryKey: ['transactions', 'latest-month', now],
    // What was settled for a month ahead is spoken of only when there is nothing else.
    queryFn: async ({ signal }) => (await latestMonth({ to: monthBounds(now).to }, signal)) ?? latestMonth({}, signal),
  })
}

async function latestMonth(range: { to?: CalendarDate }, signal: AbortSignal): Promise<CalendarMonth | null> {
  const { transactions } = await get<TransactionPage>('/transactions', { status: 'settled', ...range, limit: 1 }, signal)
  return transactions[0] ? monthOf(transactions[0].date) : null
}
