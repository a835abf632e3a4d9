import type { LiveEntity } from '@prumo/shared/live'
import { useMemo } from 'react'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useAccount, useQueue, type Account } from './account'
import type { QueuedCommand } from './sync/command'
import { NO_POSITION, type PositionedAnswer, type AnswerPosition } from './sync/optimistic'

/** What is known of a query besides its data. The first word of its key is the kind of entity that it is made from. */
export interface QueryMeta extends Record<string, unknown> {
  /** Whether the device keeps it for the next start. */
  isPersisted?: boolean
  /** What workers compute of it, as live changes name it. */
  answer?: string
  /** Made from everything of the account: whatever changes, it is another. */
  isOfAll?: boolean
  /** It stands around every screen and has no figures, so the age that the screen states for its figures ignores it. */
  isFrame?: boolean
}

/** A question to the server, and how its answer is kept. */
export interface QueryDefinition<T> {
  /** The kind of entity it is made from, then what tells it from others. Never the date of today. */
  key: readonly [LiveEntity, ...unknown[]]
  fetch: (account: Account, signal: AbortSignal) => Promise<PositionedAnswer<T>>
  /** Whether the device keeps the answer for the next start. */
  isPersisted?: boolean
  /** What stands in for the answer until it is there: one to another question that tells as much. */
  placeholder?: (account: Account) => PositionedAnswer<T> | undefined
  meta?: QueryMeta
  staleTime?: number
  refetchInterval?: (data: T | undefined) => number | false
}

/** What a screen has of a read. */
export interface QueryResult<S> {
  /** Undefined while nobody knows. A refresh that fails changes nothing of it. */
  data: S | undefined
  /** Nothing is known yet, and it is being asked for. */
  isPending: boolean
  /** Nothing is known, because asking failed. */
  isFailed: boolean
  /** What is shown is known, but could not be refreshed. */
  isOutdated: boolean
  /** When it was asked for, in milliseconds. */
  fetchedAt: number | null
  /** What it reflects. */
  position: AnswerPosition
  retry: () => void
}

/** The parts of a query that screens depend on: a change of other parts draws nothing anew. */
interface QueryState {
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

/** The query behind a read, for screens and for whoever asks ahead of them. */
export function queryOptions<T>(
  account: Account,
  { key, fetch, isPersisted = false, placeholder, meta, staleTime, refetchInterval }: QueryDefinition<T>,
) {
  return {
    queryKey: key as QueryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => fetch(account, signal),
    meta: { isPersisted, ...meta },
    ...(placeholder && { initialData: () => placeholder(account), initialDataUpdatedAt: 0 }),
    ...(staleTime !== undefined && { staleTime }),
    ...(!isPersisted && { gcTime: UNUSED_MS }),
    ...(refetchInterval && {
      refetchInterval: ({ state }: { state: { data: PositionedAnswer<T> | undefined } }) => refetchInterval(state.data?.data),
    }),
  }
}

/** What nobody looks at any more and nobody keeps goes after a while. */
const UNUSED_MS = 5 * 60_000

/**
 * What the server answered with this device's commands applied.
 * @param shown pure, and the same function from one drawing to the next
 */
export function useOptimisticQuery<T, S>(
  read: QueryDefinition<T>,
  shown: (fresh: PositionedAnswer<T>, queue: readonly QueuedCommand[]) => S,
): QueryResult<S> {
  const account = useAccount()
  const query = useQuery(queryOptions(account, read))
  const queue = useQueue(read.key[0])
  const { data: fresh } = query
  const data = useMemo(() => fresh && shown(fresh, queue), [fresh, queue, shown])
  return toQueryResult(query, data, fresh)
}

/** What screens are told of a query with such data. @param fresh what it is made from; of several answers the oldest */
export function toQueryResult<S>(
  { isPending, isError, refetch }: QueryState,
  data: S | undefined,
  fresh: PositionedAnswer<unknown> | undefined,
): QueryResult<S> {
  return {
    data,
    isPending,
    isFailed: isError && data === undefined,
    isOutdated: isError && data !== undefined,
    fetchedAt: fresh?.at ?? null,
    position: fresh ?? NO_POSITION,
    retry: () => void refetch(),
  }
}
