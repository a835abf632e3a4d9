import { shortLists } from '../../data/api-requests'
import { useTransactions } from '../../data/transactions'

const NONE: never[] = []

/** The due transactions that need confirmation. */
export function useWaitingTransactions() {
  const { data, isPending, hasMore } = useTransactions(...shortLists.waiting)
  return {
    isPending,
    /** The ids of all of them. */
    ids: data?.map(({ id }) => id) ?? NONE,
    /** The one that is due longest. */
    longest: data?.at(-1) ?? null,
    others: Math.max(0, (data?.length ?? 0) - 1),
    hasMore,
  }
}
