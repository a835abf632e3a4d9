/** How long the leader may take to answer another tab's probe. */
const LEADER_TIMEOUT_MS = 4000

/**
 * Leader election among the browser's tabs: runs `work` in one tab at a time, the others wait. A suspended leader keeps its lock
 * but answers no probes, so a visible tab steals the lock. Until the suspended tab wakes up, both consider themselves the leader:
 * `work` must tolerate running twice.
 * @param work runs until its signal aborts, because another tab leads or `stopped` aborts
 * @returns a promise that resolves when the work ends by itself or is stopped
 */
export async function runAsLeader(name: string, work: (leadership: AbortSignal) => Promise<void>, stopped: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return work(stopped)
  const leaderWatch = new LeaderWatch(name)
  try {
    for (let isTaken = false; !stopped.aborted; isTaken = leaderWatch.isSilent) {
      const leadership = new AbortController()
      const end = (): void => leadership.abort()
      stopped.addEventListener('abort', end, { signal: leadership.signal })
      let working = Promise.resolve()
      const begin = (): Promise<void> => {
        leaderWatch.isLeader = true
        return (working = work(leadership.signal))
      }
      leaderWatch.watch(end)
      try {
        return await navigator.locks.request(name, isTaken ? { steal: true } : { signal: leadership.signal }, begin)
      } catch (failure) {
        if (!(failure instanceof DOMException && failure.name === 'AbortError')) throw failure
      } finally {
        end()
        leaderWatch.isLeader = false
        await working
      }
    }
  } finally {
    leaderWatch.close()
  }
}

/** Probes the leader from other tabs, and answers their probes. */
class LeaderWatch {
  /** Whether this tab leads. */
  isLeader = false
  /** Whether the leader left the last probe unanswered. */
  isSilent = false
  #isProbed = false
  #onSilent: () => void = () => undefined
  readonly #channel: BroadcastChannel | null
  readonly #timer: ReturnType<typeof setInterval> | undefined

  constructor(name: string) {
    this.#channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`${name}:turn`) : null
    if (!this.#channel) return
    this.#channel.addEventListener('message', ({ data }: MessageEvent<'who' | 'me'>) => {
      if (data === 'me') this.#isProbed = false
      else if (this.isLeader) this.#post('me')
    })
    this.#timer = setInterval(() => this.#probe(), LEADER_TIMEOUT_MS)
  }

  /** @param onSilent called when another tab leads and does not answer */
  watch(onSilent: () => void): void {
    this.isSilent = false
    this.#isProbed = false
    this.#onSilent = onSilent
  }

  close(): void {
    clearInterval(this.#timer)
    this.#channel?.close()
  }

  #probe(): void {
    if (this.isLeader || document.visibilityState === 'hidden') {
      this.#isProbed = false
    } else if (this.#isProbed) {
      this.isSilent = true
      this.#onSilent()
    } else {
      this.#isProbed = true
      this.#post('who')
    }
  }

  #post(what: 'who' | 'me'): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    this.#channel?.postMessage(what)
  }
}
