import { shortLists } from '../../data/api-requests'
import { useTransactions } from '../../data/transactions'

const NONE: never[] = []

/** What was to be received or paid by now and waits for an answer. */
export function useWaitingTransactions() {
  const { data, isPending, hasMore } = useTransactions(...shortLists.waiting)
  return {
    /** Whether nobody knows yet. */
    isPending,
    /** All that are counted. */
    ids: data?.map(({ id }) => id) ?? NONE,
    /** The one that waits longest. */
    longest: data?.at(-1) ?? null,
    others: Math.max(0, (data?.length ?? 0) - 1),
    hasMore,
  }
}
