import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useAccount, useLine } from './account'
import { askedAt } from './kept-reads'
import type { EntityName, Item } from './command'
import { useOffline } from './connection'
import { followersOf, isEmptying, isLapsedReset, isParked } from './delivery'
import type { OutboxState } from './outbox'
import { marksOf, type Mark } from './shown'

/** A command that takes longer than this is said to wait. */
const SOON_MS = 2000

/** Where what was refused or collides is decided. */
export const REVIEW_SCREEN = '/dashboard/review'

/** How the account stands with the server. */
export interface Status {
  isOffline: boolean
  /** What waits is not getting through at the moment. */
  isHeld: boolean
  /** In order; each with `wordsOf(command)`. What waits for a decision about its entity is not among them, nor what empties the account. */
  waiting: readonly Item[]
  /** Refused or colliding: for "Revisar". */
  parked: readonly Item[]
  /** False where the browser keeps nothing, so that what waits is lost with the page. */
  isKept: boolean
}

export function useStatus(): Status {
  const { line, isKept } = useOutboxState()
  const isOffline = useOffline()
  const parked = useMemo(() => line.filter(isParked), [line])
  const waiting = useMemo(() => {
    const behind = new Set(parked.flatMap((item) => followersOf(line, item)))
    return line.filter((item) => item.standing.is === 'waiting' && !behind.has(item) && !isEmptying(item))
  }, [line, parked])
  const isLate = useIsLate(waiting[0])
  const isHeld = waiting.length > 0 && (isOffline || isLate || waiting.some(({ attempts }) => attempts > 0))
  return { isOffline, isHeld, waiting, parked, isKept }
}

/** What stands beside the rows of a kind of entity, by id. Waiting is said only of what does not get through at once. */
export function useMarks(entity: EntityName): ReadonlyMap<string, Mark> {
  const line = useLine(entity)
  const { isHeld } = useStatus()
  return useMemo(() => marksOf(isHeld ? line : line.filter(isParked)), [line, isHeld])
}

/** Since when the figures on the screen are as they are, in milliseconds: the oldest of what is shown. Null where nothing is. */
export function useFreshSince(): number | null {
  const { client } = useAccount()
  const cache = client.getQueryCache()
  return useSyncExternalStore(
    (notify) => cache.subscribe(notify),
    () => {
      const shown = cache.getAll().filter((query) => query.isActive() && query.meta?.['isKept'] === true && query.meta['isFrame'] !== true)
      const moments = shown.map(askedAt).filter((at) => at !== null)
      return moments.length > 0 ? Math.min(...moments) : null
    },
  )
}

/** What would be lost by leaving now; a reset that has to be confirmed again is not. */
export function useUnsent(): readonly Item[] {
  const line = useWholeLine()
  return useMemo(() => line.filter((item) => item.standing.is !== 'done' && !isLapsedReset(item)), [line])
}

/** Every command of the account that something still depends on, in order. */
export function useWholeLine(): readonly Item[] {
  return useOutboxState().line
}

function useOutboxState(): OutboxState {
  const { outbox } = useAccount()
  return useSyncExternalStore(
    (notify) => outbox.subscribe(notify),
    () => outbox.state(),
  )
}

/** Whether a command has been waiting for longer than one notices. */
function useIsLate(item: Item | undefined): boolean {
  const [late, setLate] = useState<string | null>(null)
  const id = item?.command.id ?? null
  const since = item ? Date.parse(item.command.at) : 0
  useEffect(() => {
    if (id === null) return
    // No more than that, where the clock was set back since.
    const timer = setTimeout(() => setLate(id), Math.min(SOON_MS, Math.max(0, since + SOON_MS - Date.now())))
    return () => clearTimeout(timer)
  }, [id, since])
  return id !== null && late === id
}
