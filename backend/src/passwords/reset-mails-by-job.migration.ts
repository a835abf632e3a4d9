import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Links are mailed by jobs: what waited to be mailed waits in the outbox from now on. */
export class ResetMailsByJob1763800200000 implements MigrationInterface {
  name = 'ResetMailsByJob1763800200000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into outbox (id, kind, subject)
      select gen_random_uuid(), 'reset-mail', id::text from password_resets where mail_due_at is not null and expires_at > now()`)
    await runner.query(`alter table password_resets drop column mail_due_at`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table password_resets add column mail_due_at timestamptz(3)`)
    await runner.query(`create index password_resets_to_mail on password_resets (mail_due_at) where mail_due_at is not null`)
  }
}
