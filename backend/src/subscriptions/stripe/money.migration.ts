import { migration } from '../../platform/database/migrate.js'

/**
 * Whose key Stripe was first asked with, what an operator has to look at, how often an account asked, and since when an
 * erased one is leaving. Ids only, as ever.
 */
export const Money1764600600000 = migration('Money1764600600000', async (runner) => {
  await runner.query(`
    create table stripe_account (
      single boolean primary key default true check (single),
      account_id text,
      live boolean not null
    )`)
  await runner.query(`
    alter table stripe_customers
      add column known_since timestamptz(3) not null default now(),
      add column refusals integer not null default 0,
      add column asked_since timestamptz(3),
      add column asked integer not null default 0,
      add column asking_until timestamptz(3),
      add column looked_at timestamptz(3)`)
  // What is left of an erased account names the payment alone.
  await runner.query(`
    create table stripe_tasks (
      kind text,
      subject text,
      account_id uuid references users on delete cascade,
      since timestamptz(3) not null default now(),
      seen_at timestamptz(3) not null default now(),
      primary key (kind, subject)
    )`)
  await runner.query('create index stripe_tasks_account on stripe_tasks (account_id)')
  await runner.query('alter table leaving_customers add column left_at timestamptz(3) not null default now()')
})
