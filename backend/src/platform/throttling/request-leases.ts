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
  /** As many as Postgres had at the last report, and this process answered since. */
  total: number
  /** Answered by this process since its last report. */
  unreported: number
  reporting: Promise<void> | null
}

/** More accounts than a process serves in a window; an evicted one gets its lease again. */
const MAX_ACCOUNTS = 20_000

/**
 * Counts each account's requests across processes without a statement per request: a process answers a lease of requests from
 * memory, and reports them to Postgres in one statement while it continues with the next lease. A single process counts
 * exactly; each of several may exceed the known total by one lease. A throttler's store is asked with every request instead.
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
      window = { endsAt: now + windowMs, total: 0, unreported: 0, reporting: null }
      this.#windows.set(accountId, window)
    }
    if (window.total >= limit) throw new Rejected('RATE_LIMITED', undefined, undefined, Math.ceil((window.endsAt - now) / 1000))
    if (window.unreported >= lease) {
      if (window.reporting) return window.reporting.then(() => this.take(accountId))
      window.reporting = this.#report(accountId, window)
    }
    window.total++
    window.unreported++
    return undefined
  }

  async #report(accountId: string, window: LeaseWindow): Promise<void> {
    const reported = window.unreported
    window.unreported = 0
    try {
      const key = `${this.terms.kind} ${accountId}`
      const { attempts, endsInMs } = await this.counters.count(key, reported, window.endsAt - performance.now())
      // Fewer when Postgres lost its unlogged counters meanwhile.
      window.total = Math.max(window.total, attempts + window.unreported)
      window.endsAt = performance.now() + endsInMs
    } catch {
      // Without Postgres every request fails anyway, which is reported elsewhere.
      window.unreported += reported
    } finally {
      window.reporting = null
    }
  }
}
