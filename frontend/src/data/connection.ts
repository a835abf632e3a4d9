import { useSyncExternalStore } from 'react'

/** Whether the server is reachable, by the last call. Of the browser's own status only "offline" counts. */

let isReached = true
const listeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()

export function isOffline(): boolean {
  return !isReached || !navigator.onLine
}

/** The server sent an answer, whatever it was. */
export function recordReachable(): void {
  if (isReached) return
  isReached = true
  notify()
  for (const listener of reconnectListeners) listener()
}

/** A call got no answer. */
export function recordUnreachable(): void {
  if (!isReached) return
  isReached = false
  notify()
  probe()
}

/** Polls the server until it answers: a screen that only reads would not notice its return. */
function probe(): void {
  setTimeout(() => {
    if (!isReached)
      fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(recordReachable, probe)
  }, PROBE_MS)
}

const PROBE_MS = 5000
/** A dead network may answer a probe never; the next one may get through. */
const PROBE_TIMEOUT_MS = 10_000

/** Runs whenever the server answers again after an outage. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener)
  return () => reconnectListeners.delete(listener)
}

export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline)
}

function notify(): void {
  for (const reader of listeners) reader()
}

function subscribe(reader: () => void): () => void {
  listeners.add(reader)
  window.addEventListener('online', reader)
  window.addEventListener('offline', reader)
  return () => {
    listeners.delete(reader)
    window.removeEventListener('online', reader)
    window.removeEventListener('offline', reader)
  }
}
