import { useSyncExternalStore } from 'react'

/** Whether the server can be reached, as far as the last call could tell. The browser's own word only counts where it says no. */

let isReached = true
const listeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()

export function isOffline(): boolean {
  return !isReached || !navigator.onLine
}

/** Something answered, whatever it said. */
export function recordReachable(): void {
  if (isReached) return
  isReached = true
  notify()
  for (const listener of reconnectListeners) listener()
}

/** A call went out and nothing came back. */
export function recordUnreachable(): void {
  if (!isReached) return
  isReached = false
  notify()
  probe()
}

/** What asks whether the program is there, for as long as nothing answers: a screen that only reads would not notice. */
function probe(): void {
  setTimeout(() => {
    if (!isReached) fetch('/api/health/live', { cache: 'no-store' }).then(recordReachable, probe)
  }, PROBE_MS)
}

const PROBE_MS = 5000

/** Runs whenever the server answers again after it did not. */
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
