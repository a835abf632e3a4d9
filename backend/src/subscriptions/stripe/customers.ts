import { Injectable } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import { DatabaseError } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Write } from '../../event-store/stream/commit.js'
import { Database } from '../../platform/database/database.js'

/**
 * Longer than Stripe takes for all that it is asked meanwhile; whoever held it and died keeps others waiting that long. A
 * turn that outlives it stores nothing.
 */
const HELD_SECONDS = 30
const WAIT_MS = 10_000
const WAIT_STEP_MS = 100
const RETRY_SECONDS = 5

/** The turn of whoever buys, changes or cancels a plan, with what is known of the account. */
export interface HeldCustomer {
  customerId: string | null
  sessionId: string | null
  /** How often Stripe refused what it was asked under a key: the next key is another one. */
  refusals: number
  /** Tells this turn from any other. */
  until: Date
}

/** A look at Stripe: of whom, and the how many-th it is. */
export interface StripeLook {
  customerId: string
  number: number
}

const TAKE_LOOK = {
  name: 'take-stripe-look',
  text: `update stripe_customers set looks = looks + 1, looked_at = now() where account_id = $1 and customer_id is not null returning customer_id as "customerId", looks as number`,
}

const ACCOUNT_OF = { name: 'account-of-customer', text: 'select account_id as "accountId" from stripe_customers where customer_id = $1' }

const CUSTOMER_OF = { name: 'customer-of-account', text: 'select customer_id as "customerId" from stripe_customers where account_id = $1' }

const HOLD = {
  name: 'hold-checkout',
  text: `
    insert into stripe_customers as c (account_id, busy_until) values ($1, now() + interval '${HELD_SECONDS} seconds')
    on conflict (account_id) do update set busy_until = excluded.busy_until where c.busy_until is null or c.busy_until < excluded.known_since
    returning customer_id as "customerId", session_id as "sessionId", refusals, busy_until as until`,
}

const KEEP = {
  name: 'keep-checkout',
  text: 'update stripe_customers set session_id = $3 where account_id = $1 and busy_until = $2 returning account_id',
}

const RELEASE = { name: 'let-checkout-go', text: 'update stripe_customers set busy_until = null where account_id = $1 and busy_until = $2' }

const REFUSED = { name: 'note-refusal', text: 'update stripe_customers set refusals = refusals + 1 where account_id = $1' }

const ADOPT = {
  name: 'adopt-customer',
  text: `
    insert into stripe_customers as c (account_id, customer_id) values ($1, $2)
    on conflict (account_id) do update set customer_id = excluded.customer_id where c.customer_id is not distinct from $3`,
}

/** The constraint that a row of nobody's violates. */
const LOCK_ACCOUNT = 'stripe_customers_account_id_fkey'

/** The constraint that a look violates when somebody looked since. */
export const LATEST_LOOK = 'stripe_customers_latest_look'

/** Which customer of Stripe's an account is: one, whoever asks and however often at once. */
@Injectable()
export class Customers {
  constructor(private readonly database: Database) {}

  async accountOf(customerId: string): Promise<string | null> {
    const [row] = await this.database.rows<{ accountId: string }>(ACCOUNT_OF, [customerId])
    return row?.accountId ?? null
  }

  async customerOf(accountId: string): Promise<string | null> {
    const [row] = await this.database.rows<{ customerId: string | null }>(CUSTOMER_OF, [accountId])
    return row?.customerId ?? null
  }

  /** Begins a look at Stripe; null for an account that Stripe does not know. What earlier looks saw is recorded no more. */
  async beginLook(accountId: string): Promise<StripeLook | null> {
    const [row] = await this.database.rows<StripeLook>(TAKE_LOOK, [accountId])
    return row ?? null
  }

  /**
   * Makes a customer the account's, in the place of the one before it, if that still is. Rejects with UNAUTHENTICATED for an
   * account that is gone.
   */
  async adopt(accountId: string, customerId: string, before: string | null): Promise<void> {
    await this.database.rows(ADOPT, [accountId, customerId, before]).catch(unlessErased)
  }

  /**
   * Takes the account's turn, in which nobody else begins a checkout for it, or changes or cancels its plan. Rejects with
   * UNAVAILABLE when it does not become free, with UNAUTHENTICATED for an account that is gone.
   */
  async hold(accountId: string): Promise<HeldCustomer> {
    const deadline = performance.now() + WAIT_MS
    for (;;) {
      const [held] = await this.database.rows<HeldCustomer>(HOLD, [accountId]).catch(unlessErased)
      if (held) return held
      if (performance.now() > deadline) throw new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
      await pause(WAIT_STEP_MS)
    }
  }

  /** Does something in the account's turn, as `hold` takes it. */
  async runHolding<T>(accountId: string, work: (held: HeldCustomer) => Promise<T>): Promise<T> {
    const held = await this.hold(accountId)
    try {
      return await work(held)
    } finally {
      await this.release(accountId, held)
    }
  }

  /** Stores the session that came of the turn. False when the turn was over. */
  async keep(accountId: string, { until }: HeldCustomer, sessionId: string): Promise<boolean> {
    return (await this.database.rows(KEEP, [accountId, until, sessionId])).length === 1
  }

  /** Notes that Stripe refused what was asked under a key, and would go on for a day. */
  async refused(accountId: string): Promise<void> {
    await this.database.rows(REFUSED, [accountId])
  }

  async release(accountId: string, { until }: HeldCustomer): Promise<void> {
    await this.database.rows(RELEASE, [accountId, until])
  }
}

/** Whoever came in and was erased since is nobody any more. */
function unlessErased(error: unknown): never {
  // A node of a cluster adds to the name.
  if (error instanceof DatabaseError && error.constraint?.startsWith(LOCK_ACCOUNT)) throw new Rejected('UNAUTHENTICATED')
  throw error
}

/** The write that lets an append through only while nobody began another look at Stripe. */
export function requireLatestLook(accountId: string, { number }: StripeLook): Write {
  return {
    name: 'require-latest-look',
    text: `select require_latest_look($1::uuid, $2::bigint)`,
    values: [accountId, number],
  }
}
