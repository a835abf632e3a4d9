import { createIndexConcurrently, migration } from '../../platform/database/migrate.js'
import { logNameFunction } from './log-name.js'

/** The log: events, the head of each account's chain, account keys, remembered commands. */
export const EventLog1763600000000 = migration('EventLog1763600000000', async (runner) => {
  await runner.query(`
    create table account_heads (
      account_id uuid primary key,
      seq bigint not null,
      hash bytea not null,
      recorded_at timestamptz(3) not null
    ) with (fillfactor = 70)`)
  await runner.query(`
    create table account_keys (
      account_id uuid primary key,
      wrapped_key bytea not null
    )`)
  await runner.query(`
    create table events (
      account_id uuid not null,
      seq bigint not null,
      entity text not null,
      entity_id uuid not null,
      entity_version integer not null,
      type text not null,
      schema_version integer not null,
      data json not null,
      meta json not null,
      recorded_at timestamptz(3) not null,
      hash bytea not null,
      primary key (account_id, seq)
    )`)
  await runner.query(`create index events_of_entity on events (account_id, entity_id, entity, seq)`)
  await runner.query(`
    create table commands (
      account_id uuid not null,
      key uuid not null,
      request bytea not null,
      answer text not null,
      seq bigint not null,
      primary key (account_id, key)
    )`)
  await runner.query(`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The event log is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $$`)
  await runner.query(`create trigger events_never_change before update or delete on events for each row execute function refuse_change()`)
  await runner.query(`create trigger events_are_never_cut before truncate on events for each statement execute function refuse_change()`)
})

/** Which program the log is of, and which read models were made of it. */
export const LogEpoch1764100000000 = migration('LogEpoch1764100000000', async (runner) => {
  await runner.query('create table log_epoch (single boolean primary key default true check (single), epoch integer not null)')
  await runner.query('insert into log_epoch (epoch) values (0)')
  // Programs of before made it themselves.
  await runner.query('create table if not exists read_models (name text primary key, version integer not null)')
})

/** Where an account's log began anew, and what of it was taken back. */
// Each statement by itself, so that nobody waits for the heads while all events are read for the index.
export const AccountEnds1764200200000 = migration(
  'AccountEnds1764200200000',
  async (runner) => {
    await runner.query('alter table account_heads add column if not exists reset_seq bigint not null default 0')
    // Few events take another one back, so this index is small and costs an append nothing.
    await createIndexConcurrently(
      runner,
      'events_that_undo',
      `on events (account_id, ((meta->>'undoes')::bigint)) where (meta->>'undoes') is not null`,
    )
  },
  { transaction: false },
)

/** Programs of before noted the accounts that were appended to while a read model changed places; one that was cut short went on noting. */
export const MovedHeads1764400000000 = migration('MovedHeads1764400000000', async (runner) => {
  await runner.query('drop trigger if exists account_heads_moved on account_heads')
  await runner.query('drop function if exists note_moved_head')
  await runner.query('drop table if exists moved_heads')
})

/** How an append refuses itself where heads are not where its commits saw them, and says which. */
export const LostAppends1764700100000 = migration('LostAppends1764700100000', async (runner) => {
  await runner.query(`
    create function refuse_append(lost uuid[], epoch integer) returns void language plpgsql as $$
      begin
        raise exception 'Heads have moved on or are held' using errcode = 'PR001',
          detail = json_build_object('lost', lost, 'epoch', epoch, 'now', (extract(epoch from clock_timestamp()) * 1000)::float8);
      end
    $$`)
})

/** What names the history that the database goes on with. */
export const LogName1764500000000 = migration('LogName1764500000000', async (runner) => {
  await runner.query(logNameFunction(''))
})

/** A reply is kept for a time, its key as long as the log: a row without a reply is a key that was used before that. */
export const ReplyRetention1764700400000 = migration('ReplyRetention1764700400000', async (runner) => {
  await runner.query(`
    alter table commands
      add column replied_on date not null default current_date,
      alter column request drop not null,
      alter column answer drop not null,
      add constraint commands_reply_whole check (num_nulls(request, answer) in (0, 2))`)
  // Days only grow, so an append adds at the right end of it, and the page is in memory.
  await runner.query('create index commands_with_reply on commands (replied_on) where answer is not null')
})
