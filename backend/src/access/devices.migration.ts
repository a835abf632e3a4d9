import { migration } from '../platform/database/migrate.js'

/** Where an account is open: what each session was seen from, and from which devices somebody has signed in before. */
export const Devices1764600300000 = migration('Devices1764600300000', async (runner) => {
  // Null for sessions of before, and for those that a release before this one begins.
  await runner.query(`
    alter table sessions
      add column device text,
      add column address text,
      add column last_seen_at timestamptz(3) not null default now()`)
  // Of a device nothing can be read here: it is a keyed fingerprint.
  await runner.query(`
    create table known_devices (
      user_id uuid not null references users on delete cascade,
      fingerprint bytea not null,
      seen_at timestamptz(3) not null default now(),
      primary key (user_id, fingerprint)
    )`)
  await runner.query(`create index known_devices_seen on known_devices (seen_at)`)
})
