import { useSyncExternalStore } from 'react'

/** Whether the server is reachable, by the last call. Of the browser's own status only "offline" counts. */

/** `doubted`: a call got no answer, and the first probe is under way. */
let state: 'reached' | 'doubted' | 'unreached' = 'reached'
const listeners = new Set<() => void>()
const reconnectListeners = new Set<() => void>()

/** The first probe after a call without an answer. */
const DOUBT_TIMEOUT_MS = 3000
const PROBE_MS = 5000
/** A dead network may answer a probe never; the next one may get through. */
const PROBE_TIMEOUT_MS = 10_000
/** One call that never gets an answer, beside others that do, must not have everything requested again in a loop. */
const MIN_RECONNECT_MS = 5000

/** The number of calls without an answer that began a doubt: a probe of an earlier one says nothing of the present one. */
let doubts = 0
let reconnectedAt = Number.NEGATIVE_INFINITY
let reconnectTimer: ReturnType<typeof setTimeout> | undefined

export function isOffline(): boolean {
  return state === 'unreached' || !navigator.onLine
}

/** The server sent an answer, whatever it was. */
export function recordReachable(): void {
  if (state === 'reached') return
  const isOutageOver = state === 'unreached'
  state = 'reached'
  notify()
  const pause = isOutageOver ? 0 : Math.min(reconnectedAt + MIN_RECONNECT_MS - Date.now(), MIN_RECONNECT_MS)
  if (pause <= 0) reconnect()
  else reconnectTimer = setTimeout(reconnect, pause)
}

function reconnect(): void {
  clearTimeout(reconnectTimer)
  reconnectedAt = Date.now()
  for (const listener of reconnectListeners) listener()
}

/** A call got no answer. A phone that changes its network loses single calls, so only a probe that fails too means an outage. */
export function recordUnreachable(): void {
  if (state !== 'reached') return
  clearTimeout(reconnectTimer)
  state = 'doubted'
  doubts += 1
  probe(DOUBT_TIMEOUT_MS, doubts)
}

/** Polls the server until it answers: a screen that only reads would not notice its return. */
function probe(timeoutMs: number, doubt: number): void {
  const isOver = () => state === 'reached' || doubt !== doubts
  fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(recordReachable, () => {
    if (isOver()) return
    state = 'unreached'
    notify()
    setTimeout(() => isOver() || probe(PROBE_TIMEOUT_MS, doubt), PROBE_MS)
  })
}

/** Runs whenever the server answers again after a call without an answer. */
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
