import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'

/**
 * Postgres' time as this process reckons it: the server's clock as its last reply said it, plus what has passed since by
 * the process' monotonic clock. The process' wall clock has no part in it, so a wrong one harms nobody.
 */
export class DatabaseClock {
  #offset: number | undefined

  /** Takes over the server's clock, in milliseconds since 1970, from a reply that arrived just now. */
  anchor(serverMs: number): void {
    this.#offset = serverMs - performance.now()
  }

  /** Milliseconds since 1970; behind the server's by the time its last reply took. Throws before the first reply. */
  now(): number {
    if (this.#offset === undefined) throw new Error('Postgres has not been asked for its time yet')
    return Math.trunc(this.#offset + performance.now())
  }

  /** The day in São Paulo. */
  today(): CalendarDate {
    return dateInSaoPaulo(new Date(this.now()))
  }
}
