import { shortLists } from './api-requests'
import { useTransactions, type TransactionList } from './transactions'

/**
 * Transactions scheduled for the days ahead. If there are more than one answer holds, only the near ones: the list starts with the
 * farthest.
 */
export function useExpectedTransactions(): TransactionList {
  const all = useTransactions(...shortLists.expected)
  const [filter, limit] = shortLists.near
  const near = useTransactions(all.hasMore ? filter : null, limit)
  return all.hasMore ? { ...near, hasMore: true } : all
}
