import { useMemo } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AccountAtDay, ActivityAnswer, ActivityEntry, ActivityPage } from '@prumo/shared/activity'
import type { ActivitySource } from '@prumo/shared/activity-texts'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { LiveEntity } from '@prumo/shared/live'
import { messageOf } from '../lib/api'
import { newId } from '../lib/new-id'
import { useAccount, type Account } from './account'
import { oldestAnswer } from './sync/optimistic'
import { usePaging, type Paging } from './paging'
import { toQueryResult, type QueryResult } from './optimistic-query'

/** Filters the history; all entries without a filter. */
export interface ActivityQuery {
  entity?: LiveEntity
  source?: ActivitySource
  /** The history of one entity. */
  entityId?: string
  from?: CalendarDate
  to?: CalendarDate
}

const PAGE = 50
/** Any change in the account adds an entry. */
const ALWAYS_STALE = 0
/** Only a reset changes a past day. */
const PAST_STALE_MS = 60_000

export type ActivityList = QueryResult<readonly ActivityEntry[]> & Paging

/** `GET /activity`, paged, newest first: the server's history, without this device's unsent commands. */
export function useActivity(query: ActivityQuery): ActivityList {
  const account = useAccount()
  const key = ['activity', 'list', query]
  const found = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      account.read<ActivityPage>('/activity', { ...query, limit: PAGE, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.nextCursor,
    meta: { isPersisted: true, isOfAll: true },
    staleTime: ALWAYS_STALE,
  })
  const { data } = found
  const entries = useMemo(() => data && uniqueEntries(data.pages.map((page) => page.data)), [data])
  return { ...toQueryResult(found, entries, data && oldestAnswer(data.pages)), ...usePaging(found, key) }
}

/** Removes duplicates: pages read at different times may overlap. */
export function uniqueEntries(pages: readonly ActivityPage[]): readonly ActivityEntry[] {
  const known = new Map<number, ActivityEntry>()
  for (const { activity } of pages) for (const entry of activity) if (!known.has(entry.position)) known.set(entry.position, entry)
  return [...known.values()].sort((one, other) => other.position - one.position)
}

/** `GET /activity/at`: the account at the end of a day. */
export function useAccountAt(date: CalendarDate): QueryResult<AccountAtDay> {
  const account = useAccount()
  const query = useQuery({
    queryKey: ['activity', 'at', date],
    queryFn: ({ signal }: { signal: AbortSignal }) => account.read<AccountAtDay>('/activity/at', { date }, signal),
    meta: { isOfAll: true },
    staleTime: PAST_STALE_MS,
  })
  return toQueryResult(query, query.data?.data, query.data)
}

/**
 * `POST /activity/{position}/undo`: needs the server, which alone knows the later changes. Repeating the request under its key has
 * one effect.
 * @returns the entry of the undo, or the text of its refusal
 */
export async function undoEntry(account: Account, position: number): Promise<{ made: ActivityEntry } | { refusal: string }> {
  const headers = { 'Idempotency-Key': newId() }
  try {
    const { activity } = await account.send<ActivityAnswer>({ method: 'POST', path: `/activity/${position}/undo`, headers })
    await account.client.invalidateQueries()
    return { made: activity }
  } catch (failure) {
    // The list then shows the change that prevented the undo.
    await account.client.invalidateQueries({ queryKey: ['activity'] })
    return { refusal: messageOf(failure) }
  }
}
