import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which demo accounts were written to their end. */
export class Demo1763700300000 implements MigrationInterface {
  name = 'Demo1763700300000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table demo_accounts (account_id uuid primary key)')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table demo_accounts')
  }
}
