import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'

/**
 * Postgres' time as estimated by this process: the server's clock at its last reply, advanced by the process's monotonic clock.
 * A wrong wall clock of the process has no effect.
 */
export class DatabaseClock {
  #offset: number | undefined

  /** Sets the clock to the server's, in milliseconds since 1970, from a reply that has just arrived. */
  anchor(serverMs: number): void {
    this.#offset = serverMs - performance.now()
  }

  /** Milliseconds since 1970; behind the server's clock by the latency of its last reply. Throws before the first reply. */
  now(): number {
    if (this.#offset === undefined) throw new Error('The database clock is not set yet')
    return Math.trunc(this.#offset + performance.now())
  }

  /** Today's date in São Paulo. */
  today(): CalendarDate {
    return dateInSaoPaulo(new Date(this.now()))
  }
}
