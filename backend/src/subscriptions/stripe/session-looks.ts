import type { RowReader } from '../../platform/database/connection-pool.js'

/** So many in a minute may one account ask for: whoever paid needs one. */
const MOST = 10
const MINUTE = `interval '1 minute'`
/** Longer than a look takes; whoever died in one keeps others from looking that long. */
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

/** Workers look at an account at least once a day. */
const STALE = {
  name: 'stale-subscription',
  text: `
    select 1 from stripe_customers where account_id = $1 and customer_id is not null
      and greatest(looked_at, reconciled_at, known_since) < now() - interval '2 days'`,
}

/**
 * Looks that people ask for by the address they come back to: one at a time an account and a few a minute, because each
 * costs several questions to Stripe, which answers everybody's together only so many.
 */
export class SessionLooks {
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(private readonly database: RowReader) {}

  /**
   * Does the look if it may be done. Whoever comes while it is on its way in this process waits for it; all others are
   * answered from what is known. Rejects with what the look rejects.
   */
  async take(accountId: string, look: () => Promise<void>): Promise<void> {
    const underWay = this.#underWay.get(accountId)
    if (underWay) return underWay
    const taken = this.#take(accountId, look).finally(() => this.#underWay.delete(accountId))
    this.#underWay.set(accountId, taken)
    return taken
  }

  /** Whether nobody has looked at the account for days, because no worker runs. */
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
