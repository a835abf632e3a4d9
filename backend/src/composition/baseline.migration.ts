import { logNameFunction } from '../event-store/stream/log-name.js'
import { migration } from '../platform/database/migrate.js'

/** The event log: events, the head of each account's chain, account keys, idempotency keys. */
const eventLog = `
  create table account_heads (
    account_id uuid primary key,
    seq bigint not null,
    hash bytea not null,
    recorded_at timestamptz(3) not null,
    -- The position of the last reset.
    reset_seq bigint not null default 0
  ) with (fillfactor = 70);

  create table account_keys (
    account_id uuid primary key,
    wrapped_key bytea not null
  );

  create table events (
    account_id uuid not null,
    seq bigint not null constraint events_begin_at_one check (seq > 0),
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
  );
  create index events_of_entity on events (account_id, entity_id, entity, seq);
  -- Few events undo another one, so this index is small and costs an append nothing.
  create index events_that_undo on events (account_id, ((meta->>'undoes')::bigint)) where (meta->>'undoes') is not null;
  create index events_of_looks on events (account_id, seq) where type = 'AccountLooked';

  create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The event log is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $$;
  create trigger events_never_change before update or delete on events for each row execute function refuse_change();
  create trigger events_are_never_cut before truncate on events for each statement execute function refuse_change();

  -- A reply is kept for a time, its key as long as the log: a row without a reply is a key that was used before that.
  create table commands (
    account_id uuid not null,
    key uuid not null,
    request bytea,
    reply text,
    seq bigint not null,
    replied_on date not null default current_date,
    primary key (account_id, key),
    constraint commands_reply_whole check (num_nulls(request, reply) in (0, 2))
  );
  -- Days only grow, so an append adds at the right end of the index, and that page is in memory.
  create index commands_with_reply on commands (replied_on) where reply is not null;

  -- Fails an append whose heads have moved or are locked, and names them.
  create function refuse_append(lost uuid[], epoch integer) returns void language plpgsql as $$
      begin
        raise exception 'Heads have moved on or are held' using errcode = 'PR001',
          detail = json_build_object('lost', lost, 'epoch', epoch, 'now', (extract(epoch from clock_timestamp()) * 1000)::float8);
      end
    $$;

  -- Which program the log is of, and which read models were made from it.
  create table log_epoch (single boolean primary key default true check (single), epoch integer not null);
  insert into log_epoch (epoch) values (0);
  create table read_models (name text primary key, version integer not null);

  -- The state of an account at positions of its log, sealed under its key. Workers write it; it may be deleted at any time.
  create table checkpoints (
    account_id uuid not null,
    seq bigint not null,
    version integer not null,
    rows text not null,
    primary key (account_id, seq)
  );

  -- When each account was last verified, where its log ended then, and what was wrong.
  create table verifications (
    account_id uuid primary key,
    verified_at timestamptz(3) not null,
    seq bigint not null,
    hash bytea not null,
    problem text
  );
  create index verifications_oldest on verifications (verified_at);
  create index verifications_with_problem on verifications (verified_at) where problem is not null`

/** The outbox, and what workers store. */
const jobs = `
  -- Work that follows from what was written: a row until it is done. Ids only, never personal data.
  -- Rows come and go all the time, so the table is vacuumed long before a fifth of it is dead.
  create table outbox (
    -- The database makes the id: most rows that appends ask for are never written, because one for the same job waits already.
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    subject text not null,
    -- Work of no account has an id that no account has, because a row is found by its account, too.
    account_id uuid not null default '00000000-0000-0000-0000-000000000000',
    created_at timestamptz(3) not null default now(),
    attempts integer not null default 0,
    failed_at timestamptz(3),
    failure text,
    -- To the microsecond: rounded, a row would be due half a millisecond after it was written.
    due_at timestamptz not null default now(),
    claim uuid
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
  create index outbox_of_job on outbox (kind, subject);
  -- No two indexes have the same condition, so the planner uses the right one for each lookup however small the table was.
  create index outbox_due on outbox (kind, due_at) where num_nulls(failed_at) = 1;
  create index outbox_waiting_of_job on outbox (kind, subject) where num_nulls(claim, failed_at) = 2;
  -- At most one worker has a job. A dead letter holds back no other row.
  create unique index outbox_claimed on outbox (kind, subject) where claim is not null and failed_at is null;

  create table daily_runs (kind text primary key, ran_for date not null);
  -- Distinguishes this database from others that share a Redis with it.
  create table installation (id uuid primary key default gen_random_uuid());
  insert into installation default values;

  -- What workers computed of an account, with the position of the log they saw.
  create table stored_answers (
    account_id uuid not null,
    kind text not null,
    seq bigint not null,
    computed_at timestamptz(3) not null,
    answer json not null,
    version integer not null default 1,
    -- Stored by a request because no worker had yet: holds only until it is stale.
    is_provisional boolean not null default false,
    primary key (account_id, kind)
  )`

