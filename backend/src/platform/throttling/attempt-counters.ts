import type { ThrottlerStorage } from '@nestjs/throttler'
import type { Database } from '../database/database.js'

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>

const COUNT = {
  name: 'count-attempt',
  text: `
    insert into attempt_counters as c (key, attempts, window_ends_at) values ($1, 1, now() + $2 * interval '1 millisecond')
    on conflict (key) do update set
      attempts = case when c.window_ends_at > now() then c.attempts + 1 else 1 end,
      window_ends_at = case when c.window_ends_at > now() then c.window_ends_at else excluded.window_ends_at end
    returning attempts, ceil(extract(epoch from window_ends_at - now()))::integer as seconds`,
}

const UNCOUNT = { name: 'uncount-attempt', text: `update attempt_counters set attempts = attempts - 1 where key = any($1::text[]) and attempts > 0` }

// Never waits for a counter that is being counted, so it cannot deadlock with counting.
const SWEEP = {
  name: 'sweep-attempts',
  text: `
    delete from attempt_counters where key = any(array(
      select key from attempt_counters where window_ends_at < now() limit 10 for update skip locked))`,
}

/** Counts attempts in Postgres, so that every replica counts the same ones. A window begins with its first attempt. */
export class AttemptCounters implements ThrottlerStorage {
  constructor(private readonly database: Database) {}

  /** Counts one more attempt under the key. @param ttl the window, in milliseconds */
  async increment(key: string, ttl: number, limit: number): Promise<Counted> {
    const [counted] = await this.database.rows<{ attempts: number; seconds: number }>(COUNT, [key, ttl])
    const { attempts, seconds } = counted as { attempts: number; seconds: number }
    // Whoever opens a window clears some that ended, so the table holds little more than the open ones.
    if (attempts === 1) await this.database.rows(SWEEP)
    return { totalHits: attempts, timeToExpire: seconds, isBlocked: attempts > limit, timeToBlockExpire: seconds }
  }

  /** Takes back one attempt under each key. */
  async uncount(keys: readonly string[]): Promise<void> {
    await this.database.rows(UNCOUNT, [keys])
  }
}
