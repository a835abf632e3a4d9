import { createIndexConcurrently, migration } from '../platform/database/migrate.js'

/** What operators did that is in no account's own log: chained like those, and refused every change. */
export const OperatorLog1764600700000 = migration(
  'OperatorLog1764600700000',
  async (runner) => {
    await runner.query(`
      create table if not exists operator_log (
        seq bigint primary key check (seq > 0),
        at timestamptz(3) not null,
        operator text not null,
        line text not null,
        account_id uuid,
        reason text,
        outcome text not null check (outcome in ('begun', 'ok', 'wrong', 'unanswered')),
        begun bigint,
        previous_hash bytea not null,
        hash bytea not null
      )`)
    // Its end, without which a shortened log would still be whole. Whoever appends holds it.
    await runner.query(`
      create table if not exists operator_log_head (
        single boolean primary key default true check (single),
        seq bigint not null,
        hash bytea not null
      )`)
    await runner.query(`insert into operator_log_head (seq, hash) values (0, decode(repeat('00', 32), 'hex')) on conflict do nothing`)
    await runner.query(
      'create or replace trigger operator_log_never_changes before update or delete on operator_log for each row execute function refuse_change()',
    )
    await runner.query(
      'create or replace trigger operator_log_is_never_cut before truncate on operator_log for each statement execute function refuse_change()',
    )
    // Who looked at which account is asked of all of them.
    await createIndexConcurrently(runner, 'events_of_looks', `on events (account_id, seq) where type = 'AccountLooked'`)
  },
  // All events are read for the index, and nobody is to wait for that.
  { transaction: false },
)
