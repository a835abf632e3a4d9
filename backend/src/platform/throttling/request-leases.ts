import { Rejected } from '@prumo/shared/rejections'
import { LRUCache } from 'lru-cache'
import type { AttemptCounters } from './attempt-counters.js'

/** How many requests an account may make in a window, and how many of them a process answers before it tells the others. */
export interface LeaseTerms {
  /** Under which they are counted, beside the account's id. */
  kind: string
  limit: number
  lease: number
  windowMs: number
}

/** What a process knows of an account's requests in the present window. */
interface LeaseWindow {
  endsAt: number
  /** Answered by this process. */
  own: number
  /** Those of `own` that Postgres was told of, or is being told of. */
  reported: number
  /** Those that other processes had told of when this one last did. */
  others: number
  reporting: Promise<void> | null
}

/** More accounts than a process meets in a window; one that is forgotten has its lease once more. */
const MAX_ACCOUNTS = 20_000

/**
 * Counts what each account asks, over all processes, without a request that pays for it: a process answers a lease of
 * requests out of its memory, and tells Postgres of them together while it goes on with the next lease. A lone process
 * counts exactly; of several, each may be a lease beyond what the others know.
 */
export class RequestLeases {
  readonly #windows = new LRUCache<string, LeaseWindow>({ max: MAX_ACCOUNTS })

  constructor(
    private readonly counters: Pick<AttemptCounters, 'count'>,
    private readonly terms: LeaseTerms,
  ) {}

  /**
   * Counts one request. Throws RATE_LIMITED, with the seconds until the window ends.
   * @returns a promise only where two leases are used up before Postgres has answered for the first
   */
  take(accountId: string): Promise<void> | undefined {
    const { limit, lease, windowMs } = this.terms
    const now = performance.now()
    let window = this.#windows.get(accountId)
    if (!window || now >= window.endsAt) {
      window = { endsAt: now + windowMs, own: 0, reported: 0, others: 0, reporting: null }
      this.#windows.set(accountId, window)
    }
    if (window.own + window.others >= limit)
      throw new Rejected('RATE_LIMITED', undefined, undefined, Math.ceil((window.endsAt - now) / 1000))
    if (window.own - window.reported >= lease) {
      if (window.reporting) return window.reporting.then(() => this.take(accountId))
      window.reporting = this.#report(accountId, window)
    }
    window.own++
    return undefined
  }

  async #report(accountId: string, window: LeaseWindow): Promise<void> {
    const before = window.reported
    window.reported = window.own
    try {
      const { attempts, endsInMs } = await this.counters.count(
        `${this.terms.kind} ${accountId}`,
        window.own - before,
        window.endsAt - performance.now(),
      )
      // Less than it was told of when it lost its counters meanwhile.
      window.others = Math.max(0, attempts - window.reported)
      window.endsAt = performance.now() + endsInMs
    } catch {
      // Without Postgres nothing is answered anyway, and that says so itself.
      window.reported = before
    } finally {
      window.reporting = null
    }
  }
}
