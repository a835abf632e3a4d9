import { migration } from '../platform/database/migrate.js'

/** Who had the first minutes without a plan before: of the e-mail only a keyed fingerprint, for 90 days after the erasure. */
export const SpentGraces1764600500000 = migration('SpentGraces1764600500000', async (runner) => {
  await runner.query(`create table spent_graces (fingerprint bytea primary key, spent_at timestamptz(3) not null default now())`)
  await runner.query(`create index spent_graces_at on spent_graces (spent_at)`)
  await runner.query(`alter table users add column had_grace boolean not null default false`)
})
