import { useQueries } from '@tanstack/react-query'
import type { CalendarMonth } from '@prumo/shared/calendar'
import type { SummaryAnswer } from '@prumo/shared/transactions'
import { get } from '../../../lib/api'
import { centavosOf } from '../../../lib/centavos'
import type { MonthFigures } from './month-words'

/**
 * `GET /transactions/summary`, one call a month. Kept under the transactions' own name, so that whatever
 * changes a transaction changes these too.
 */
export function useMonths(months: readonly CalendarMonth[]) {
  return useQueries({
    queries: months.map((month) => ({
      queryKey: ['transactions', 'summary', { month }],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await get<SummaryAnswer>('/transactions/summary', { month }, signal)).summary,
    })),
    combine: (answers) => ({
      figures: answers.every((answer) => answer.data)
        ? answers.map(({ data }): MonthFigures => ({ income: centavosOf(data!.income), expense: centavosOf(data!.expense), count: data!.count }))
        : null,
      isError: answers.some((answer) => answer.isError),
      retry: () => answers.forEach((answer) => answer.isError && void answer.refetch()),
    }),
  })
}
