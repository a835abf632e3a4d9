import { migration } from '../../platform/database/migrate.js'

/** Programs of before noted the accounts that were appended to while a read model changed places; one that was cut short went on noting. */
export const MovedHeads1764400000000 = migration('MovedHeads1764400000000', async (runner) => {
  await runner.query('drop trigger if exists account_heads_moved on account_heads')
  await runner.query('drop function if exists note_moved_head')
  await runner.query('drop table if exists moved_heads')
})
