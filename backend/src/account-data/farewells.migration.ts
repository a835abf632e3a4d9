import { migration } from '../platform/database/migrate.js'

/** Where people are told that their account is gone. The address is sealed under the server's key and gone once the mail is sent. */
export const Farewells1764200300000 = migration('Farewells1764200300000', async (runner) => {
  await runner.query('create table farewells (account_id uuid primary key, address bytea not null)')
})
