const PER_MS = 60_000
const AT_MOST = 5
const FIRST_PAUSE_MS = 250

/** Whether a program that died is started again, and when: soon at first, later each time, and at most five times a minute. */
export class Restarts {
  /** For each program the times of its deaths within the last minute. */
  #deaths = new Map()

  /**
   * Notes that a program died.
   * @param now in milliseconds, of a clock that never goes back
   * @returns how many milliseconds to wait before it is started again; null where that did not help
   */
  pauseAfterDeath(program, now) {
    const deaths = [...(this.#deaths.get(program) ?? []), now].filter((at) => at > now - PER_MS)
    this.#deaths.set(program, deaths)
    return deaths.length > AT_MOST ? null : FIRST_PAUSE_MS * 2 ** (deaths.length - 1)
  }
}
