import { migration } from '../database/migrate.js'

/** Who came in from where and when, kept for as long as the law asks; and the server's keys, under which that lies sealed. */
export const AccessRecords1764600200000 = migration('AccessRecords1764600200000', async (runner) => {
  await runner.query(`
    create table server_keys (
      name text primary key,
      wrapped_key bytea not null
    )`)
  // No part of the account: they outlive its erasure.
  await runner.query(`
    create table access_records (
      id uuid primary key,
      account_id uuid not null,
      at timestamptz(3) not null,
      sealed text not null
    )`)
  await runner.query('create index access_records_of_account on access_records (account_id, at)')
  await runner.query('create index access_records_oldest on access_records (at)')
})
