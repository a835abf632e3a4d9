import { isAnythingLost, whenNothingIsLost } from './reload-holds'

/** What the account is refused for want of a subscription leads to the plans, but not away from what is being typed. */

const readers = new Set<() => void>()
let isTold = false

/** Goes there; while that would lose something it is only told, once, and the refusal of the next read leads there. */
export function goToPlans(): void {
  if (!isAnythingLost()) return window.location.replace('/plans')
  if (isTold) return
  isTold = true
  void whenNothingIsLost().then(() => (isTold = false))
  for (const tell of readers) tell()
}

/** Runs when someone is kept from the plans by what they typed. @returns a way to stop */
export function onKeptFromPlans(tell: () => void): () => void {
  readers.add(tell)
  return () => readers.delete(tell)
}
