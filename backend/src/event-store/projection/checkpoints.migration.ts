import type { MigrationInterface, QueryRunner } from 'typeorm'

/** How an account stood at positions of its log, sealed under its key; made by workers, and deleted freely. */
export class Checkpoints1764400200000 implements MigrationInterface {
  name = 'Checkpoints1764400200000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table checkpoints (
        account_id uuid not null,
        seq bigint not null,
        version integer not null,
        rows text not null,
        primary key (account_id, seq)
      )`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table checkpoints')
  }
}
