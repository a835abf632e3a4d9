/**
 * What the overview promises before the first transaction: that with it the line begins to move. Whoever records it is led
 * back there, and sees it move.
 */
let isPromised = false
let movesUntil = 0

/** For how long after it was recorded; the overview may draw its chart anew meanwhile. */
const MOVES_FOR_MS = 5000

export function promiseLine(): void {
  isPromised = true
}

/** The first transaction is there. @returns whether someone waits to see it on the overview */
export function isLineAwaited(): boolean {
  if (!isPromised) return false
  isPromised = false
  movesUntil = Date.now() + MOVES_FOR_MS
  return true
}

/** Whether a chart that is drawn now is the one that was promised. */
export function isLineMoving(): boolean {
  return Date.now() < movesUntil
}
