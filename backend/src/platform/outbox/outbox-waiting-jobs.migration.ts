import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Appends look for a waiting row of their account's job, however many of other accounts wait. */
export class OutboxWaitingJobs1763900200000 implements MigrationInterface {
  name = 'OutboxWaitingJobs1763900200000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index outbox_waiting_of_job on outbox (kind, subject) where handed_over_at is null and failed_at is null')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index outbox_waiting_of_job')
  }
}
