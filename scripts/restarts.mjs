const PER_MS = 60_000
const AT_MOST = 5
const FIRST_PAUSE_MS = 250

/** Decides whether and when a program that died is restarted: soon at first, later each time, and at most five times a minute. */
export class Restarts {
  /** By program: the times of its deaths within the last minute. */
  #deaths = new Map()

  /**
   * Records that a program died.
   * @param now in milliseconds, of a monotonic clock
   * @returns the milliseconds to wait before it is restarted; null when it died too often
   */
  pauseAfterDeath(program, now) {
    const deaths = [...(this.#deaths.get(program) ?? []), now].filter((at) => at > now - PER_MS)
    this.#deaths.set(program, deaths)
    return deaths.length > AT_MOST ? null : FIRST_PAUSE_MS * 2 ** (deaths.length - 1)
  }
}
