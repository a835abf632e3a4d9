import { migration } from '../../platform/database/migrate.js'

/** How an account stood at positions of its log, sealed under its key; made by workers, and deleted freely. */
export const Checkpoints1764400200000 = migration('Checkpoints1764400200000', async (runner) => {
  await runner.query(`
    create table checkpoints (
      account_id uuid not null,
      seq bigint not null,
      version integer not null,
      rows text not null,
      primary key (account_id, seq)
    )`)
})
