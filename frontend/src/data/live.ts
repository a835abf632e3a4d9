import type { Position } from '@prumo/shared/freshness'
import type { LiveChange } from '@prumo/shared/live'
import { recordUnreachable, recordReachable } from './connection'
import { retryDelay } from './sync/queue'
import { parseEvents } from './event-stream'
import { runAsLeader } from './sync/leader-tab'

interface LiveFollowOptions {
  account: string
  /** Null while the account has no session. */
  token: () => string | null
  /** A stream begins, and says where the log ends. Changes from before it are not told: reads below that position are old. */
  onBeginning: (position: Position) => void
  onChange: (change: LiveChange) => void
  /** The session ended, or access lapsed. */
  onOver: () => void
}

/** A server without live changes is asked again this much later. */
const UNSUPPORTED_RETRY_MS = 10 * 60_000
/** Longer than the server's comments are apart: a stream that says nothing for so long is dead. */
const STREAM_TIMEOUT_MS = 60_000

/**
 * Follows the account's changes from wherever they come. One stream a browser: the tab whose turn it is reads it and
 * tells the others. Where there is none the screens go on as before, asking again on focus.
 * @returns a way to stop
 */
export function followLiveChanges({ account, token, onBeginning, onChange, onOver }: LiveFollowOptions): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`prumo:live:${account}`) : null
  channel?.addEventListener('message', ({ data }: MessageEvent<LiveChange>) => hear(data), { signal })

  function hear(change: LiveChange): void {
    if (change.entities.length + change.answers.length === 0) onBeginning(change)
    else onChange(change)
  }

  function pass(change: LiveChange): void {
    hear(change)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    channel?.postMessage(change)
  }

  async function lead(turn: AbortSignal): Promise<void> {
    for (let failures = 0; !turn.aborted;) {
      const bearer = token()
      const ended: StreamEnd = bearer === null ? { heard: false, again: 5_000 } : await readStream(bearer, turn, pass)
      failures = ended.heard ? 0 : failures + 1
      if (ended.isOver) onOver()
      await waitForRetry(ended.again ?? Math.min(retryDelay(failures, null, Math.random()), 30_000), turn)
    }
  }

  runAsLeader(`prumo:live:${account}`, lead, signal).catch(
    (failure: unknown) => signal.aborted || console.error('Live changes stopped', failure),
  )
  return () => {
    stop.abort()
    channel?.close()
  }
}

interface StreamEnd {
  /** Whether anything came over it. */
  heard: boolean
  /** When to try next, where that is known. */
  again?: number
  /** The session ended, or access lapsed: what is asked next says which. */
  isOver?: boolean
}

/** One connection, until it ends. */
async function readStream(token: string, stopped: AbortSignal, hear: (change: LiveChange) => void): Promise<StreamEnd> {
  const ending = new AbortController()
  const { signal } = ending
  const end = (): void => ending.abort()
  stopped.addEventListener('abort', end, { signal })
  let timer = setTimeout(end, STREAM_TIMEOUT_MS)
  let heard = false
  try {
    const response = await fetch('/api/live', { headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }, signal })
    recordReachable()
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
    if (!response.ok || !response.body || !isStream) {
      await response.body?.cancel()
      return response.status === 404 || response.ok ? { heard, again: UNSUPPORTED_RETRY_MS } : { heard, isOver: response.status === 401 }
    }
    const listened = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, through) {
          clearTimeout(timer)
          timer = setTimeout(end, STREAM_TIMEOUT_MS)
          through.enqueue(piece)
        },
      }),
    )
    for await (const { event, data } of parseEvents(listened)) {
      if (event === 'end') return { heard, isOver: true }
      if (event !== 'changed') continue
      hear(JSON.parse(data) as LiveChange)
      heard = true
    }
  } catch {
    if (!stopped.aborted && !heard) recordUnreachable()
  } finally {
    clearTimeout(timer)
    end()
  }
  return { heard }
}

function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    // A connection that comes back is used at once.
    window.addEventListener('online', end)
    if (signal.aborted) end()
  })
}
