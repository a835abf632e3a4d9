import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The database makes a row's id: most rows that appends ask for are never written, because one for the same job waits already. */
export class OutboxIds1764000000000 implements MigrationInterface {
  name = 'OutboxIds1764000000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox alter column id set default gen_random_uuid()')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox alter column id drop default')
  }
}
