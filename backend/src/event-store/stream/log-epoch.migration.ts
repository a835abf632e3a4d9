import { migration } from '../../platform/database/migrate.js'

/** Which program the log is of, and which read models were made of it. */
export const LogEpoch1764100000000 = migration('LogEpoch1764100000000', async (runner) => {
  await runner.query('create table log_epoch (single boolean primary key default true check (single), epoch integer not null)')
  await runner.query('insert into log_epoch (epoch) values (0)')
  // Programs of before made it themselves.
  await runner.query('create table if not exists read_models (name text primary key, version integer not null)')
})
