import { Injectable } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import { Settings } from '../../platform/config/settings.js'
import { AttemptCounters } from '../../platform/throttling/attempt-counters.js'

const MINUTE_MS = 60_000

/** Calls of one account in a minute. Several tabs may begin a checkout at once, and they share one session. */
const MOST = { portal: 10, 'plan-preview': 10, 'plan-change': 10, checkout: 30 }

/**
 * How often an account may have Stripe asked, over all processes: each call costs several requests to Stripe, whose limit
 * all accounts share.
 */
@Injectable()
export class StripeLimits {
  constructor(
    private readonly settings: Settings,
    private readonly counters: AttemptCounters,
  ) {}

  /** Counts a call that is about to ask Stripe. Rejects with RATE_LIMITED. */
  async count(call: keyof typeof MOST, accountId: string): Promise<void> {
    if (!this.settings.rateLimits) return
    const { attempts, endsInMs } = await this.counters.count(`${call} ${accountId}`, 1, MINUTE_MS)
    if (attempts > MOST[call]) throw new Rejected('RATE_LIMITED', undefined, undefined, Math.ceil(endsInMs / 1000))
  }
}
