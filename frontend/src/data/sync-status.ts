import type { LiveEntity } from '@prumo/shared/live'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useAccount, useQueue } from './account'
import { fetchedAt } from './sync/query-persister'
import type { QueuedCommand } from './sync/command'
import { useOffline } from './connection'
import { followersOf, isResetPending, isLapsedReset, needsDecision } from './sync/queue'
import type { OutboxState } from './sync/outbox'
import { syncMarks, type SyncMarkKind } from './sync/optimistic'

/** A command that takes longer is shown as waiting. */
const LATE_AFTER_MS = 2000

/** The state of synchronisation with the server. */
export interface SyncStatus {
  isOffline: boolean
  /** Waiting commands are not getting through at the moment. */
  isStalled: boolean
  /**
   * In order; `wordsOf(command)` describes each. Without commands that wait for a decision about their entity, and without a reset.
   */
  waiting: readonly QueuedCommand[]
  /** Refused or conflicting, for the review screen. */
  undecided: readonly QueuedCommand[]
  /** False if the browser stores nothing, so that unsent commands are lost with the page. */
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

/** The marks of rows of a kind of entity, by id. Commands appear as waiting only after a delay. */
export function useSyncMarks(entity: LiveEntity): ReadonlyMap<string, SyncMarkKind> {
  const queue = useQueue(entity)
  const { isStalled } = useSyncStatus()
  return useMemo(() => syncMarks(isStalled ? queue : queue.filter(needsDecision)), [queue, isStalled])
}

/** The request time of the oldest data on the screen, in milliseconds; null without data. */
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

/** What leaving now would lose; without a reset that needs a new confirmation. */
export function useUnsentCommands(): readonly QueuedCommand[] {
  const queue = useWholeQueue()
  return useMemo(() => queue.filter((item) => item.status.is !== 'done' && !isLapsedReset(item)), [queue])
}

/** All commands in the queue, in order. */
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

/** Whether a command has been waiting for a noticeable time. */
function useIsLate(item: QueuedCommand | undefined): boolean {
  const [late, setLate] = useState<string | null>(null)
  const id = item?.command.id ?? null
  const since = item ? Date.parse(item.command.at) : 0
  useEffect(() => {
    if (id === null) return
    // At most the full delay, if the clock was set back since.
    const timer = setTimeout(() => setLate(id), Math.min(LATE_AFTER_MS, Math.max(0, since + LATE_AFTER_MS - Date.now())))
    return () => clearTimeout(timer)
  }, [id, since])
  return id !== null && late === id
}
