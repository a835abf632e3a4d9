import { Injectable } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import { Settings } from '../../platform/config/settings.js'
import { AttemptCounters } from '../../platform/throttling/attempt-counters.js'

const MINUTE_MS = 60_000

/** Calls a minute and account. Several tabs may start checkouts at once; they share one session. */
const MOST = { portal: 10, 'plan-preview': 10, 'plan-change': 10, checkout: 30 }

/** Limits an account's calls to Stripe over all processes: each costs several requests, and all accounts share Stripe's rate limit. */
@Injectable()
export class StripeLimits {
  constructor(
    private readonly settings: Settings,
    private readonly counters: AttemptCounters,
  ) {}

  /** Counts a call before it is made. Rejects with RATE_LIMITED. */
  async count(call: keyof typeof MOST, accountId: string): Promise<void> {
    if (!this.settings.rateLimits) return
    const { attempts, endsInMs } = await this.counters.count(`${call} ${accountId}`, 1, MINUTE_MS)
    if (attempts > MOST[call]) throw new Rejected('RATE_LIMITED', undefined, undefined, Math.ceil(endsInMs / 1000))
  }
}
