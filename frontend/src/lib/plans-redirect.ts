import { isReloadUnsafe, waitForSafeReload } from './reload-holds'

/** What the account is refused for want of a subscription leads to the plans, but not away from what is being typed. */

const listeners = new Set<() => void>()
let isHoldReported = false

/** Goes there; while that would lose something it is only told, once, and the refusal of the next read leads there. */
export function redirectToPlans(): void {
  if (!isReloadUnsafe()) return window.location.replace('/plans')
  if (isHoldReported) return
  isHoldReported = true
  void waitForSafeReload().then(() => (isHoldReported = false))
  for (const tell of listeners) tell()
}

/** Runs when someone is kept from the plans by what they typed. @returns a way to stop */
export function onPlansRedirectHeld(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
