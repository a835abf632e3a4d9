import { useMemo } from 'react'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useAccount, useLine, type Account } from './account'
import type { EntityName, Item } from './command'
import { NOTHING_YET, type Fresh, type Reflection } from './shown'

/** What is known of a query besides its data. The first word of its key is the kind of entity that it is made from. */
export interface ReadMeta extends Record<string, unknown> {
  /** Whether the device keeps it for the next start. */
  isKept?: boolean
  /** What workers compute of it, as live changes name it. */
  answer?: string
  /** Made from everything of the account: whatever changes, it is another. */
  isOfAll?: boolean
  /** It stands around every screen and has no figures, so the age that the screen states for its figures ignores it. */
  isFrame?: boolean
}

/** A question to the server, and how its answer is kept. */
export interface Read<T> {
  /** The kind of entity it is made from, then what tells it from others. Never the date of today. */
  key: readonly [EntityName, ...unknown[]]
  ask: (account: Account, signal: AbortSignal) => Promise<Fresh<T>>
  /** Whether the device keeps the answer for the next start. */
  isKept?: boolean
  /** What stands in for the answer until it is there: one to another question that tells as much. */
  known?: (account: Account) => Fresh<T> | undefined
  meta?: ReadMeta
  staleTime?: number
  refetchInterval?: (data: T | undefined) => number | false
}

/** What a screen has of a read. */
export interface Reading<S> {
  /** Undefined while nobody knows. A refresh that fails changes nothing of it. */
  data: S | undefined
  /** Nothing is known yet, and it is being asked for. */
  isPending: boolean
  /** Nothing is known, because asking failed. */
  isFailed: boolean
  /** What is shown is known, but could not be refreshed. */
  isOutdated: boolean
  /** When it was asked for, in milliseconds. */
  at: number | null
  /** What it reflects. */
  known: Reflection
  retry: () => void
}

/** The parts of a query that screens depend on: a change of other parts draws nothing anew. */
interface Answer {
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

/** The query behind a read, for screens and for whoever asks ahead of them. */
export function queryOf<T>(account: Account, { key, ask, isKept = false, known, meta, staleTime, refetchInterval }: Read<T>) {
  return {
    queryKey: key as QueryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => ask(account, signal),
    meta: { isKept, ...meta },
    ...(known && { initialData: () => known(account), initialDataUpdatedAt: 0 }),
    ...(staleTime !== undefined && { staleTime }),
    ...(!isKept && { gcTime: FORGOTTEN_MS }),
    ...(refetchInterval && {
      refetchInterval: ({ state }: { state: { data: Fresh<T> | undefined } }) => refetchInterval(state.data?.data),
    }),
  }
}

/** What nobody looks at any more and nobody keeps goes after a while. */
const FORGOTTEN_MS = 5 * 60_000

/**
 * What the server answered with this device's commands applied.
 * @param shown pure, and the same function from one drawing to the next
 */
export function useRead<T, S>(read: Read<T>, shown: (fresh: Fresh<T>, line: readonly Item[]) => S): Reading<S> {
  const account = useAccount()
  const query = useQuery(queryOf(account, read))
  const line = useLine(read.key[0])
  const { data: fresh } = query
  const data = useMemo(() => fresh && shown(fresh, line), [fresh, line, shown])
  return readingOf(query, data, fresh)
}

/** What screens are told of a query with such data. @param fresh what it is made from; of several answers the oldest */
export function readingOf<S>({ isPending, isError, refetch }: Answer, data: S | undefined, fresh: Fresh<unknown> | undefined): Reading<S> {
  return {
    data,
    isPending,
    isFailed: isError && data === undefined,
    isOutdated: isError && data !== undefined,
    at: fresh?.at ?? null,
    known: fresh ?? NOTHING_YET,
    retry: () => void refetch(),
  }
}