/** Credentials and sessions: plain tables, no part of the log. */
const access = `
  -- Counters of attempts, shared by every process. Unlogged: a crash may lose them, and a write stays cheap.
  create unlogged table attempt_counters (
    key text primary key,
    attempts integer not null,
    window_ends_at timestamptz not null
  );
  create index attempt_counters_ended on attempt_counters (window_ends_at);

  create table users (
    id uuid primary key,
    -- In clear, because login finds a person by it; the one value that is unique across accounts.
    email text not null constraint users_email_unique unique,
    password_hash text not null,
    created_at timestamptz(3) not null default now(),
    had_grace boolean not null default false
  );

  create table sessions (
    user_id uuid not null references users on delete cascade,
    id uuid not null,
    expires_at timestamptz(3) not null,
    created_at timestamptz(3) not null default now(),
    -- Until when the session is covered by a repeated proof of identity.
    confirmed_until timestamptz(3),
    device text not null,
    address text,
    last_seen_at timestamptz(3) not null default now(),
    primary key (user_id, id)
  );
  create index sessions_ended on sessions (expires_at);

  -- From which devices a user has signed in before. The fingerprint is keyed: nothing of a device can be read from it.
  create table known_devices (
    user_id uuid not null references users on delete cascade,
    fingerprint bytea not null,
    seen_at timestamptz(3) not null default now(),
    primary key (user_id, fingerprint)
  );
  create index known_devices_seen on known_devices (seen_at);

  -- Whose first minutes without a plan are used up: a keyed fingerprint of the e-mail, for 90 days after the erasure.
  create table spent_graces (fingerprint bytea primary key, spent_at timestamptz(3) not null default now());
  create index spent_graces_at on spent_graces (spent_at);

  -- A request for an unknown e-mail leaves a row without a user. The token is not stored: it is derived from the id.
  create table password_resets (
    id uuid primary key,
    user_id uuid references users on delete cascade,
    expires_at timestamptz(3) not null
  );
  create index password_resets_of_user on password_resets (user_id);
  create index password_resets_ended on password_resets (expires_at);

  -- At most one link of each purpose an account, so a newer one voids the older. The token is derived from the id; the address is
  -- sealed; the row is deleted when the link is used.
  create table email_links (
    user_id uuid not null references users on delete cascade,
    purpose text not null,
    id uuid not null constraint email_links_id_unique unique,
    address bytea not null,
    expires_at timestamptz(3) not null,
    primary key (user_id, purpose)
  );
  create index email_links_ended on email_links (expires_at);

  create table passkeys (
    user_id uuid not null references users on delete cascade,
    id uuid not null,
    name text not null,
    credential_id text not null constraint passkeys_credential_unique unique,
    public_key bytea not null,
    counter bigint not null,
    transports text not null,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3),
    primary key (user_id, id)
  );
  create table passkey_challenges (
    challenge text primary key,
    purpose text not null,
    user_id uuid references users on delete cascade,
    session_id uuid,
    expires_at timestamptz(3) not null
  );
  create index passkey_challenges_of_user on passkey_challenges (user_id);
  create index passkey_challenges_ended on passkey_challenges (expires_at);

  -- The functions below refuse an append from within. A violated constraint writes the value into Postgres' own log, whatever
  -- the program does with the error, so these raise its error without the value.
  -- Immutable with an argument: Citus sends only immutable functions to a node in an "on conflict", and without an argument the
  -- planner would evaluate it.
  create function refuse_taken_email(address text) returns text language plpgsql immutable as $$
      begin
        raise unique_violation using message = 'The e-mail is taken', constraint = 'users_email_unique', hint = 'users_email_unique';
      end
    $$;
  create function refuse_known_passkey(name text) returns text language plpgsql immutable as $$
      begin
        raise unique_violation using message = 'The passkey is refused', constraint = 'passkeys_credential_unique',
          hint = 'passkeys_credential_unique';
      end
    $$;
  create function refuse_passkey(reason text) returns text language plpgsql as $$
      begin
        raise unique_violation using message = 'The passkey is refused', constraint = reason;
      end
    $$;
  create function refuse_email_link() returns uuid language plpgsql as $$
      begin
        raise unique_violation using message = 'The link is refused', constraint = 'email_link';
      end
    $$;
  create function change_email(person uuid, address text) returns void language plpgsql as $$
      declare
        taken boolean := false;
      begin
        begin
          update users set email = address where id = person;
        exception when unique_violation then
          taken := true;
        end;
        if taken then
          perform refuse_taken_email(address);
        end if;
      end
    $$`

