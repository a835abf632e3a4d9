/**
 * The overview of an empty account announces that its chart starts to move with the first transaction. Recording that one
 * leads back to the overview, which animates the chart once.
 */
let isPending = false
let animatesUntil = 0

/** The overview may redraw its chart during this time, and each redraw is animated. */
const ANIMATED_FOR_MS = 5000

export function awaitFirstTransaction(): void {
  isPending = true
}

/** Call once the first transaction is recorded. @returns whether the overview announced it; true only once */
export function isFirstTransactionPending(): boolean {
  if (!isPending) return false
  isPending = false
  animatesUntil = Date.now() + ANIMATED_FOR_MS
  return true
}

/** Whether a chart drawn now is the announced one. */
export function isFirstChartAnimated(): boolean {
  return Date.now() < animatesUntil
}
