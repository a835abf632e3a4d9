import { useTransactions } from '../../data/transactions'

const MOST_COUNTED = 490
const NONE: never[] = []
const WAITING = { status: 'pending', upToToday: true } as const

/** What was to be received or paid by now and waits for an answer. */
export function useWaiting() {
  const { data, isPending, hasMore } = useTransactions(WAITING, MOST_COUNTED)
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