/** Stripe's customers and deliveries: ids only, never a payload. */
const stripe = `
  -- Whose key Stripe was first called with.
  create table stripe_account (
    single boolean primary key default true check (single),
    account_id text,
    live boolean not null
  );

  create table stripe_customers (
    account_id uuid primary key references users on delete cascade,
    customer_id text,
    looks bigint not null default 0,
    session_id text,
    busy_until timestamptz(3),
    reconciled_at timestamptz(3),
    difference text,
    known_since timestamptz(3) not null default now(),
    refusals integer not null default 0,
    asked_since timestamptz(3),
    asked integer not null default 0,
    asking_until timestamptz(3),
    looked_at timestamptz(3)
  );
  -- Stripe's ids are unique by themselves; a constraint across accounts would keep the table in one place.
  create index stripe_customers_customer on stripe_customers (customer_id);

  create table stripe_deliveries (
    id text primary key,
    type text not null,
    object_id text,
    happened_at timestamptz(3) not null,
    received_at timestamptz(3) not null default now()
  );
  create index stripe_deliveries_received on stripe_deliveries (received_at);

  -- What an operator has to look at. The row of an erased account names the payment alone.
  create table stripe_tasks (
    kind text,
    subject text,
    account_id uuid references users on delete cascade,
    since timestamptz(3) not null default now(),
    seen_at timestamptz(3) not null default now(),
    primary key (kind, subject)
  );
  create index stripe_tasks_account on stripe_tasks (account_id);

  -- The customer that an erased account was, until Stripe has ended what it paid for. No foreign key: the user is deleted.
  create table leaving_customers (
    account_id uuid primary key,
    customer_id text not null,
    left_at timestamptz(3) not null default now()
  );

  -- Refuses a look at Stripe that began before a later one: what it saw may be older than what is known.
  -- The lock keeps the next look waiting until this one is recorded.
  create function require_latest_look(account uuid, look bigint) returns void language plpgsql as $$
      begin
        perform 1 from stripe_customers where account_id = account and looks = look for share;
        if not found then
          raise unique_violation using message = 'Somebody looked since', constraint = 'stripe_customers_latest_look';
        end if;
      end
    $$`

/** What waits under the server's keys, copies on their way into an account, records for the law and for operators. */
const records = `
  create table server_keys (
    name text primary key,
    wrapped_key bytea not null
  );

  -- Who signed in from where and when, kept for as long as the law asks. No part of the account: they outlive its erasure.
  create table access_records (
    id uuid primary key,
    account_id uuid not null,
    at timestamptz(3) not null,
    sealed text not null
  );
  create index access_records_of_account on access_records (account_id, at);
  create index access_records_oldest on access_records (at);

  -- Mails that wait for delivery, each sealed as a whole.
  create table waiting_mails (
    id uuid primary key,
    account_id uuid not null references users on delete cascade,
    sealed bytea not null
  );
  create index waiting_mails_of_account on waiting_mails (account_id);
  -- The addresses that an erasure is confirmed to.
  create table farewells (account_id uuid primary key, address bytea not null);
  -- Messages of the contact form that wait for delivery.
  create table contact_messages (
    id uuid primary key,
    sealed bytea not null
  );

  -- The last copy that was restored into an account, or is on its way. Its portions are sealed under the account's key until all
  -- were applied, and are deleted by a reset, an erasure, and after some days.
  create table restores (
    account_id uuid primary key references users on delete cascade,
    id uuid not null,
    file bytea not null,
    total integer not null,
    done integer not null default 0,
    problems text,
    begun_at timestamptz not null default now(),
    ended_at timestamptz
  );
  create index restores_begun on restores (begun_at);
  create table restore_portions (
    account_id uuid references restores on delete cascade,
    portion integer,
    sealed text not null,
    primary key (account_id, portion)
  );

  -- Which demo accounts were written to their end.
  create table demo_accounts (account_id uuid primary key);

  -- What operators did that is in no account's own log: a chain like those, and append-only.
  create table operator_log (
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
  );
  -- Its end, without which a shortened log would still be whole. An append locks it.
  create table operator_log_head (
    single boolean primary key default true check (single),
    seq bigint not null,
    hash bytea not null
  );
  insert into operator_log_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
  create trigger operator_log_never_changes before update or delete on operator_log for each row execute function refuse_change();
  create trigger operator_log_is_never_cut before truncate on operator_log for each statement execute function refuse_change()`

/** Creates every table but the read models, which are made from the log. */
export const Baseline1765000000000 = migration('Baseline1765000000000', async (runner) => {
  for (const statements of [eventLog, logNameFunction(''), jobs, access, stripe, records]) await runner.query(statements)
})
