import { migration } from '../platform/database/migrate.js'

/** Which demo accounts were written to their end. */
export const Demo1763700300000 = migration('Demo1763700300000', async (runner) => {
  await runner.query('create table demo_accounts (account_id uuid primary key)')
})
