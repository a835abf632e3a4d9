import { migration } from '../platform/database/migrate.js'

/**
 * The copy that is on its way into an account, or came last: one of an account. Its
 * portions lie sealed under the account's key until all was brought, and go with a reset, an erasure, and after some days.
 */
export const Restores1764700000000 = migration('Restores1764700000000', async (runner) => {
  await runner.query(`
    create table restores (
      account_id uuid primary key references users on delete cascade,
      id uuid not null,
      file bytea not null,
      total integer not null,
      done integer not null default 0,
      problems text,
      begun_at timestamptz not null default now(),
      ended_at timestamptz
    )`)
  await runner.query('create index restores_begun on restores (begun_at)')
  await runner.query(`
    create table restore_portions (
      account_id uuid references restores on delete cascade,
      portion integer,
      sealed text not null,
      primary key (account_id, portion)
    )`)
})
