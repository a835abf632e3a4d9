import { migration } from '../database/migrate.js'

/** Counters of attempts, shared by every process. Unlogged: a crash may forget them, and writing one stays cheap. */
export const Throttling1763700000000 = migration('Throttling1763700000000', async (runner) => {
  await runner.query(`
    create unlogged table attempt_counters (
      key text primary key,
      attempts integer not null,
      window_ends_at timestamptz not null
    )`)
  await runner.query(`create index attempt_counters_ended on attempt_counters (window_ends_at)`)
})
