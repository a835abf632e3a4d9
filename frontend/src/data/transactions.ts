import { useCallback, useMemo } from 'react'
import {
  keepPreviousData,
  replaceEqualDeep,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import { monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { parseCentavos } from '@prumo/shared/money'
import { searchable } from '@prumo/shared/search'
import { searchedText } from '@prumo/shared/transaction-details'
import { categoriesWithoutReceipt, stateOf } from '@prumo/shared/transaction-rules'
import { noSums, sumNames, sumsOf, type CountedTransaction, type DaySums } from '@prumo/shared/transaction-sums'
import type { Summary, SummaryAnswer, Transaction, TransactionAnswer, TransactionPage } from '@prumo/shared/transactions'
import { ApiError } from '../lib/api'
import { useToday } from '../lib/use-today'
import { useAccount, useQueue } from './account'
import { compareText, type QueuedCommand } from './sync/command'
import { entityBefore } from './sync/queue'
import {
  unappliedChanges,
  groupByEntity,
  needsApplying,
  mapAnswer,
  NO_POSITION,
  oldestAnswer,
  applyToEntity,
  type EntityChange,
  type PositionedAnswer,
  type AnswerPosition,
} from './sync/optimistic'
import { isLongList, usePaging, type Paging } from './paging'
import { summaryRequest, transactionsRequest, resolveDates, type RelativeFilter, type TransactionListFilter } from './api-requests'
import { queryOptions, toQueryResult, useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'

export interface TransactionList extends QueryResult<readonly Transaction[]>, Paging {
  /** The rows are still those of the previous filter. */
  isPrevious: boolean
}

/**
 * `GET /transactions`, paged, with this device's commands applied.
 * @param filter memoized; null to skip the read
 * @param limit the number of rows that a short list shows
 */
export function useTransactions(filter: RelativeFilter | null, limit?: number): TransactionList {
  const account = useAccount()
  const queue = useQueue('transaction')
  const now = useToday()
  const dated = useMemo(() => filter && resolveDates(filter, now), [filter, now])
  const key = ['transaction', 'list', limit === undefined ? filter : { ...filter, limit }]
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => account.read<TransactionPage>(...transactionsRequest(dated ?? {}, limit, pageParam), signal),
    enabled: filter !== null,
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.nextCursor,
    placeholderData: keepPreviousData,
    refetchOnMount: isRefetchedWhole,
    refetchOnWindowFocus: isRefetchedWhole,
    refetchOnReconnect: isRefetchedWhole,
    structuralSharing: (before, answer) => keepUnchangedRows(before as TransactionListData | undefined, answer as TransactionListData),
    meta: { isPersisted: !filter?.search, appliesOwnChanges: true },
    ...(filter?.search && { gcTime: 5 * 60_000 }),
  })
  const { data: pages } = query
  const paging = usePaging(query, key)
  const rows = useMemo(() => (pages && dated ? optimisticRows(pages.pages, dated, queue) : undefined), [pages, dated, queue])
  const shown = useMemo(() => rows?.slice(0, limit), [rows, limit])
  const reading = toQueryResult(query, shown, pages && oldestAnswer(pages.pages))
  return {
    ...reading,
    ...paging,
    isOutdated: reading.isOutdated && !query.isFetchNextPageError,
    hasMore: paging.hasMore || (rows ?? []).length > (shown ?? []).length,
    isPrevious: query.isPlaceholderData,
  }
}

/** A long list is refetched only after changes that this device did not make. */
function isRefetchedWhole(query: Pick<Query, 'state' | 'meta'>): boolean {
  return !isLongList(query) || query.state.isInvalidated
}

/** `GET /transactions/{id}`: null if there is none. While it loads, what this device knows of it. */
export function useTransaction(id: string | null): QueryResult<Transaction | null> {
  const account = useAccount()
  const queue = useQueue('transaction')
  const known = () => (id === null ? undefined : (findListed(account.client, id) ?? findLocal(queue, id)))
  const query = useQuery({
    ...queryOptions(account, transactionQuery(id ?? '')),
    enabled: id !== null,
    initialData: known,
    initialDataUpdatedAt: () => known()?.at,
  })
  const { data: fresh } = query
  const transaction = useMemo(() => fresh && optimisticTransaction(fresh, queue, id), [fresh, queue, id])
  return toQueryResult(query, id === null ? undefined : transaction, fresh)
}

function transactionQuery(id: string): QueryDefinition<Transaction | null> {
  return {
    key: ['transaction', 'one', id],
    fetch: async (account, signal) => {
      try {
        return mapAnswer(
          await account.read<TransactionAnswer>(`/transactions/${encodeURIComponent(id)}`, {}, signal),
          ({ transaction }) => transaction,
        )
      } catch (failure) {
        // Not on the server, perhaps not yet: this device's commands may create it.
        if (failure instanceof ApiError && failure.status === 404) return { ...NO_POSITION, at: Date.now(), data: null }
        throw failure
      }
    },
  }
}

function optimisticTransaction(
  fresh: PositionedAnswer<Transaction | null>,
  queue: readonly QueuedCommand[],
  id: string | null,
): Transaction | null {
  const own = queue.filter(({ command }) => command.entityId === id)
  return applyToEntity(fresh.data, own, fresh)
}

/** The newest version of a transaction in the cached lists. */
function findListed(client: QueryClient, id: string): PositionedAnswer<Transaction | null> | undefined {
  const lists = client.getQueriesData<InfiniteData<PositionedAnswer<TransactionPage>>>({ queryKey: ['transaction', 'list'] })
  const pages = lists.flatMap(([, list]) => list?.pages ?? [])
  const found = pages.flatMap((page) => page.data.transactions.filter((each) => each.id === id).map((each) => mapAnswer(page, () => each)))
  return found.sort((one, other) => other.data.version - one.data.version)[0]
}

/** A transaction that no list has, from the first queued command on it. It may not be on the server yet. */
function findLocal(queue: readonly QueuedCommand[], id: string): PositionedAnswer<Transaction | null> | undefined {
  const first = queue.find(({ command }) => command.entityId === id)
  return first && { ...NO_POSITION, at: 0, data: entityBefore(first.command) as Transaction | null }
}

/** `GET /transactions/summary` of the transactions with this filter. @param filter memoized */
export function useSummary(filter: TransactionListFilter, isEnabled = true): QueryResult<Summary> {
  const read = useMemo(() => summaryQuery(filter), [filter])
  const shown = useCallback(
    (fresh: PositionedAnswer<Summary>, queue: readonly QueuedCommand[]) =>
      applyToSummary(fresh.data, filter, unappliedChanges<Transaction>(queue, fresh)),
    [filter],
  )
  return useOptimisticQuery(read, shown, isEnabled)
}

export function summaryQuery(filter: TransactionListFilter): QueryDefinition<Summary> {
  return {
    key: ['transaction', 'summary', filter],
    fetch: async (account, signal) => {
      return mapAnswer(await account.read<SummaryAnswer>(...summaryRequest(filter), signal), ({ summary }) => summary)
    },
    isPersisted: !filter.search,
  }
}

/** The pages of a list, as far as they were read. */
export type TransactionPages = readonly PositionedAnswer<TransactionPage>[]

/** The pages as the query cache holds them. */
export type TransactionListData = InfiniteData<PositionedAnswer<TransactionPage>, string | null>

/**
 * The answer, with every unchanged row as the same object as before, at any index. A new row therefore renders none of the others
 * again.
 */
export function keepUnchangedRows(before: TransactionListData | undefined, answer: TransactionListData): TransactionListData {
  const known = new Map(before?.pages.flatMap(({ data }) => data.transactions.map((row) => [row.id, row])))
  const kept = (row: Transaction): Transaction => replaceEqualDeep(known.get(row.id), row)
  return {
    ...answer,
    pages: answer.pages.map((page) => mapAnswer(page, (data) => ({ ...data, transactions: data.transactions.map(kept) }))),
  }
}

/** The rows of a list with this device's commands applied: changed, moved, added or removed. */
export function optimisticRows(
  pages: TransactionPages,
  filter: TransactionListFilter,
  queue: readonly QueuedCommand[],
): readonly Transaction[] {
  const rows = rowsOf(pages)
  const oldest = oldestAnswer(pages)
  const items = groupByEntity(queue.filter((item) => needsApplying(oldest, item)))
  const listed = [...rows.values()].map(({ transaction }) => transaction)
  if (items.size === 0) return listed

  const kept = listed.filter(({ id }) => !items.has(id))
  const changed = [...items].flatMap(([id, own]) => {
    const row = rows.get(id)
    const now = row ? applyToEntity(row.transaction, own, row.page) : applyToEntity(entityOutsideList(own, filter), own, oldest)
    if (!now || !isListed(now, filter)) return []
    return row || hasPlace(now, pages, own) ? [now] : []
  })
  return [...kept, ...changed].sort(compareTransactions)
}

/** Every row once, in its newest version, with its page. */
function rowsOf(pages: TransactionPages): Map<string, { transaction: Transaction; page: AnswerPosition }> {
  const rows = new Map<string, { transaction: Transaction; page: AnswerPosition }>()
  for (const page of pages) {
    for (const transaction of page.data.transactions) {
      const known = rows.get(transaction.id)
      if (!known || known.transaction.version < transaction.version) rows.set(transaction.id, { transaction, page })
    }
  }
  return rows
}

/**
 * A transaction that is not among the rows, from the first queued command on it. Null if the filter matches it: then it was
 * deleted, or is on a page that was not read.
 */
function entityOutsideList([first]: readonly QueuedCommand[], filter: TransactionListFilter): Transaction | null {
  const before = first ? (entityBefore(first.command) as Transaction | null) : null
  return before && !isListed(before, filter) ? before : null
}

/**
 * Whether an added row belongs among the rows that were read, and its page lacks one of these commands. After the last row it
 * belongs only if there is no further page.
 */
function hasPlace(transaction: Transaction, pages: TransactionPages, items: readonly QueuedCommand[]): boolean {
  const page = pages.find(({ data }) => data.transactions.some((other) => compareTransactions(transaction, other) < 0)) ?? lastPage(pages)
  return page !== null && items.some((item) => needsApplying(page, item))
}

function lastPage(pages: TransactionPages): PositionedAnswer<TransactionPage> | null {
  const last = pages.at(-1)
  return last && last.data.nextCursor === null ? last : null
}

/** Whether a list with this filter contains a transaction: the server's rule, for what it has not answered yet. */
export function isListed(transaction: Transaction, filter: TransactionListFilter): boolean {
  return (
    (!filter.type || transaction.type === filter.type) &&
    isWithin(transaction.date, filter) &&
    (!filter.walletId || isInWallets(transaction, filter.walletId)) &&
    isKept(transaction, filter) &&
    (!filter.attachments || hasAttachments(transaction, filter.attachments)) &&
    (!filter.search || isFound(transaction, filter.search))
  )
}

/** Whether a transaction has the category and the state of a filter. */
function isKept(transaction: Transaction, { category, status }: TransactionListFilter): boolean {
  return (!category || category.includes(transaction.category ?? '')) && (!status || stateOf(transaction) === status)
}

/** Whether a transaction has receipts, or lacks the one that a settled expense should have. */
function hasAttachments({ attachmentCount, type, category, ...flags }: Transaction, asked: 'none' | 'some'): boolean {
  if (asked === 'some') return attachmentCount > 0
  const isExpected = type === 'expense' && stateOf(flags) === 'settled' && !categoriesWithoutReceipt.includes(category ?? '')
  return isExpected && attachmentCount === 0
}

/** Whether a text of a transaction contains what is searched, or its amount is what that reads as. */
function isFound(transaction: Transaction, search: string): boolean {
  return searchedText(transaction).includes(searchable(search)) || transaction.amount === parseCentavos(search)
}

function isWithin(date: CalendarDate, { month, from, to }: TransactionListFilter): boolean {
  return (!month || monthOf(date) === month) && (!from || date >= from) && (!to || date <= to)
}

/** Whether a transaction is in one of these wallets, with either side. */
export function isInWallets({ walletId, toWalletId }: Transaction, wallets: readonly string[]): boolean {
  return wallets.includes(walletId) || (toWalletId !== null && wallets.includes(toWalletId))
}

/** The side by which a transfer left or came, seen from some wallets; null for one between two of them, and for all others. */
export function sideOf({ walletId, toWalletId }: Transaction, wallets: readonly string[]): 'out' | 'in' | null {
  if (toWalletId === null) return null
  const [hasLeft, hasCome] = [wallets.includes(walletId), wallets.includes(toWalletId)]
  return hasLeft === hasCome ? null : hasLeft ? 'out' : 'in'
}

/** Newest date first, then newest created. */
export function compareTransactions(one: Transaction, other: Transaction): number {
  return compareText(other.date, one.date) || compareText(other.createdAt, one.createdAt) || compareText(other.id, one.id)
}

/** A summary of the filter's transactions after changes. */
export function applyToSummary(summary: Summary, filter: TransactionListFilter, changes: readonly EntityChange<Transaction>[]): Summary {
  return changes.reduce((sums, { before, after }) => add(add(sums, filter, before, -1), filter, after, 1), summary)
}

function add(summary: Summary, filter: TransactionListFilter, transaction: Transaction | null, sign: 1 | -1): Summary {
  if (!transaction || (filter.type && transaction.type !== filter.type)) return summary
  const sums = sumsWithin(transaction, filter)
  const plus = (name: Exclude<keyof Summary, 'balance'>, added: number) => summary[name] + sign * added
  const income = plus('income', sums.income)
  const expense = plus('expense', sums.expense)
  return {
    income,
    expense,
    balance: income - expense,
    scheduledIncome: plus('scheduledIncome', sums.pendingIncome),
    scheduledExpense: plus('scheduledExpense', sums.pendingExpense),
    // Among all wallets a transfer moves nothing in or out.
    transferIn: plus('transferIn', filter.walletId ? sums.transferIn : 0),
    transferOut: plus('transferOut', filter.walletId ? sums.transferOut : 0),
    count: plus('count', sums.incomeCount + sums.expenseCount + sums.transferCount),
  }
}

/**
 * What a transaction adds to the sums of a filter. Each side of a transfer counts on its own day, as in the server's totals by day;
 * with a text, receipts, or a category of some wallets, the server adds up the listed ones instead. Both count a transfer where it is listed.
 */
function sumsWithin(transaction: Transaction, filter: TransactionListFilter): DaySums {
  const total = noSums()
  const isListedHere = isListed(transaction, filter)
  const isByList = Boolean(filter.search) || Boolean(filter.category && filter.walletId) || filter.attachments !== undefined
  for (const { walletId, date, sums } of sumsOf(countedOf(transaction))) {
    if (filter.walletId && !filter.walletId.includes(walletId ?? '')) continue
    if (!(isByList ? isListedHere : isWithin(date, filter) && isKept(transaction, filter))) continue
    for (const name of sumNames) total[name] += sums[name] ?? 0
  }
  if (transaction.type === 'transfer') total.transferCount = isListedHere && stateOf(transaction) === 'settled' ? 1 : 0
  return total
}

/** A transaction in the form in which it is counted. */
export function countedOf(transaction: Transaction): CountedTransaction {
  const { toWalletId, toDate, date } = transaction
  return { ...transaction, to: toWalletId === null ? null : { walletId: toWalletId, date: toDate ?? date } }
}

/** A summary of no transactions. */
export const emptySummary: Summary = {
  income: 0,
  expense: 0,
  balance: 0,
  scheduledIncome: 0,
  scheduledExpense: 0,
  transferIn: 0,
  transferOut: 0,
  count: 0,
}
