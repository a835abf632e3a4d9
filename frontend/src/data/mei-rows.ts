import { useCallback, useMemo } from 'react'
import { addDays, addMonths, monthBounds, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import type { TransactionListFilter } from './api-requests'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import { oldestAnswer, type PositionedAnswer } from './sync/optimistic'
import { optimisticRows } from './transactions'

/** The server's maximum. */
const PAGE = 500
/** Money that came so long before or after the month of its sale is read too. */
const MONTHS_BEFORE = 3
const MONTHS_AFTER = 6

/** The first and the last day of a month, or of a year such as `2026`. */
function boundsOf(period: CalendarMonth): { from: CalendarDate; to: CalendarDate } {
  return period.length === 4 ? { from: `${period}-01-01`, to: `${period}-12-31` } : monthBounds(period)
}

/**
 * The transactions from which the figures of a month or a year such as `2026` are made, with this device's commands applied: of
 * incomes also those of the months around, which may name a month of the period as that of their sale.
 */
export function useMeiRows(period: CalendarMonth, type: FlowType): QueryResult<readonly Transaction[]> {
  const filter = useMemo((): TransactionListFilter => {
    const { from, to } = boundsOf(period)
    if (type === 'expense') return { type, from, to }
    return { type, from: addMonths(from, -MONTHS_BEFORE), to: addMonths(addDays(to, 1), MONTHS_AFTER) }
  }, [period, type])
  return useAllRows(filter)
}

/** Expenses whose text contains one of the names of the DAS, between two days. */
export function useDasExpenses(from: CalendarDate, to: CalendarDate, isEnabled: boolean) {
  const das = useAllRows(
    useMemo(() => ({ type: 'expense', from, to, search: 'das' }), [from, to]),
    isEnabled,
  )
  const simples = useAllRows(
    useMemo(() => ({ type: 'expense', from, to, search: 'simples nacional' }), [from, to]),
    isEnabled,
  )
  const data = useMemo(() => das.data && simples.data && [...das.data, ...simples.data], [das.data, simples.data])
  return { data, isFailed: das.isFailed || simples.isFailed, retry: () => (das.retry(), simples.retry()) }
}

function useAllRows(filter: TransactionListFilter, isEnabled = true): QueryResult<readonly Transaction[]> {
  return useOptimisticQuery(
    useMemo(() => rowsQuery(filter), [filter]),
    useCallback((fresh: PositionedAnswer<TransactionPage>, queue) => optimisticRows([fresh], filter, queue), [filter]),
    isEnabled,
  )
}

/** `GET /transactions`, all pages as one. */
function rowsQuery(filter: TransactionListFilter): QueryDefinition<TransactionPage> {
  return {
    key: ['transaction', 'mei-rows', filter],
    fetch: async (account, signal) => {
      const pages: PositionedAnswer<TransactionPage>[] = []
      let cursor: string | undefined
      do {
        const page: PositionedAnswer<TransactionPage> = await account.read<TransactionPage>(
          '/transactions',
          { ...filter, limit: PAGE, cursor },
          signal,
        )
        pages.push(page)
        cursor = page.data.nextCursor ?? undefined
      } while (cursor !== undefined)
      return { ...oldestAnswer(pages), data: { transactions: pages.flatMap(({ data }) => data.transactions), nextCursor: null } }
    },
  }
}
