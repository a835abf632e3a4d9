/**
 * Reasons not to reload this page at the moment. Tabs that hold share a lock, so that a tab that wants all of them to reload
 * only has to wait for the exclusive lock.
 */

/** `lost`: a reload would lose what only this page has, such as a statement under review. `unfinished`: work should finish first, but would resume after a reload. */
export type ReloadHold = 'lost' | 'unfinished'

const LOCK = 'prumo-device:reload-held'

const holds = new Map<symbol, ReloadHold>()
const waiting = new Set<() => void>()
let releaseSharedLock: (() => void) | null = null

/** @returns releases the hold */
export function holdReload(why: ReloadHold): () => void {
  const hold = Symbol(why)
  holds.set(hold, why)
  updateSharedLock()
  return () => {
    if (!holds.delete(hold)) return
    updateSharedLock()
    for (const look of waiting) look()
  }
}

/** Whether a reload of this page would lose something. */
export function isReloadUnsafe(): boolean {
  return [...holds.values()].includes('lost')
}

/** Resolves at once, or as soon as a reload of this page would lose nothing. */
export function waitForSafeReload(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isReloadUnsafe()) return
      waiting.delete(look)
      resolve()
    }
    waiting.add(look)
    look()
  })
}

/** Runs once no tab holds a reload, and excludes concurrent runs of other tabs. */
export async function runWithoutReloadHolds(run: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(LOCK, run)
  else await waitForSafeReload().then(run)
}

function updateSharedLock(): void {
  if (!('locks' in navigator) || holds.size > 0 === (releaseSharedLock !== null)) return
  if (releaseSharedLock) {
    releaseSharedLock()
    releaseSharedLock = null
    return
  }
  const held = new Promise<void>((resolve) => (releaseSharedLock = resolve))
  navigator.locks.request(LOCK, { mode: 'shared' }, () => held).catch(() => undefined)
}
