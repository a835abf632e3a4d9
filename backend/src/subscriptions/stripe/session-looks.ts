import type { RowReader } from '../../platform/database/connection-pool.js'

/** Looks a minute and account; one payment needs one. */
const MOST = 10
const MINUTE = `interval '1 minute'`
/** Longer than a look takes. A crash in a look blocks the account's next look this long. */
const HELD = `interval '30 seconds'`

const TAKE = {
  name: 'take-session-look',
  text: `
    update stripe_customers set asking_until = m.until,
      asked = case when asked_since > m.ago then asked + 1 else 1 end,
      asked_since = case when asked_since > m.ago then asked_since else m.present end
    from (select now() as present, now() - ${MINUTE} as ago, now() + ${HELD} as until) m
    where account_id = $1 and customer_id is not null
      and (asking_until is null or asking_until < m.present)
      and (asked_since is null or asked_since <= m.ago or asked < ${MOST})
    returning asking_until as until`,
}
const END = {
  name: 'end-session-look',
  text: 'update stripe_customers set asking_until = null where account_id = $1 and asking_until = $2',
}

/** Workers look at each account at least once a day. */
const STALE = {
  name: 'stale-subscription',
  text: `
    select 1 from stripe_customers where account_id = $1 and customer_id is not null
      and greatest(looked_at, reconciled_at, known_since) < now() - interval '2 days'`,
}

/**
 * Looks that a person's return from Stripe triggers: one at a time and a few a minute per account, because each costs
 * several requests to Stripe, whose rate limit all accounts share.
 */
export class SessionLooks {
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(private readonly database: RowReader) {}

  /**
   * Runs the look if the limits allow it. Concurrent callers of this process share one look; all others return at once.
   * Rejects as the look does.
   */
  async take(accountId: string, look: () => Promise<void>): Promise<void> {
    const underWay = this.#underWay.get(accountId)
    if (underWay) return underWay
    const taken = this.#take(accountId, look).finally(() => this.#underWay.delete(accountId))
    this.#underWay.set(accountId, taken)
    return taken
  }

  /** Whether the account has not been looked at for two days, as when no worker runs. */
  async isDue(accountId: string): Promise<boolean> {
    return (await this.database.rows(STALE, [accountId])).length > 0
  }

  async #take(accountId: string, look: () => Promise<void>): Promise<void> {
    const [turn] = await this.database.rows<{ until: Date }>(TAKE, [accountId])
    if (!turn) return
    try {
      await look()
    } finally {
      await this.database.rows(END, [accountId, turn.until])
    }
  }
}
