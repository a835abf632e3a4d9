import { Injectable } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import { DatabaseError } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Write } from '../../event-store/stream/commit.js'
import { Database } from '../../platform/database/database.js'

/**
 * Longer than all requests to Stripe under the lock take. A crashed holder blocks others this long. A holder that
 * outlives its lock stores nothing.
 */
const HELD_SECONDS = 30
const WAIT_MS = 10_000
const WAIT_STEP_MS = 100
const RETRY_SECONDS = 5

/** The account's lock while a plan is bought, changed or cancelled, with what is stored about the account. */
export interface HeldCustomer {
  customerId: string | null
  sessionId: string | null
  /** How many requests with an idempotency key Stripe refused: part of the next key, because Stripe repeats its answer for a day. */
  refusals: number
  /** Identifies this hold of the lock. */
  until: Date
}

/** A look at Stripe: the customer, and how many looks at the account had been claimed when it began. */
export interface StripeLook {
  customerId: string
  claimed: number
}

const BEGIN_LOOK = {
  name: 'begin-stripe-look',
  text: `update stripe_customers set looked_at = now() where account_id = $1 and customer_id is not null returning customer_id as "customerId", looks as claimed`,
}

const CLAIM_LOOK = {
  name: 'claim-stripe-look',
  text: 'update stripe_customers set looks = looks + 1 where account_id = $1 and looks = $2 returning account_id',
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

/** Violated by a row of an account that does not exist. */
const ACCOUNT_FOREIGN_KEY = 'stripe_customers_account_id_fkey'

/** Violated by recording a look after a later one was claimed. */
export const LATEST_LOOK = 'stripe_customers_latest_look'

/** The mapping of accounts to Stripe's customers: at most one customer an account, also under concurrent requests. */
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

  /** Starts a look at Stripe; null for an account without a customer. */
  async beginLook(accountId: string): Promise<StripeLook | null> {
    const [row] = await this.database.rows<StripeLook>(BEGIN_LOOK, [accountId])
    return row ?? null
  }

  /**
   * Claims the recording of what a look has read. Looks that began before can no longer claim or record. False if another look
   * was claimed since it began, which may have read something newer.
   */
  async claimLook(accountId: string, { claimed }: StripeLook): Promise<boolean> {
    return (await this.database.rows(CLAIM_LOOK, [accountId, claimed])).length === 1
  }

  /** Makes a customer the account's if its current one is still `before`. Rejects with UNAUTHENTICATED for an erased account. */
  async adopt(accountId: string, customerId: string, before: string | null): Promise<void> {
    await this.database.rows(ADOPT, [accountId, customerId, before]).catch(rejectErased)
  }

  /**
   * Takes the account's lock, which excludes other checkouts, changes of plan and cancellations. Rejects with
   * UNAVAILABLE if the lock does not become free, and with UNAUTHENTICATED for an erased account.
   */
  async hold(accountId: string): Promise<HeldCustomer> {
    const deadline = performance.now() + WAIT_MS
    for (;;) {
      const [held] = await this.database.rows<HeldCustomer>(HOLD, [accountId]).catch(rejectErased)
      if (held) return held
      if (performance.now() > deadline) throw new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
      await pause(WAIT_STEP_MS)
    }
  }

  /** Runs `work` under the lock that `hold` takes, and releases it. */
  async runWithLock<T>(accountId: string, work: (held: HeldCustomer) => Promise<T>): Promise<T> {
    const held = await this.hold(accountId)
    try {
      return await work(held)
    } finally {
      await this.release(accountId, held)
    }
  }

  /** Stores the checkout session of this hold. False if the lock has expired. */
  async keep(accountId: string, { until }: HeldCustomer, sessionId: string): Promise<boolean> {
    return (await this.database.rows(KEEP, [accountId, until, sessionId])).length === 1
  }

  /** Counts a refusal of Stripe under an idempotency key, so that the next attempt uses another key. */
  async countRefusal(accountId: string): Promise<void> {
    await this.database.rows(REFUSED, [accountId])
  }

  async release(accountId: string, { until }: HeldCustomer): Promise<void> {
    await this.database.rows(RELEASE, [accountId, until])
  }
}

/** An account erased after its request was authenticated counts as signed out. */
function rejectErased(error: unknown): never {
  // Citus appends the shard to the constraint's name.
  if (error instanceof DatabaseError && error.constraint?.startsWith(ACCOUNT_FOREIGN_KEY)) throw new Rejected('UNAUTHENTICATED')
  throw error
}

/** A write that fails the append unless the look is the last claimed one of the account. */
export function requireLatestLook(accountId: string, { claimed }: StripeLook): Write {
  return {
    name: 'require-latest-look',
    text: `select require_latest_look($1::uuid, $2::bigint)`,
    values: [accountId, claimed + 1],
  }
}
