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

/** Which entries of the history are meant; all of them where nothing is said. */
export interface ActivityQuery {
  entity?: LiveEntity
  source?: ActivitySource
  /** One thing alone. */
  entityId?: string
  from?: CalendarDate
  to?: CalendarDate
}

const PAGE = 50
/** Whatever happens anywhere in the account is one more entry. */
const ALWAYS_STALE = 0
/** A past day changes by nothing but a reset. */
const PAST_STALE_MS = 60_000

export type ActivityList = QueryResult<readonly ActivityEntry[]> & Paging

/** `GET /activity`, page after page, newest first: what the account knows; what still waits on this device is not in it. */
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

/** Each entry once, though pages that were read at different times may overlap. */
export function uniqueEntries(pages: readonly ActivityPage[]): readonly ActivityEntry[] {
  const known = new Map<number, ActivityEntry>()
  for (const { activity } of pages) for (const entry of activity) if (!known.has(entry.position)) known.set(entry.position, entry)
  return [...known.values()].sort((one, other) => other.position - one.position)
}

/** `GET /activity/at`: how the account stood at the end of a day. */
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
 * `POST /activity/{position}/undo`. It needs the server, which alone knows what
 * happened since; repeated under its key it is done once. Resolves to the entry that takes the other one back, or to the
 * words of why there is none.
 */
export async function undoEntry(account: Account, position: number): Promise<{ made: ActivityEntry } | { refusal: string }> {
  const headers = { 'Idempotency-Key': newId() }
  try {
    const { activity } = await account.send<ActivityAnswer>({ method: 'POST', path: `/activity/${position}/undo`, headers })
    await account.client.invalidateQueries()
    return { made: activity }
  } catch (failure) {
    // What stood in the way is in the list that is read now.
    await account.client.invalidateQueries({ queryKey: ['activity'] })
    return { refusal: messageOf(failure) }
  }
}
