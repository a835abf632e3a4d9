import type { LiveEntity } from '@prumo/shared/live'
import { useMemo } from 'react'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useAccount, useQueue, type Account } from './account'
import type { QueuedCommand } from './sync/command'
import { NO_POSITION, type PositionedAnswer, type AnswerPosition } from './sync/optimistic'

/** Metadata of a query. The first word of its key is the kind of entity that it is made from. */
export interface QueryMeta extends Record<string, unknown> {
  /** Whether the device stores the answer for the next start. */
  isPersisted?: boolean
  /** The name of the computed answer, as in live changes. */
  answer?: string
  /** A list to which this device's commands are applied: a long one is not refetched after them. */
  appliesOwnChanges?: boolean
  /** Depends on everything in the account, so any change makes it stale. */
  isOfAll?: boolean
  /** Other entities whose commands are applied to it: they are kept until its answer includes them. */
  alsoApplied?: readonly string[]
  /** Belongs to the frame of every screen and has no figures: ignored by `useDataAge`. */
  isFrame?: boolean
}

/** A request to the server, and how its answer is cached. */
export interface QueryDefinition<T> {
  /** The kind of entity, then what distinguishes the query. Never today's date. */
  key: readonly [LiveEntity, ...unknown[]]
  fetch: (account: Account, signal: AbortSignal) => Promise<PositionedAnswer<T>>
  /** Whether the device stores the answer for the next start. */
  isPersisted?: boolean
  /** Stands in for the answer until it arrives: an answer to another query with the same information. */
  placeholder?: (account: Account) => PositionedAnswer<T> | undefined
  meta?: QueryMeta
  staleTime?: number
  refetchInterval?: (data: T | undefined) => number | false
}

/** The state of a query, for screens. */
export interface QueryResult<S> {
  /** Undefined until the first answer. A failed refresh leaves it unchanged. */
  data: S | undefined
  /** There is no data yet, and it is being fetched. */
  isPending: boolean
  /** There is no data, because fetching failed. */
  isFailed: boolean
  /** There is data, but it could not be refreshed. */
  isOutdated: boolean
  /** When it was requested, in milliseconds. */
  fetchedAt: number | null
  /** What the data reflects. */
  position: AnswerPosition
  retry: () => void
}

/** The parts of a query that screens depend on; a change of other parts does not render. */
interface QueryState {
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

/** The options of a query, for screens and prefetching. */
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

/** Queries without a screen are dropped after this time, unless they are persisted. */
const UNUSED_MS = 5 * 60_000

/**
 * A query's answer with this device's commands applied.
 * @param shown applies them; pure, and the same function in each render
 * @param isEnabled false makes no request
 */
export function useOptimisticQuery<T, S>(
  read: QueryDefinition<T>,
  shown: (fresh: PositionedAnswer<T>, queue: readonly QueuedCommand[]) => S,
  isEnabled = true,
): QueryResult<S> {
  const account = useAccount()
  const query = useQuery({ ...queryOptions(account, read), enabled: isEnabled })
  const queue = useQueue(read.key[0])
  const { data: fresh } = query
  const data = useMemo(() => fresh && shown(fresh, queue), [fresh, queue, shown])
  return toQueryResult(query, data, fresh)
}

/** The state of a query with such data. @param fresh what the data is made from; the oldest of several answers */
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
