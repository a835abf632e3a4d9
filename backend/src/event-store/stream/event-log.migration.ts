import { migration } from '../../platform/database/migrate.js'

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
