/** A longer gap means that the watching thread itself did not run. */
const GAP_TICKS = 4

/**
 * Counts how long an event loop has been blocked, as observed by another thread. A gap in the observer's own ticks adds
 * nothing: then the whole process was stopped (SIGSTOP, a sleeping machine) or had no CPU.
 */
export class BlockedLoop {
  #heartbeats = 0
  #tickedAt: number
  #blockedMs = 0

  /**
   * @param tickMs interval of `tick`
   * @param now milliseconds of a monotonic clock
   */
  constructor(
    private readonly tickMs: number,
    now: number,
  ) {
    this.#tickedAt = now
  }

  /**
   * @param heartbeats how often the loop has run so far
   * @returns milliseconds since the loop last ran
   */
  tick(now: number, heartbeats: number): number {
    const passedMs = now - this.#tickedAt
    this.#tickedAt = now
    if (heartbeats !== this.#heartbeats) this.#blockedMs = 0
    else if (passedMs <= GAP_TICKS * this.tickMs) this.#blockedMs += passedMs
    this.#heartbeats = heartbeats
    return this.#blockedMs
  }
}
