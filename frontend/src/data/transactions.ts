import { useCallback, useMemo } from 'react'
import { keepPreviousData, useInfiniteQuery, useQuery, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import type { Summary, SummaryAnswer, Transaction, TransactionAnswer, TransactionPage } from '@prumo/shared/transactions'
import { ApiError } from '../lib/api'
import { today } from '../lib/dates'
import { useAccount } from './account'
import type { Item } from './command'
import { beforeOf } from './delivery'
import { mapped, NOTHING_YET, oldestOf, type Fresh } from './fresh'
import { usePaging, type Paging } from './paging'
import { askSummary, askTransactions, datedFilter, type ListFilter, type TransactionFilter } from './questions'
import { queryOf, readingOf, useLine, useRead, type Read, type Reading } from './reads'
import { changesSince, shownEntity } from './shown'
import { sameRows, shownPages, type ListData } from './transaction-pages'
import { summed } from './transaction-sums'

/** A list read further than this is not read again as a whole; what changes here is put into it. */
const PAGES_READ_AGAIN = 3
export interface TransactionList extends Reading<readonly Transaction[]>, Paging {
  /** The rows are still those of the filter before. */
  isPrevious: boolean
}

/**
 * `GET /transactions`, page after page, with this device's commands on them.
 * @param filter memoised; null while nothing is asked for
 * @param limit a short list shows so many
 */
export function useTransactions(filter: ListFilter | null, limit?: number): TransactionList {
  const account = useAccount()
  const line = useLine('transaction')
  const now = today()
  const dated = useMemo(() => filter && datedFilter(filter, now), [filter, now])
  const key = ['transaction', 'list', limit === undefined ? filter : { ...filter, limit }]
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => account.read<TransactionPage>(...askTransactions(dated ?? {}, limit, pageParam), signal),
    enabled: filter !== null,
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.nextCursor,
    placeholderData: keepPreviousData,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    structuralSharing: (before, answer) => sameRows(before as ListData | undefined, answer as ListData),
    meta: { isKept: !filter?.search },
    ...(filter?.search && { gcTime: 5 * 60_000 }),
  })
  const { data: pages } = query
  const paging = usePaging(query, key)
  const rows = useMemo(() => (pages && dated ? shownPages(pages.pages, dated, line) : undefined), [pages, dated, line])
  const shown = useMemo(() => rows?.slice(0, limit), [rows, limit])
  const reading = readingOf(query, shown, pages && oldestOf(pages.pages))
  return {
    ...reading,
    ...paging,
    isOutdated: reading.isOutdated && !query.isFetchNextPageError,
    hasMore: paging.hasMore || (rows ?? []).length > (shown ?? []).length,
    isPrevious: query.isPlaceholderData,
  }
}

function isShort(query: Pick<Query, 'state'>): boolean {
  return ((query.state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0) <= PAGES_READ_AGAIN
}

/** `GET /transactions/{id}`: one by its id, null where there is none; while it is asked for, what this device knows of it. */
export function useTransaction(id: string | null): Reading<Transaction | null> {
  const account = useAccount()
  const line = useLine('transaction')
  const known = () => (id === null ? undefined : (findListed(account.client, id) ?? findMade(line, id)))
  const query = useQuery({
    ...queryOf(account, oneTransaction(id ?? '')),
    enabled: id !== null,
    initialData: known,
    initialDataUpdatedAt: () => known()?.at,
  })
  const { data: fresh } = query
  const transaction = useMemo(() => fresh && shownOne(fresh, line, id), [fresh, line, id])
  return readingOf(query, id === null ? undefined : transaction, fresh)
}

function oneTransaction(id: string): Read<Transaction | null> {
  return {
    key: ['transaction', 'one', id],
    ask: async (account, signal) => {
      try {
        return mapped(
          await account.read<TransactionAnswer>(`/transactions/${encodeURIComponent(id)}`, {}, signal),
          ({ transaction }) => transaction,
        )
      } catch (failure) {
        // Not there, or not yet: it may be known to this device alone.
        if (failure instanceof ApiError && failure.status === 404) return { ...NOTHING_YET, at: Date.now(), data: null }
        throw failure
      }
    },
  }
}

function shownOne(fresh: Fresh<Transaction | null>, line: readonly Item[], id: string | null): Transaction | null {
  const own = line.filter(({ command }) => command.entityId === id)
  return shownEntity(fresh.data, own, fresh)
}

/** A transaction among the lists that were read, in its newest version. */
function findListed(client: QueryClient, id: string): Fresh<Transaction | null> | undefined {
  const lists = client.getQueriesData<InfiniteData<Fresh<TransactionPage>>>({ queryKey: ['transaction', 'list'] })
  const pages = lists.flatMap(([, list]) => list?.pages ?? [])
  const found = pages.flatMap((page) => page.data.transactions.filter((each) => each.id === id).map((each) => mapped(page, () => each)))
  return found.sort((one, other) => other.data.version - one.data.version)[0]
}

/** A transaction that no list has, as this device's first command on it found it. The server may not have it yet. */
function findMade(line: readonly Item[], id: string): Fresh<Transaction | null> | undefined {
  const first = line.find(({ command }) => command.entityId === id)
  return first && { ...NOTHING_YET, at: 0, data: beforeOf(first.command) as Transaction | null }
}

/** `GET /transactions/summary` of what a list with the same filter shows. */
export function useSummary(filter: TransactionFilter): Reading<Summary> {
  const read = useMemo(() => summaryOf(filter), [filter])
  const shown = useCallback(
    (fresh: Fresh<Summary>, line: readonly Item[]) => summed(fresh.data, filter, changesSince<Transaction>(line, fresh)),
    [filter],
  )
  return useRead(read, shown)
}

export function summaryOf(filter: TransactionFilter): Read<Summary> {
  return {
    key: ['transaction', 'summary', filter],
    ask: async (account, signal) => {
      return mapped(await account.read<SummaryAnswer>(...askSummary(filter), signal), ({ summary }) => summary)
    },
    isKept: !filter.search,
  }
}
