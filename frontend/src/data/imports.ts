import { useMemo } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { BalanceOrNone, StatedBalance } from '@prumo/shared/balance'
import { EXPECTED_WITHIN_DAYS } from '@prumo/shared/import-rules'
import type { AcceptedImport, ImportPage, ImportPreview, PreviewedRows } from '@prumo/shared/imports'
import type { SummaryAnswer, Transaction, TransactionPage } from '@prumo/shared/transactions'
import { useAccount, useQueue, type Account } from './account'
import { oldestAnswer, applyToList } from './sync/optimistic'
import { usePaging, type Paging } from './paging'
import { summaryRequest } from './api-requests'
import { toQueryResult, type QueryResult } from './optimistic-query'

export type ImportList = QueryResult<readonly AcceptedImport[]> & Paging

/** `GET /imports`, paged, newest first, with this device's commands applied. */
export function useImports(): ImportList {
  const account = useAccount()
  const line = useQueue('import')
  const key = ['import', 'list']
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => account.read<ImportPage>('/imports', { cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.nextCursor,
    meta: { isPersisted: true },
  })
  const { data } = query
  const imports = useMemo(() => {
    if (!data) return undefined
    const listed = new Map(data.pages.flatMap((page) => page.data.imports).map((each) => [each.id, each]))
    return applyToList([...listed.values()], line, oldestAnswer(data.pages), newestFirst)
  }, [data, line])
  return { ...toQueryResult(query, imports, data && oldestAnswer(data.pages)), ...usePaging(query, key) }
}

function newestFirst(one: AcceptedImport, other: AcceptedImport): number {
  return other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id)
}

/** The account's state of each line of a statement. */
export interface ComparedLines {
  rows: PreviewedRows['rows']
  /** The transactions that the lines refer to, by id. */
  others: ReadonlyMap<string, Transaction>
  /** What is pending around the days of the lines: a bill may be paid with interest or a discount. */
  pending: readonly Transaction[]
}

/**
 * `POST /imports/preview`: the state of each line. Records nothing, and is never cached; repeated whenever the account changes.
 * @param name identifies the statement
 */
export function useComparison(
  name: string,
  statement: ImportPreview,
): Pick<QueryResult<ComparedLines>, 'data' | 'isPending' | 'isFailed' | 'retry'> {
  const account = useAccount()
  const query = useQuery({
    queryKey: ['import', 'comparison', name],
    queryFn: () => compareLines(account, statement),
    enabled: statement.rows.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const { data, isPending, isError, refetch } = query
  return {
    data: statement.rows.length === 0 ? NO_LINES : data,
    isPending: isPending && statement.rows.length > 0,
    isFailed: isError && data === undefined,
    retry: () => void refetch(),
  }
}

const NO_LINES: ComparedLines = { rows: [], others: new Map(), pending: [] }

async function compareLines(account: Account, statement: ImportPreview): Promise<ComparedLines> {
  const { rows } = await account.send<PreviewedRows>({ method: 'POST', path: '/imports/preview', body: statement })
  const named = rows.flatMap(({ state, transactionId }) => (transactionId !== null && state !== 'known' ? [transactionId] : []))
  const days = statement.rows.map(({ date }) => date).sort()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return { rows, others: new Map(), pending: [] }
  const around = { from: addDays(from, -EXPECTED_WITHIN_DAYS), to: addDays(to, EXPECTED_WITHIN_DAYS) }
  const [others, { data }] = await Promise.all([
    named.length === 0 ? new Map<string, Transaction>() : fetchTransactions(account, new Set(named), around),
    account.read<TransactionPage>('/transactions', { ...around, status: 'pending', limit: 500 }),
  ])
  return { rows, others, pending: data.transactions }
}

/** Finds transactions by id among those of some days, reading pages until all are found. */
async function fetchTransactions(
  account: Account,
  ids: ReadonlySet<string>,
  days: { from: CalendarDate; to: CalendarDate },
): Promise<ReadonlyMap<string, Transaction>> {
  const found = new Map<string, Transaction>()
  let cursor: string | null = null
  do {
    const { data }: { data: TransactionPage } = await account.read('/transactions', { ...days, limit: 500, cursor: cursor ?? undefined })
    for (const each of data.transactions) if (ids.has(each.id)) found.set(each.id, each)
    cursor = data.nextCursor
  } while (cursor !== null && found.size < ids.size)
  return found
}

/**
 * The balance before a day in centavos: the stated balance plus or minus what was settled between. Null without a stated balance,
 * or while it loads.
 * @param day null to skip the read
 */
export function useCarriedBalance(day: CalendarDate | null): number | null {
  const account = useAccount()
  const { data } = useQuery({
    queryKey: ['balance', 'carried', day],
    queryFn: ({ signal }) => fetchCarriedBalance(account, day ?? '', signal),
    enabled: day !== null,
    retry: false,
    gcTime: 0,
  })
  return data ?? null
}

async function fetchCarriedBalance(account: Account, day: CalendarDate, signal: AbortSignal): Promise<number | null> {
  const { balance } = await account.get<BalanceOrNone>('/balance', {}, signal)
  if (!balance) return null
  const between = betweenDays(balance, day)
  if (!between) return balance.amount
  const { data } = await account.read<SummaryAnswer>(...summaryRequest(between.days), signal)
  return balance.amount + between.sign * data.summary.balance
}

/** The days between the end of the stated day and the start of another, and the sign with which they count. */
export function betweenDays(
  { date }: Pick<StatedBalance, 'date'>,
  day: CalendarDate,
): { days: { from: CalendarDate; to: CalendarDate }; sign: 1 | -1 } | null {
  if (date >= day) return { days: { from: day, to: date }, sign: -1 }
  const [from, to] = [addDays(date, 1), addDays(day, -1)]
  return from <= to ? { days: { from, to }, sign: 1 } : null
}

/** `GET /transactions?importId=`: the transactions of an import that still exist. */
export function useTransactionsOfImport(id: string): Pick<QueryResult<readonly Transaction[]>, 'data' | 'isFailed' | 'retry'> {
  const account = useAccount()
  const { data, isError, refetch } = useQuery({
    queryKey: ['transaction', 'of-import', id],
    queryFn: ({ signal }) => account.read<TransactionPage>('/transactions', { importId: id, limit: 500 }, signal),
    gcTime: 0,
  })
  return { data: data?.data.transactions, isFailed: isError && data === undefined, retry: () => void refetch() }
}
