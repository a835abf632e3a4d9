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

/** The same pages, as the cache of queries holds them. */
export type ListData = InfiniteData<Fresh<TransactionPage>, string | null>

/**
 * The answer, with every row that did not change as the same object as before, wherever it stands now. So a new row above
 * the others has none of them drawn anew.
 */
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

/**
 * A transaction that is not among the rows, as this device's first command on it found it. Null where the filter would have
 * listed it: then it is gone, or on a page that was not read.
 */
function elsewhere([first]: readonly Item[], filter: TransactionFilter): Transaction | null {
  const before = first ? (beforeOf(first.command) as Transaction | null) : null
  return before && !isListed(before, filter) ? before : null
}

/**
 * Whether a row that no page has belongs among the rows that were read, and its page lacks one of these commands. It may
 * stand behind all rows only where no further page is to come.
 */
function hasPlace(transaction: Transaction, pages: TransactionPages, items: readonly Item[]): boolean {
  const page = pages.find(({ data }) => data.transactions.some((other) => compareTransactions(transaction, other) < 0)) ?? lastPage(pages)
  return page !== null && items.some((item) => lacks(page, item))
}

function lastPage(pages: TransactionPages): Fresh<TransactionPage> | null {
  const last = pages.at(-1)
  return last && last.data.nextCursor === null ? last : null
}
