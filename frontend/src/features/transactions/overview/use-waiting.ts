import { today } from '../../../lib/dates'
import { useTransactions } from '../calls/list-transactions'

const MOST_COUNTED = 500

/** What was to be received or paid by now and waits for an answer. */
export function useWaiting() {
  const { data, isPending } = useTransactions({ status: 'pending', to: today(), limit: MOST_COUNTED })
  const page = data?.pages[0]
  return {
    /** Whether nobody knows yet. */
    isPending,
    /** The one that waits longest. */
    longest: page?.transactions.at(-1) ?? null,
    others: Math.max(0, (page?.transactions.length ?? 0) - 1),
    hasMore: page ? page.nextCursor !== null : false,
  }
}
