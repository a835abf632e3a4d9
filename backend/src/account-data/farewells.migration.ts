import { migration } from '../platform/database/migrate.js'

/** Addresses that an erasure is confirmed to, each sealed under the server's key and gone once its mail is sent. */
export const Farewells1764200300000 = migration('Farewells1764200300000', async (runner) => {
  await runner.query('create table farewells (account_id uuid primary key, address bytea not null)')
})
