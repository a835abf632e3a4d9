import { createIndexConcurrently, migration } from '../../platform/database/migrate.js'

/** Where an account's log began anew, and what of it was taken back. */
// Each statement by itself, so that nobody waits for the heads while all events are read for the index.
export const AccountEnds1764200200000 = migration('AccountEnds1764200200000', async (runner) => {
  await runner.query('alter table account_heads add column if not exists reset_seq bigint not null default 0')
  // Few events take another one back, so this index is small and costs an append nothing.
  await createIndexConcurrently(runner, 'events_that_undo', `on events (account_id, ((meta->>'undoes')::bigint)) where (meta->>'undoes') is not null`)
}, { transaction: false })
