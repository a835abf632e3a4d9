/**
 * Why this page should not be loaded anew at the moment. What holds is told to the other tabs by a lock that all who hold
 * share, so that whoever wants every tab to load anew can wait for the lock alone.
 */

/** Something that only this page has would be gone; or something is better finished first, but would go on afterwards. */
export type ReloadHold = 'lost' | 'unfinished'

const LOCK = 'prumo-device:reload-held'

const holds = new Map<symbol, ReloadHold>()
const waiting = new Set<() => void>()
let releaseSharedLock: (() => void) | null = null

/** @returns a way to let go */
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

/** Whether loading this page anew would lose something. */
export function isReloadUnsafe(): boolean {
  return [...holds.values()].includes('lost')
}

/** Resolves at once, or as soon as loading this page anew would lose nothing. */
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

/** Runs once nothing holds, in no tab, and for as long as it runs nobody else does. */
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
