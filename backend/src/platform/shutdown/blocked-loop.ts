/** A gap of more ticks than this means that the watching thread itself did not run. */
const GAP_TICKS = 4

/**
 * For how long an event loop has been blocked, as a watching thread counts it. A gap in the watcher's own ticks adds nothing:
 * then the whole process was stopped (SIGSTOP, a sleeping machine), or had no processor.
 */
export class BlockedLoop {
  #heartbeats = 0
  #tickedAt: number
  #blockedMs = 0

  /**
   * @param tickMs how often `tick` is called
   * @param now in milliseconds, of a clock that never goes back
   */
  constructor(
    private readonly tickMs: number,
    now: number,
  ) {
    this.#tickedAt = now
  }

  /**
   * @param heartbeats how often the loop has run so far
   * @returns for how many milliseconds the loop has not run since
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
