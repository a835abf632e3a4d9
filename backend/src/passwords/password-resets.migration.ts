import { migration } from '../platform/database/migrate.js'

/** Requests for a new password; each is gone once it was used or its time is over. */
export const PasswordResets1763700200000 = migration('PasswordResets1763700200000', async (runner) => {
  // A request for an unknown e-mail leaves a row without a user. Of the token nothing is stored: it is made from the id.
  await runner.query(`
    create table password_resets (
      id uuid primary key,
      user_id uuid references users on delete cascade,
      expires_at timestamptz(3) not null,
      mail_due_at timestamptz(3)
    )`)
  await runner.query(`create index password_resets_of_user on password_resets (user_id)`)
  await runner.query(`create index password_resets_ended on password_resets (expires_at)`)
  await runner.query(`create index password_resets_to_mail on password_resets (mail_due_at) where mail_due_at is not null`)
})
