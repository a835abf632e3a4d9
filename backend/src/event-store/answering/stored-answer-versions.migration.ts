import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What was stored in an older shape is told from what the program reads today. */
export class StoredAnswerVersions1763900100000 implements MigrationInterface {
  name = 'StoredAnswerVersions1763900100000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table stored_answers add column version integer not null default 1')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table stored_answers drop column version')
  }
}
