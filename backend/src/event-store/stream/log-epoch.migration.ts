import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which program the log is of, and which read models were made of it. */
export class LogEpoch1764100000000 implements MigrationInterface {
  name = 'LogEpoch1764100000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table log_epoch (single boolean primary key default true check (single), epoch integer not null)')
    await runner.query('insert into log_epoch (epoch) values (0)')
    // Programs of before made it themselves.
    await runner.query('create table if not exists read_models (name text primary key, version integer not null)')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table log_epoch')
  }
}
