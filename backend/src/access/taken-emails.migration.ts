import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * How a taken e-mail is refused without being told: a violated constraint writes the value into Postgres' own log,
 * whatever the program does with the error.
 */
export class TakenEmails1764150000000 implements MigrationInterface {
  name = 'TakenEmails1764150000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function refuse_taken_email() returns text language plpgsql as $$
        begin
          raise unique_violation using message = 'The e-mail is taken', constraint = 'users_email_unique';
        end
      $$`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function refuse_taken_email()`)
  }
}
