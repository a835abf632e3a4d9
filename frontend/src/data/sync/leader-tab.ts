/** As long as this a tab that holds the turn may say nothing to one that asks. */
const LEADER_TIMEOUT_MS = 4000

/**
 * Works in one tab of the browser at a time, as long as it takes; the others wait for their turn. A tab that the browser
 * suspended keeps its lock and says nothing: one that is seen takes the turn from it. Until it wakes and hears of that
 * both believe to have it, so the work has to bear being done by two.
 * @param work until its signal aborts, which says that the turn is another tab's, or that all is stopped
 * @returns resolves when the work ends by itself or is stopped
 */
export async function runAsLeader(name: string, work: (turn: AbortSignal) => Promise<void>, stopped: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return work(stopped)
  const holder = new LeaderWatch(name)
  try {
    for (let isTaken = false; !stopped.aborted; isTaken = holder.isSilent) {
      const turn = new AbortController()
      const end = (): void => turn.abort()
      stopped.addEventListener('abort', end, { signal: turn.signal })
      let working = Promise.resolve()
      const begin = (): Promise<void> => {
        holder.isLeader = true
        return (working = work(turn.signal))
      }
      holder.watch(end)
      try {
        return await navigator.locks.request(name, isTaken ? { steal: true } : { signal: turn.signal }, begin)
      } catch (failure) {
        if (!(failure instanceof DOMException && failure.name === 'AbortError')) throw failure
      } finally {
        end()
        holder.isLeader = false
        await working
      }
    }
  } finally {
    holder.close()
  }
}

/** Whoever has the turn, as tabs ask and tell each other. */
class LeaderWatch {
  /** This tab has it. */
  isLeader = false
  /** It did not answer. */
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

  /** @param onSilent called while the turn is another tab's and that one says nothing */
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
