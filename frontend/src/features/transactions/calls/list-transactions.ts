import { keepPreviousData, useInfiniteQuery, type Query } from '@tanstack/react-query'
import type { TransactionPage } from '@prumo/shared/transactions'
import { get } from '../../../lib/api'
import type { CachedList } from '../cache/cached-lists'
import { transactionKeys, type TransactionQuery } from '../cache/transaction-query'

const PAGE = 100
/** A list read further than this is not read again as a whole; what changes here is put into it. */
const PAGES_READ_AGAIN = 3

/** `GET /transactions`, page after page. */
export function useTransactions(query: TransactionQuery) {
  return useInfiniteQuery({
    queryKey: transactionKeys.list(query),
    queryFn: ({ pageParam, signal }) => get<TransactionPage>('/transactions', { ...query, limit: query.limit ?? PAGE, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  })
}

function isShort(query: Pick<Query, 'state'>): boolean {
  return ((query.state.data as CachedList | undefined)?.pages.length ?? 0) <= PAGES_READ_AGAIN
}
