import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Counters of attempts, shared by every process. Unlogged: a crash may forget them, and writing one stays cheap. */
export class Throttling1763700000000 implements MigrationInterface {
  name = 'Throttling1763700000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table attempt_counters (
        key text primary key,
        attempts integer not null,
        window_ends_at timestamptz not null
      )`)
    await runner.query(`create index attempt_counters_ended on attempt_counters (window_ends_at)`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table attempt_counters`)
  }
}
