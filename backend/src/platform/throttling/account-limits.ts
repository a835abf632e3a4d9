import { Injectable } from '@nestjs/common'
import { Settings } from '../config/settings.js'
import { AttemptCounters } from './attempt-counters.js'
import { RequestLeases } from './request-leases.js'

const MINUTE_MS = 60_000
const WRITES = { kind: 'writes', limit: 600, lease: 30, windowMs: MINUTE_MS }
const READS = { kind: 'reads', limit: 3_000, lease: 60, windowMs: MINUTE_MS }

/** Daily command limit of an account without a plan, so that it cannot fill its log. */
const PLANLESS = { kind: 'planless', limit: 200, lease: 5, windowMs: 24 * 60 * MINUTE_MS }

/** Rate limits of a signed-in account across all processes: writes and reads per minute, and commands per day without a plan. */
@Injectable()
export class AccountLimits {
  readonly #reads: RequestLeases | null
  readonly #writes: RequestLeases | null
  readonly #planless: RequestLeases | null

  constructor({ rateLimits }: Settings, counters: AttemptCounters) {
    this.#reads = rateLimits ? new RequestLeases(counters, READS) : null
    this.#writes = rateLimits ? new RequestLeases(counters, WRITES) : null
    this.#planless = rateLimits ? new RequestLeases(counters, PLANLESS) : null
  }

  /**
   * Counts a request of an account. Throws RATE_LIMITED.
   * @returns a promise to await only when counting must catch up
   */
  count(accountId: string, method: string): Promise<void> | undefined {
    const reads = method === 'GET' || method === 'HEAD'
    return (reads ? this.#reads : this.#writes)?.take(accountId)
  }

  /** Counts a command of an account without a plan. Throws RATE_LIMITED. */
  countPlanless(accountId: string): Promise<void> | undefined {
    return this.#planless?.take(accountId)
  }
}
