import { migration } from '../platform/database/migrate.js'

/** The outbox, and what workers store: how their tables came to be, oldest first. */

/** Work that follows from what was written: a row until it is done. Ids only, never a person's data. */
export const Outbox1763800000000 = migration('Outbox1763800000000', async (runner) => {
  // Rows come and go all the time, so the table is cleaned long before a fifth of it is dead.
  await runner.query(`
    create table outbox (
      id uuid primary key,
      kind text not null,
      subject text not null,
      account_id uuid,
      created_at timestamptz(3) not null default now(),
      handed_over_at timestamptz(3),
      attempts integer not null default 0,
      failed_at timestamptz(3),
      failure text
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500)`)
  await runner.query(`create index outbox_waiting on outbox (created_at) where handed_over_at is null and failed_at is null`)
  await runner.query(`create index outbox_of_job on outbox (kind, subject)`)
  await runner.query(`create index outbox_handed_over on outbox (handed_over_at) where handed_over_at is not null and failed_at is null`)
  await runner.query(`create table daily_runs (kind text primary key, ran_for date not null)`)
  // Tells this database from others that share a Redis with it.
  await runner.query(`create table installation (id uuid primary key default gen_random_uuid())`)
  await runner.query(`insert into installation default values`)
})

/** What workers computed of an account, with the position of the log they saw. */
export const StoredAnswers1763900000000 = migration('StoredAnswers1763900000000', async (runner) => {
  await runner.query(`
    create table stored_answers (
      account_id uuid not null,
      kind text not null,
      seq bigint not null,
      computed_at timestamptz(3) not null,
      answer json not null,
      primary key (account_id, kind)
    )`)
})

/** What was stored in an older shape is told from what the program reads today. */
export const StoredAnswerVersions1763900100000 = migration('StoredAnswerVersions1763900100000', async (runner) => {
  await runner.query('alter table stored_answers add column version integer not null default 1')
})

/** What a request stored, because no worker had yet, holds only until it is stale. */
export const ProvisionalAnswers1764900000000 = migration('ProvisionalAnswers1764900000000', async (runner) => {
  await runner.query('alter table stored_answers add column is_provisional boolean not null default false')
})

/** Appends look for a waiting row of their account's job, however many of other accounts wait. */
export const OutboxWaitingJobs1763900200000 = migration('OutboxWaitingJobs1763900200000', async (runner) => {
  await runner.query('create index outbox_waiting_of_job on outbox (kind, subject) where handed_over_at is null and failed_at is null')
})

/** The database makes a row's id: most rows that appends ask for are never written, because one for the same job waits already. */
export const OutboxIds1764000000000 = migration('OutboxIds1764000000000', async (runner) => {
  await runner.query('alter table outbox alter column id set default gen_random_uuid()')
})

/**
 * The same index under a condition of its own. As long as it was that of `outbox_waiting`, appends were free to look for
 * their row there, and read everything that waited.
 */
export const OutboxWaitingJobsApart1764300000000 = migration('OutboxWaitingJobsApart1764300000000', async (runner) => {
  await runner.query('drop index outbox_waiting_of_job')
  await runner.query('create index outbox_waiting_of_job on outbox (kind, subject) where coalesce(handed_over_at, failed_at) is null')
})

/**
 * The outbox is the queue: a row says when it is due and who claimed it. Nobody asks for `handed_over_at` any more; the release
 * before still writes it, so a later one drops it.
 */
export const OutboxIsTheQueue1764400100000 = migration('OutboxIsTheQueue1764400100000', async (runner) => {
  // To the microsecond: rounded, a row would be due half a millisecond after it was written.
  await runner.query('alter table outbox add column due_at timestamptz not null default now(), add column claim uuid')
  // Conditions that no other index has, so that each lookup goes by its own however small the table was when it was planned.
  await runner.query('create index outbox_due on outbox (kind, due_at) where num_nulls(failed_at) = 1')
  await runner.query('drop index outbox_waiting, outbox_handed_over, outbox_waiting_of_job')
  await runner.query('create index outbox_waiting_of_job on outbox (kind, subject) where num_nulls(claim, failed_at) = 2')
  // At most one worker has a job. What died holds back no other.
  await runner.query('create unique index outbox_claimed on outbox (kind, subject) where claim is not null and failed_at is null')
})

/**
 * Work of no account is that of an id that none has, because a row is found by its account, too. The trigger is for the release
 * before, which writes a null there; a later release drops it.
 */
export const OutboxOfNoAccount1764700200000 = migration('OutboxOfNoAccount1764700200000', async (runner) => {
  await runner.query(`
    create function name_no_account() returns trigger language plpgsql as $$
    begin
      new.account_id := '00000000-0000-0000-0000-000000000000';
      return new;
    end $$`)
  await runner.query(`
    create trigger outbox_of_no_account before insert on outbox for each row when (new.account_id is null) execute function name_no_account()`)
  await runner.query(`alter table outbox alter account_id set default '00000000-0000-0000-0000-000000000000'`)
  await runner.query(`update outbox set account_id = '00000000-0000-0000-0000-000000000000' where account_id is null`)
})

/** Mails that wait to be handed over, each sealed as a whole under the server's key, and gone with their account. */
export const WaitingMails1764600400000 = migration('WaitingMails1764600400000', async (runner) => {
  await runner.query(`
    create table waiting_mails (
      id uuid primary key,
      account_id uuid not null references users on delete cascade,
      sealed bytea not null
    )`)
  await runner.query(`create index waiting_mails_of_account on waiting_mails (account_id)`)
})
