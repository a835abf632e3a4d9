import { Rejected } from '@prumo/shared/rejections'
import { LRUCache } from 'lru-cache'
import type { AttemptCounters } from './attempt-counters.js'

/** How many requests an account may make in a window, and how many a process answers between reports. */
export interface LeaseTerms {
  /** Prefix of the counter's key, before the account's id. */
  kind: string
  limit: number
  lease: number
  windowMs: number
}

/** What a process knows of an account's requests in the current window. */
interface LeaseWindow {
  endsAt: number
  /** Answered by this process. */
  own: number
  /** The part of `own` that is reported to Postgres, or being reported. */
  reported: number
  /** Reported by other processes at this one's last report. */
  others: number
  reporting: Promise<void> | null
}

/** More accounts than a process serves in a window; an evicted one gets its lease again. */
const MAX_ACCOUNTS = 20_000

/**
 * Counts each account's requests across processes without a statement per request: a process answers a lease of requests from
 * memory, and reports them to Postgres in one statement while it continues with the next lease. A single process counts
 * exactly; each of several may exceed the known total by one lease.
 */
export class RequestLeases {
  readonly #windows = new LRUCache<string, LeaseWindow>({ max: MAX_ACCOUNTS })

  constructor(
    private readonly counters: Pick<AttemptCounters, 'count'>,
    private readonly terms: LeaseTerms,
  ) {}

  /**
   * Counts one request. Throws RATE_LIMITED, with the seconds until the window ends.
   * @returns a promise only when two leases are used up before Postgres has answered the first report
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
      // Negative when Postgres lost its unlogged counters meanwhile.
      window.others = Math.max(0, attempts - window.reported)
      window.endsAt = performance.now() + endsInMs
    } catch {
      // Without Postgres every request fails anyway, which is reported elsewhere.
      window.reported = before
    } finally {
      window.reporting = null
    }
  }
}
