import { migration } from '../platform/database/migrate.js'

/** How people get in: credentials and sessions. Plain tables, no part of the log. */
export const Access1763700100000 = migration('Access1763700100000', async (runner) => {
  // In clear, because login finds a person by it; the one value that is unique across accounts.
  await runner.query(`
    create table users (
      id uuid primary key,
      email text not null constraint users_email_unique unique,
      password_hash text not null,
      created_at timestamptz(3) not null default now()
    )`)
  await runner.query(`
    create table sessions (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      primary key (user_id, id)
    )`)
  await runner.query(`create index sessions_ended on sessions (expires_at)`)
})
