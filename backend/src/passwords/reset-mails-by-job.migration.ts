import { migration } from '../platform/database/migrate.js'

/** Links are mailed by jobs: what waited to be mailed waits in the outbox from now on. */
export const ResetMailsByJob1763800200000 = migration('ResetMailsByJob1763800200000', async (runner) => {
  await runner.query(`
    insert into outbox (id, kind, subject)
    select gen_random_uuid(), 'reset-mail', id::text from password_resets where mail_due_at is not null and expires_at > now()`)
  await runner.query(`alter table password_resets drop column mail_due_at`)
})
