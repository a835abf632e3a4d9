import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What workers computed of an account, with the position of the log they saw. */
export class StoredAnswers1763900000000 implements MigrationInterface {
  name = 'StoredAnswers1763900000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table stored_answers (
        account_id uuid not null,
        kind text not null,
        seq bigint not null,
        computed_at timestamptz(3) not null,
        answer json not null,
        primary key (account_id, kind)
      )`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table stored_answers')
  }
}
