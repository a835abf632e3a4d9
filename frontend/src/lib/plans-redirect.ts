import { isReloadUnsafe, waitForSafeReload } from './reload-holds'

/** A call that is refused for lack of a subscription redirects to the plans, unless that would lose what only this page has. */

const listeners = new Set<() => void>()
let isHoldReported = false

/** While a reload would lose something, only notifies the listeners, once; the refusal of a later read redirects. */
export function redirectToPlans(): void {
  if (!isReloadUnsafe()) return window.location.replace('/plans')
  if (isHoldReported) return
  isHoldReported = true
  void waitForSafeReload().then(() => (isHoldReported = false))
  for (const notify of listeners) notify()
}

/** Runs when the redirect is held back. @returns unsubscribes */
export function onPlansRedirectHeld(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
