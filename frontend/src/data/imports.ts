import { useMemo } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { addDays, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { EXPECTED_WITHIN_DAYS, OTHER_SIDE_WITHIN_DAYS } from '@prumo/shared/import-rules'
import type { AcceptedImport, ImportPage, ImportPreview, PreviewedRows } from '@prumo/shared/imports'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { SummaryAnswer, Transaction, TransactionPage } from '@prumo/shared/transactions'
import type { Wallet, WalletAnswer } from '@prumo/shared/wallets'
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
 * @param statement without a wallet that the server does not know yet
 * @param isNewWallet whether the import creates the wallet of the statement
 */
export function useComparison(
  name: string,
  statement: ImportPreview,
  isNewWallet: boolean,
): Pick<QueryResult<ComparedLines>, 'data' | 'isPending' | 'isFailed' | 'retry'> {
  const account = useAccount()
  const query = useQuery({
    queryKey: ['import', 'comparison', name, isNewWallet, statement.walletId],
    queryFn: () => compareLines(account, statement, isNewWallet),
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

async function compareLines(account: Account, statement: ImportPreview, isNewWallet: boolean): Promise<ComparedLines> {
  const { rows } = await account.send<PreviewedRows>({ method: 'POST', path: '/imports/preview', body: statement })
  if (isNewWallet) return compareInNewWallet(account, statement, rows)
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

/**
 * The states of lines in a wallet that does not exist yet: nothing is expected in it or similar, and everything else may be the other
 * side of its lines.
 */
async function compareInNewWallet(account: Account, { rows }: ImportPreview, found: PreviewedRows['rows']): Promise<ComparedLines> {
  const days = rows.map(({ date }) => date).sort()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const around = { from: addDays(from, -OTHER_SIDE_WITHIN_DAYS), to: addDays(to, OTHER_SIDE_WITHIN_DAYS) }
  const standing = await fetchTransactions(account, null, around)
  const sides = otherSidesOf(rows, found, [...standing.values()])
  const states = found.map((row, index): ComparedLines['rows'][number] => {
    const side = sides[index]
    if (row.state === 'known') return row
    return { ...row, state: side ? 'other_side' : 'new', transactionId: side?.id ?? null }
  })
  return { rows: states, others: standing, pending: [] }
}

/** The transaction that each line of a new wallet may be the other side of: the nearest day first, and each once. */
export function otherSidesOf(
  lines: ImportPreview['rows'],
  found: PreviewedRows['rows'],
  standing: readonly Transaction[],
): (Transaction | null)[] {
  const known = new Set(found.flatMap(({ state, transactionId }) => (state === 'known' && transactionId !== null ? [transactionId] : [])))
  const waiting = new Map<string, Transaction[]>()
  for (const each of standing) {
    if (known.has(each.id) || stateOf(each) === 'not_received') continue
    const key = `${each.type} ${each.amount}`
    const alike = waiting.get(key)
    if (alike) alike.push(each)
    else waiting.set(key, [each])
  }
  const sides = lines.map((): Transaction | null => null)
  for (let days = 0; days <= OTHER_SIDE_WITHIN_DAYS; days++) {
    for (const [index, { date, amount, type }] of lines.entries()) {
      if (sides[index] || found[index]?.state === 'known') continue
      const opposite = waiting.get(`${type === 'income' ? 'expense' : 'income'} ${amount}`)
      const at = opposite?.findIndex((each) => Math.abs(daysBetween(each.date, date)) === days) ?? -1
      if (at >= 0) sides[index] = opposite?.splice(at, 1)[0] ?? null
    }
  }
  return sides
}

/** Finds transactions by id among those of some days, reading pages until all are found; null for all of these days. */
async function fetchTransactions(
  account: Account,
  ids: ReadonlySet<string> | null,
  days: { from: CalendarDate; to: CalendarDate },
): Promise<ReadonlyMap<string, Transaction>> {
  const found = new Map<string, Transaction>()
  const most = ids?.size ?? Number.POSITIVE_INFINITY
  let cursor: string | null = null
  do {
    const { data }: { data: TransactionPage } = await account.read('/transactions', { ...days, limit: 500, cursor: cursor ?? undefined })
    for (const each of data.transactions) if (ids === null || ids.has(each.id)) found.set(each.id, each)
    cursor = data.nextCursor
  } while (cursor !== null && found.size < most)
  return found
}

/**
 * A wallet's balance before a day in centavos: that of today without what was settled since. Null without a stated balance, or while
 * it loads.
 * @param wallet with its balance of today; undefined while it is unknown
 * @param day null to skip the read
 */
export function useCarriedBalance(wallet: Pick<Wallet, 'id' | 'balance'> | undefined, day: CalendarDate | null): number | null {
  const account = useAccount()
  const isStated = wallet?.balance.source === 'stated'
  const { data } = useQuery({
    queryKey: ['wallet', 'carried', wallet?.id, day],
    queryFn: ({ signal }) => fetchCarriedBalance(account, wallet?.id ?? '', day ?? '', signal),
    enabled: day !== null && isStated,
    retry: false,
    gcTime: 0,
  })
  return data ?? null
}

/** The same, read. */
export async function fetchCarriedBalance(
  account: Pick<Account, 'get' | 'read'>,
  id: string,
  day: CalendarDate,
  signal: AbortSignal,
): Promise<number | null> {
  const { wallet } = await account.get<WalletAnswer>(`/wallets/${id}`, {}, signal)
  const { amount, date, source } = wallet.balance
  if (source !== 'stated') return null
  if (day > date) return amount
  const { data } = await account.read<SummaryAnswer>(...summaryRequest({ from: day, to: date, walletId: [id] }), signal)
  return amount - changeIn(data.summary)
}

/** What transactions change in the balance of the wallets that they were asked for. */
function changeIn({ balance, transferIn, transferOut }: SummaryAnswer['summary']): number {
  return balance + transferIn - transferOut
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
