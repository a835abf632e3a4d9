/**
 * Why this page should not be loaded anew at the moment. What holds is told to the other tabs by a lock that all who hold
 * share, so that whoever wants every tab to load anew can wait for the lock alone.
 */

/** Something that only this page has would be gone; or something is better finished first, but would go on afterwards. */
export type Hold = 'lost' | 'unfinished'

const LOCK = 'prumo-device:reload-held'

const holds = new Map<symbol, Hold>()
const waiting = new Set<() => void>()
let share: (() => void) | null = null

/** @returns a way to let go */
export function holdReload(why: Hold): () => void {
  const hold = Symbol(why)
  holds.set(hold, why)
  tell()
  return () => {
    if (!holds.delete(hold)) return
    tell()
    for (const look of waiting) look()
  }
}

/** Whether loading this page anew would lose something. */
export function isAnythingLost(): boolean {
  return [...holds.values()].includes('lost')
}

/** Resolves at once, or as soon as loading this page anew would lose nothing. */
export function whenNothingIsLost(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isAnythingLost()) return
      waiting.delete(look)
      resolve()
    }
    waiting.add(look)
    look()
  })
}

/** Runs once nothing holds, in no tab, and for as long as it runs nobody else does. */
export async function whenNothingHolds(run: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(LOCK, run)
  else await whenNothingIsLost().then(run)
}

function tell(): void {
  if (!('locks' in navigator) || holds.size > 0 === (share !== null)) return
  if (share) {
    share()
    share = null
    return
  }
  const held = new Promise<void>((resolve) => (share = resolve))
  navigator.locks.request(LOCK, { mode: 'shared' }, () => held).catch(() => undefined)
}
