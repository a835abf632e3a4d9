/**
 * What the overview promises before the first transaction: that with it the line begins to move. Whoever records it is led
 * back there, and sees it move.
 */
let isPending = false
let animatesUntil = 0

/** For how long after it was recorded; the overview may draw its chart anew meanwhile. */
const ANIMATED_FOR_MS = 5000

export function awaitFirstTransaction(): void {
  isPending = true
}

/** The first transaction is there. @returns whether someone waits to see it on the overview */
export function isFirstTransactionPending(): boolean {
  if (!isPending) return false
  isPending = false
  animatesUntil = Date.now() + ANIMATED_FOR_MS
  return true
}

/** Whether a chart that is drawn now is the one that was promised. */
export function isFirstChartAnimated(): boolean {
  return Date.now() < animatesUntil
}
