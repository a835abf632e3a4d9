import { useSyncExternalStore } from 'react'

/** Whether the server can be reached, as far as the last call could tell. The browser's own word only counts where it says no. */

let isReached = true
const readers = new Set<() => void>()
const returns = new Set<() => void>()

export function isOffline(): boolean {
  return !isReached || !navigator.onLine
}

/** Something answered, whatever it said. */
export function serverReached(): void {
  if (isReached) return
  isReached = true
  notify()
  for (const listener of returns) listener()
}

/** A call went out and nothing came back. */
export function serverMissed(): void {
  if (!isReached) return
  isReached = false
  notify()
  ask()
}

/** What asks whether the program is there, for as long as nothing answers: a screen that only reads would not notice. */
function ask(): void {
  setTimeout(() => {
    if (!isReached) fetch('/api/health/live', { cache: 'no-store' }).then(serverReached, ask)
  }, ASKED_AGAIN_MS)
}

const ASKED_AGAIN_MS = 5000

/** Runs whenever the server answers again after it did not. */
export function onReturn(listener: () => void): () => void {
  returns.add(listener)
  return () => returns.delete(listener)
}

export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline)
}

function notify(): void {
  for (const reader of readers) reader()
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  window.addEventListener('online', reader)
  window.addEventListener('offline', reader)
  return () => {
    readers.delete(reader)
    window.removeEventListener('online', reader)
    window.removeEventListener('offline', reader)
  }
}
