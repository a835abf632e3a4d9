/**
 * Postgres' time as this process reckons it: the server's clock as it was last answered, plus what has passed since by
 * the process' own monotonic clock. The process' wall clock has no part in it, so a wrong one harms nobody.
 */
export class DatabaseClock {
  #offset: number | undefined

  /** Takes over the server's clock, in milliseconds since 1970, as an answer that arrived just now says it. */
  anchor(serverMs: number): void {
    this.#offset = serverMs - performance.now()
  }

  /** Milliseconds since 1970; behind the server's by the time its last answer took. Throws before the first answer. */
  now(): number {
    if (this.#offset === undefined) throw new Error('Postgres has not been asked for its time yet')
    return this.#offset + performance.now()
  }
}
