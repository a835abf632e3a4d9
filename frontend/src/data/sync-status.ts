import type { LiveEntity } from '@prumo/shared/live'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useAccount, useQueue } from './account'
import { fetchedAt } from './sync/query-persister'
import type { QueuedCommand } from './sync/command'
import { useOffline } from './connection'
import { followersOf, isResetPending, isLapsedReset, needsDecision } from './sync/queue'
import type { OutboxState } from './sync/outbox'
import { syncMarks, type SyncMarkKind } from './sync/optimistic'

/** A command that takes longer than this is said to wait. */
const LATE_AFTER_MS = 2000

/** How the account stands with the server. */
export interface SyncStatus {
  isOffline: boolean
  /** What waits is not getting through at the moment. */
  isStalled: boolean
  /** In order; each with `wordsOf(command)`. What waits for a decision about its entity is not among them, nor what empties the account. */
  waiting: readonly QueuedCommand[]
  /** Refused or colliding: for "Revisar". */
  undecided: readonly QueuedCommand[]
  /** False where the browser keeps nothing, so that what waits is lost with the page. */
  isPersistent: boolean
}

export function useSyncStatus(): SyncStatus {
  const { queue, isPersistent } = useOutboxState()
  const isOffline = useOffline()
  const undecided = useMemo(() => queue.filter(needsDecision), [queue])
  const waiting = useMemo(() => {
    const behind = new Set(undecided.flatMap((item) => followersOf(queue, item)))
    return queue.filter((item) => item.status.is === 'waiting' && !behind.has(item) && !isResetPending(item))
  }, [queue, undecided])
  const isLate = useIsLate(waiting[0])
  const isStalled = waiting.length > 0 && (isOffline || isLate || waiting.some(({ attempts }) => attempts > 0))
  return { isOffline, isStalled, waiting, undecided, isPersistent }
}

/** What stands beside the rows of a kind of entity, by id. Waiting is said only of what does not get through at once. */
export function useSyncMarks(entity: LiveEntity): ReadonlyMap<string, SyncMarkKind> {
  const queue = useQueue(entity)
  const { isStalled } = useSyncStatus()
  return useMemo(() => syncMarks(isStalled ? queue : queue.filter(needsDecision)), [queue, isStalled])
}

/** Since when the figures on the screen are as they are, in milliseconds: the oldest of what is shown. Null where nothing is. */
export function useDataAge(): number | null {
  const { client } = useAccount()
  const cache = client.getQueryCache()
  return useSyncExternalStore(
    (notify) => cache.subscribe(notify),
    () => {
      const shown = cache
        .getAll()
        .filter((query) => query.isActive() && query.meta?.['isPersisted'] === true && query.meta['isFrame'] !== true)
      const moments = shown.map(fetchedAt).filter((at) => at !== null)
      return moments.length > 0 ? Math.min(...moments) : null
    },
  )
}

/** What would be lost by leaving now; a reset that has to be confirmed again is not. */
export function useUnsentCommands(): readonly QueuedCommand[] {
  const queue = useWholeQueue()
  return useMemo(() => queue.filter((item) => item.status.is !== 'done' && !isLapsedReset(item)), [queue])
}

/** Every command of the account that something still depends on, in order. */
export function useWholeQueue(): readonly QueuedCommand[] {
  return useOutboxState().queue
}

function useOutboxState(): OutboxState {
  const { outbox } = useAccount()
  return useSyncExternalStore(
    (notify) => outbox.subscribe(notify),
    () => outbox.state(),
  )
}

/** Whether a command has been waiting for longer than one notices. */
function useIsLate(item: QueuedCommand | undefined): boolean {
  const [late, setLate] = useState<string | null>(null)
  const id = item?.command.id ?? null
  const since = item ? Date.parse(item.command.at) : 0
  useEffect(() => {
    if (id === null) return
    // No more than that, where the clock was set back since.
    const timer = setTimeout(() => setLate(id), Math.min(LATE_AFTER_MS, Math.max(0, since + LATE_AFTER_MS - Date.now())))
    return () => clearTimeout(timer)
  }, [id, since])
  return id !== null && late === id
}
