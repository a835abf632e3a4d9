import { migration } from '../../platform/database/migrate.js'

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
