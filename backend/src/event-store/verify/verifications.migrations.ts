import { createIndexConcurrently, migration } from '../../platform/database/migrate.js'

/** When each account was last held to its log, where the log ended then, and what was wrong. */
export const Verifications1763800100000 = migration('Verifications1763800100000', async (runner) => {
  await runner.query(`
    create table verifications (
      account_id uuid primary key,
      verified_at timestamptz(3) not null,
      seq bigint not null,
      hash bytea not null,
      problem text
    )`)
  await runner.query(`create index verifications_oldest on verifications (verified_at)`)
})

/**
 * The accounts that were opened before their first append noted them for verification. The next to be verified are found by
 * index alone, and no event can stand below the first position.
 */
// Each statement by itself, and each may find that an attempt before came so far: all accounts and all events are read
// here, and nobody is to wait for that.
export const VerificationsOfAll1764100100000 = migration(
  'VerificationsOfAll1764100100000',
  async (runner) => {
    await runner.query(`
    insert into verifications (account_id, verified_at, seq, hash) select account_id, '-infinity', 0, '' from account_heads on conflict do nothing`)
    await createIndexConcurrently(runner, 'verifications_with_problem', 'on verifications (verified_at) where problem is not null')
    await runner.query(`
    do $$ begin
      alter table events add constraint events_begin_at_one check (seq > 0) not valid;
    exception when duplicate_object then null;
    end $$`)
    // Where such events are, verification names them: one bad account is no reason not to start.
    await runner.query(`
    do $$ begin
      alter table events validate constraint events_begin_at_one;
    exception when check_violation then
      raise warning 'There are events below position 1; verification names their accounts';
    end $$`)
  },
  { transaction: false },
)
