import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Work that follows from what was written: a row until it is done. Ids only, never a person's data. */
export class Outbox1763800000000 implements MigrationInterface {
  name = 'Outbox1763800000000'

  async up(runner: QueryRunner): Promise<void> {
    // Rows come and go all the time, so the table is cleaned long before a fifth of it is dead.
    await runner.query(`
      create table outbox (
        id uuid primary key,
        kind text not null,
        subject text not null,
        account_id uuid,
        created_at timestamptz(3) not null default now(),
        handed_over_at timestamptz(3),
        attempts integer not null default 0,
        failed_at timestamptz(3),
        failure text
      ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500)`)
    await runner.query(`create index outbox_waiting on outbox (created_at) where handed_over_at is null and failed_at is null`)
    await runner.query(`create index outbox_of_job on outbox (kind, subject)`)
    await runner.query(`create index outbox_handed_over on outbox (handed_over_at) where handed_over_at is not null and failed_at is null`)
    await runner.query(`create table daily_runs (kind text primary key, ran_for date not null)`)
    // Tells this database from others that share a Redis with it.
    await runner.query(`create table installation (id uuid primary key default gen_random_uuid())`)
    await runner.query(`insert into installation default values`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table outbox, daily_runs, installation`)
  }
}
