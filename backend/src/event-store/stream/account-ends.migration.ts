import type { MigrationInterface, QueryRunner } from 'typeorm'
import { createIndexConcurrently } from '../../platform/database/migrate.js'

/** Where an account's log began anew, and what of it was taken back. */
export class AccountEnds1764200200000 implements MigrationInterface {
  name = 'AccountEnds1764200200000'
  // Each statement by itself, so that nobody waits for the heads while all events are read for the index.
  transaction = false

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_heads add column if not exists reset_seq bigint not null default 0')
    // Few events take another one back, so this index is small and costs an append nothing.
    await createIndexConcurrently(runner, 'events_that_undo', `on events (account_id, ((meta->>'undoes')::bigint)) where (meta->>'undoes') is not null`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index events_that_undo')
    await runner.query('alter table account_heads drop column reset_seq')
  }
}
