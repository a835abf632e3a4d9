import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import type { Account } from './account'
import type { Fresh } from './shown'
import type { TransactionFilter } from './questions'
import { shownPages } from './transactions'

/** The server answers no more at once. */
const PAGE = 500

/**
 * `GET /transactions`, all pages, each transaction once, with this device's commands on them.
 * @param onRead is told how many were read so far
 * @throws what `refusalOf` puts into words
 */
export async function allTransactions(
  account: Account,
  filter: TransactionFilter,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly Transaction[]> {
  const pages: Fresh<TransactionPage>[] = []
  let cursor: string | null = null
  let count = 0
  do {
    const page: Fresh<TransactionPage> = await account.read<TransactionPage>(
      '/transactions',
      { ...filter, limit: PAGE, cursor: cursor ?? undefined },
      signal,
    )
    signal.throwIfAborted()
    pages.push(page)
    cursor = page.data.nextCursor
    onRead((count += page.data.transactions.length))
  } while (cursor !== null)
  return shownPages(pages, filter, account.outbox.state().line)
}
