import { useCallback, useEffect, useState } from 'react'
import { hashKey, type InfiniteData, type Query, type QueryKey } from '@tanstack/react-query'

/** The state of reading a list page by page. */
export interface Paging {
  hasMore: boolean
  isLoadingMore: boolean
  /** The next page could not be read. */
  isLoadMoreFailed: boolean
  /** Reads the next page, once. */
  loadMore: () => void
}

/** The parts of an infinite query that paging uses. */
interface InfiniteQueryState {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  errorUpdateCount: number
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/** A request for more: of which list, beyond how many pages, and the query's failures so far. */
interface PageRequest {
  list: string
  beyond: number
  failures: number
}

/**
 * Reads a list page by page. A query does one thing at a time: a refresh cancels a page under way, and fetching a page would cancel
 * a refresh, which would then count as done. The request is therefore kept in state: the page waits for a refresh to end, and is
 * fetched again if a refresh cancelled it.
 * @param key the query's; a request for more is dropped when the key changes
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

const MAX_SHORT_PAGES = 3

/** Whether a list has too many pages to refetch them after this device's own changes, which are applied to it. */
export function isLongList({ meta, state }: Pick<Query, 'meta' | 'state'>): boolean {
  const { pages } = (state.data ?? {}) as Partial<InfiniteData<unknown>>
  return meta?.['appliesOwnChanges'] === true && (pages?.length ?? 0) > MAX_SHORT_PAGES
}
