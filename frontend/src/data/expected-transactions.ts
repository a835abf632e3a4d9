import { shortLists } from './api-requests'
import { useTransactions, type TransactionList } from './transactions'

/** What is scheduled for a day to come; of more than one answer holds what is near, for the list begins with the farthest. */
export function useExpectedTransactions(): TransactionList {
  const all = useTransactions(...shortLists.expected)
  const [filter, limit] = shortLists.near
  const near = useTransactions(all.hasMore ? filter : null, limit)
  return all.hasMore ? { ...near, hasMore: true } : all
}
