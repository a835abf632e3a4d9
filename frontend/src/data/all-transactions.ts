import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import type { Account } from './account'
import type { PositionedAnswer } from './sync/optimistic'
import type { TransactionListFilter } from './api-requests'
import { optimisticRows } from './transactions'

/** The server's maximum. */
const PAGE = 500

/** `GET /transactions`, the first page of the most that the server gives, with this device's commands applied. */
export async function fetchFirstTransactions(account: Account, filter: TransactionListFilter): Promise<readonly Transaction[]> {
  const page = await account.read<TransactionPage>('/transactions', { ...filter, limit: PAGE })
  return optimisticRows([page], filter, account.outbox.state().queue).slice(0, PAGE)
}

/**
 * `GET /transactions`, all pages, each transaction once, with this device's commands applied.
 * @param onRead receives the number read so far
 * @throws failures for `refusalOf`
 */
export async function fetchAllTransactions(
  account: Account,
  filter: TransactionListFilter,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly Transaction[]> {
  const pages: PositionedAnswer<TransactionPage>[] = []
  let cursor: string | null = null
  let count = 0
  do {
    const page: PositionedAnswer<TransactionPage> = await account.read<TransactionPage>(
      '/transactions',
      { ...filter, limit: PAGE, cursor: cursor ?? undefined },
      signal,
    )
    signal.throwIfAborted()
    pages.push(page)
    cursor = page.data.nextCursor
    onRead((count += page.data.transactions.length))
  } while (cursor !== null)
  return optimisticRows(pages, filter, account.outbox.state().queue)
}
