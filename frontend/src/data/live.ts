import type { Position } from '@prumo/shared/freshness'
import type { LiveChange } from '@prumo/shared/live'
import { recordUnreachable, recordReachable } from './connection'
import { retryDelay } from './sync/queue'
import { parseEvents } from './event-stream'
import { runAsLeader } from './sync/leader-tab'

interface LiveFollowOptions {
  account: string
  /** A guest's stream leaves out what guests do not read: tabs of the account's own person need one of theirs. */
  isGuest: boolean
  /** Null while the account has no session. */
  token: () => string | null
  /**
   * Called when a stream starts, with the end of the log. Earlier changes are not streamed: answers below this position are stale.
   */
  onBeginning: (position: Position) => void
  onChange: (change: LiveChange) => void
  /** The session ended, or access lapsed. */
  onOver: () => void
}

/** The delay before a server without live changes is tried again. */
const UNSUPPORTED_RETRY_MS = 10 * 60_000
/** Longer than the interval of the server's comments: a stream that is silent for so long is dead. */
const STREAM_TIMEOUT_MS = 60_000

/**
 * Follows the account's changes by any device. One stream per browser, and one of guests: the leader tab reads it and broadcasts to the
 * others.
 * Without a stream the screens refetch on focus.
 * @returns a function that stops following
 */
export function followLiveChanges({ account, isGuest, token, onBeginning, onChange, onOver }: LiveFollowOptions): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const name = `prumo:live:${isGuest ? 'guest:' : ''}${account}`
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  channel?.addEventListener('message', ({ data }: MessageEvent<LiveChange>) => receive(data), { signal })

  function receive(change: LiveChange): void {
    if (change.entities.length + change.answers.length === 0) onBeginning(change)
    else onChange(change)
  }

  function broadcast(change: LiveChange): void {
    receive(change)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    channel?.postMessage(change)
  }

  async function lead(leadership: AbortSignal): Promise<void> {
    for (let failures = 0; !leadership.aborted;) {
      const bearer = token()
      const ended: StreamEnd = bearer === null ? { hasReceived: false, retryMs: 5_000 } : await readStream(bearer, leadership, broadcast)
      failures = ended.hasReceived ? 0 : failures + 1
      if (ended.isSessionOver) onOver()
      await waitForRetry(ended.retryMs ?? Math.min(retryDelay(failures, null, Math.random()), 30_000), leadership)
    }
  }

  runAsLeader(name, lead, signal).catch((failure: unknown) => signal.aborted || console.error('Live changes stopped', failure))
  return () => {
    stop.abort()
    channel?.close()
  }
}

interface StreamEnd {
  /** Whether the stream sent any change. */
  hasReceived: boolean
  /** The delay before the next attempt in milliseconds, if it is known. */
  retryMs?: number
  /** The session ended, or access lapsed; the next request shows which. */
  isSessionOver?: boolean
}

/** Reads one connection until it ends. */
async function readStream(token: string, stopped: AbortSignal, receive: (change: LiveChange) => void): Promise<StreamEnd> {
  const ending = new AbortController()
  const { signal } = ending
  const end = (): void => ending.abort()
  stopped.addEventListener('abort', end, { signal })
  let timer = setTimeout(end, STREAM_TIMEOUT_MS)
  let hasReceived = false
  try {
    const response = await fetch('/api/live', { headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }, signal })
    recordReachable()
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
    if (!response.ok || !response.body || !isStream) {
      await response.body?.cancel()
      return response.status === 404 || response.ok
        ? { hasReceived, retryMs: UNSUPPORTED_RETRY_MS }
        : { hasReceived, isSessionOver: response.status === 401 }
    }
    const watched = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, through) {
          clearTimeout(timer)
          timer = setTimeout(end, STREAM_TIMEOUT_MS)
          through.enqueue(piece)
        },
      }),
    )
    for await (const { event, data } of parseEvents(watched)) {
      if (event === 'end') return { hasReceived, isSessionOver: true }
      if (event !== 'changed') continue
      receive(JSON.parse(data) as LiveChange)
      hasReceived = true
    }
  } catch {
    if (!stopped.aborted && !hasReceived) recordUnreachable()
  } finally {
    clearTimeout(timer)
    end()
  }
  return { hasReceived }
}

export function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    // Retries at once when the connection returns.
    window.addEventListener('online', end)
    if (signal.aborted) end()
  })
}
