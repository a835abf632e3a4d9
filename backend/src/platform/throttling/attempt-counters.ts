import { Injectable } from '@nestjs/common'
import type { ThrottlerStorage } from '@nestjs/throttler'
import { ServerKeys } from '../crypto/server-keys.js'
import { Database } from '../database/database.js'

const HOUR_MS = 3_600_000
/** Limit of mails per address, regardless of who requests them, so that strangers cannot flood a mailbox. */
const MAILS_AN_HOUR = 3

type IncrementResult = Awaited<ReturnType<ThrottlerStorage['increment']>>

// One statement: reading before writing would count concurrent attempts as one.
const COUNT = {
  name: 'count-attempts',
  text: `
    insert into attempt_counters as c (key, attempts, window_ends_at) values ($1, $2, now() + $3 * interval '1 millisecond')
    on conflict (key) do update set
      attempts = case when c.window_ends_at > now() then c.attempts + excluded.attempts else excluded.attempts end,
      window_ends_at = case when c.window_ends_at > now() then c.window_ends_at else excluded.window_ends_at end
    returning attempts, extract(epoch from window_ends_at - now())::float8 * 1000 as "endsInMs"`,
}

const UNCOUNT = {
  name: 'uncount-attempts',
  text: 'update attempt_counters set attempts = attempts - 1 where key = any($1::text[]) and attempts > 0',
}

// Skips locked counters, so it cannot deadlock with counting.
const SWEEP = {
  name: 'sweep-attempts',
  text: `
    delete from attempt_counters where key = any(array(
      select key from attempt_counters where window_ends_at < now() limit 10 for update skip locked))`,
}

/**
 * Counts attempts in Postgres, shared by all processes. A window begins with its first attempt. Keys of addresses or e-mails
 * are stored as an HMAC under a server key: a plain hash of either could be brute-forced.
 */
@Injectable()
export class AttemptCounters implements ThrottlerStorage {
  constructor(
    private readonly database: Database,
    private readonly keys: ServerKeys,
  ) {}

  /** Adds attempts under a key, stored as given. @returns the attempts of the open window, and the milliseconds until it ends */
  async count(key: string, attempts: number, windowMs: number): Promise<{ attempts: number; endsInMs: number }> {
    const [counted] = await this.database.rows<{ attempts: number; endsInMs: number }>(COUNT, [key, attempts, windowMs])
    // The call that opens a window deletes some ended ones, so the table holds little more than open windows.
    if (counted?.attempts === attempts) await this.database.rows(SWEEP)
    return counted as { attempts: number; endsInMs: number }
  }

  /** Counts one attempt under a key, stored as an HMAC. @param ttl the window, in milliseconds */
  async increment(key: string, ttl: number, limit: number): Promise<IncrementResult> {
    const { attempts, endsInMs } = await this.count(await this.#keyed(key), 1, ttl)
    const seconds = Math.ceil(endsInMs / 1000)
    return { totalHits: attempts, timeToExpire: seconds, isBlocked: attempts > limit, timeToBlockExpire: seconds }
  }

  /**
   * Counts a mail of a kind to an address, whether an account has it or not.
   * @returns null if the mail may be sent, else the milliseconds until the next one may
   */
  async countMail(kind: string, email: string): Promise<number | null> {
    const { attempts, endsInMs } = await this.count(await this.#keyed(`${kind} ${email}`), 1, HOUR_MS)
    return attempts > MAILS_AN_HOUR ? endsInMs : null
  }

  /** Removes one attempt under each key that `increment` counted. */
  async uncount(keys: readonly string[]): Promise<void> {
    const stored = await Promise.all(keys.map((key) => this.#keyed(key)))
    await this.database.rows(UNCOUNT, [stored])
  }

  async #keyed(key: string): Promise<string> {
    return (await this.keys.of('attempt-counters')).fingerprint(key).toString('hex')
  }
}
