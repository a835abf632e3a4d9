import { useCallback, useEffect, useState } from 'react'
import { hashKey, type QueryKey } from '@tanstack/react-query'

/** What a list that was not read to its end offers. */
export interface Paging {
  hasMore: boolean
  isLoadingMore: boolean
  /** What follows what is shown could not be read. */
  isLoadMoreFailed: boolean
  /** Reads the next page, once. */
  loadMore: () => void
}

/** What of an infinite query is read here. */
interface InfiniteQueryState {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  errorUpdateCount: number
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/** That somebody wants more: of which list, beyond how many pages, and how often reading had failed until then. */
interface PageRequest {
  list: string
  beyond: number
  failures: number
}

/**
 * Reads a list on, page after page. A query does one thing at a time: a refresh cancels the page that is on its way, and
 * the page would cancel the refresh, which would then be taken for done. So who wants more is remembered: the page waits
 * for a refresh to end, and is asked for again when one came in between.
 * @param key the query's; whoever wanted more of another list does not want it of this one
 */
export function usePaging(query: InfiniteQueryState, key: QueryKey): Paging {
  const { fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage, errorUpdateCount: failures } = query
  const [wish, setWish] = useState<PageRequest | null>(null)
  const list = hashKey(key)
  const read = query.data?.pages.length ?? 0
  const isOpen = wish !== null && wish.list === list && wish.beyond === read && hasNextPage
  const isIdle = isOpen && !query.isFetching
  const hasFailed = isIdle && isFetchNextPageError && failures > wish.failures
  if (wish !== null && (!isOpen || hasFailed)) setWish(null)
  const isDue = isIdle && !hasFailed
  useEffect(() => {
    if (isDue) void fetchNextPage({ cancelRefetch: false })
  }, [isDue, fetchNextPage])

  const isLoadingMore = isFetchingNextPage || (isOpen && !hasFailed)
  return {
    hasMore: hasNextPage,
    isLoadingMore,
    isLoadMoreFailed: isFetchNextPageError && !isLoadingMore,
    loadMore: useCallback(() => setWish({ list, beyond: read, failures }), [list, read, failures]),
  }
}
