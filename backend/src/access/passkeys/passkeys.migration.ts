import { migration } from '../../platform/database/migrate.js'

/** Keys of devices that let people in, and what they are asked to sign. Plain tables; the log knows names alone. */
export const Passkeys1764600100000 = migration('Passkeys1764600100000', async (runner) => {
  await runner.query(`
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
    )`)
  await runner.query(`
    create table passkey_challenges (
      challenge text primary key,
      purpose text not null,
      user_id uuid references users on delete cascade,
      session_id uuid,
      expires_at timestamptz(3) not null
    )`)
  await runner.query(`create index passkey_challenges_of_user on passkey_challenges (user_id)`)
  await runner.query(`create index passkey_challenges_ended on passkey_challenges (expires_at)`)
  // Refuses an append from within, as a taken e-mail does: without telling Postgres' log any value.
  await runner.query(`
    create function refuse_passkey(reason text) returns text language plpgsql as $$
      begin
        raise unique_violation using message = 'The passkey is refused', constraint = reason;
      end
    $$`)
})
