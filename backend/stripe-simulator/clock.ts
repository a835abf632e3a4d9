/** The simulator's clock: the machine's plus an offset. While due steps run, it shows the time of the step. */
export class SimulatorClock {
  #aheadMs: number
  #standing: number | null = null

  /** @param machine milliseconds since the epoch */
  constructor(
    readonly machine: () => number,
    aheadMs: number,
  ) {
    this.#aheadMs = aheadMs
  }

  /** Epoch seconds, as Stripe counts. */
  now(): number {
    return this.#standing ?? Math.floor((this.machine() + this.#aheadMs) / 1000)
  }

  /** Runs `work` at another time, in epoch seconds. */
  at<T>(time: number, work: () => T): T {
    const before = this.#standing
    this.#standing = time
    try {
      return work()
    } finally {
      this.#standing = before
    }
  }

  get aheadMs(): number {
    return this.#aheadMs
  }

  moveAhead(ms: number): void {
    this.#aheadMs += ms
  }
}

export const DAY = 86_400
export const HOUR = 3_600
