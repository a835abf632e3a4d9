import { replaceEqualDeep, type InfiniteData } from '@tanstack/react-query'
import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import type { Item } from './command'
import { beforeOf } from './delivery'
import { lacks, mapped, oldestOf, type Fresh, type Reflection } from './fresh'
import type { TransactionFilter } from './questions'
import { grouped, shownEntity } from './shown'
import { compareTransactions, isListed } from './transaction-sums'

/** The pages of a list as far as it was read. */
export type TransactionPages = readonly Fresh<TransactionPage>[]

/** The same, as the cache holds them. */
export type ListData = InfiniteData<Fresh<TransactionPage>, string | null>

/** An answer with those rows as the objects they were that did not change, wherever they stand now: a new one above them draws none of them anew. */
export function sameRows(before: ListData | undefined, answer: ListData): ListData {
  const known = new Map(before?.pages.flatMap(({ data }) => data.transactions.map((row) => [row.id, row])))
  const kept = (row: Transaction): Transaction => replaceEqualDeep(known.get(row.id), row)
  return { ...answer, pages: answer.pages.map((page) => mapped(page, (data) => ({ ...data, transactions: data.transactions.map(kept) }))) }
}

/** The rows of a list with this device's commands on them: changed, moved to their place, added, or gone from it. */
export function shownPages(pages: TransactionPages, filter: TransactionFilter, line: readonly Item[]): readonly Transaction[] {
  const rows = rowsOf(pages)
  const oldest = oldestOf(pages)
  const items = grouped(line.filter((item) => lacks(oldest, item)))
  const listed = [...rows.values()].map(({ transaction }) => transaction)
  if (items.size === 0) return listed

  const kept = listed.filter(({ id }) => !items.has(id))
  const changed = [...items].flatMap(([id, own]) => {
    const row = rows.get(id)
    const now = row ? shownEntity(row.transaction, own, row.page) : shownEntity(elsewhere(own, filter), own, oldest)
    if (!now || !isListed(now, filter)) return []
    return row || hasPlace(now, pages, own) ? [now] : []
  })
  return [...kept, ...changed].sort(compareTransactions)
}

/** Every row once, in the version that is newest, with the page that it is from. */
function rowsOf(pages: TransactionPages): Map<string, { transaction: Transaction; page: Reflection }> {
  const rows = new Map<string, { transaction: Transaction; page: Reflection }>()
  for (const page of pages) {
    for (const transaction of page.data.transactions) {
      const known = rows.get(transaction.id)
      if (!known || known.transaction.version < transaction.version) rows.set(transaction.id, { transaction, page })
    }
  }
  return rows
}

/** What is said of a transaction that the filter left out; one that it would have listed is gone, or further down. */
function elsewhere([first]: readonly Item[], filter: TransactionFilter): Transaction | null {
  const before = first ? (beforeOf(first.command) as Transaction | null) : null
  return before && !isListed(before, filter) ? before : null
}

/** Whether a row that was not read belongs among those that were: behind them all only where nothing more is to come. */
function hasPlace(transaction: Transaction, pages: TransactionPages, items: readonly Item[]): boolean {
  const page = pages.find(({ data }) => data.transactions.some((other) => compareTransactions(transaction, other) < 0)) ?? lastPage(pages)
  return page !== null && items.some((item) => lacks(page, item))
}

function lastPage(pages: TransactionPages): Fresh<TransactionPage> | null {
  const last = pages.at(-1)
  return last && last.data.nextCursor === null ? last : null
}
