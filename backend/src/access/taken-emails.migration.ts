import { migration } from '../platform/database/migrate.js'

/**
 * How a taken e-mail is refused without being told: a violated constraint writes the value into Postgres' own log,
 * whatever the program does with the error.
 */
export const TakenEmails1764150000000 = migration('TakenEmails1764150000000', async (runner) => {
  await runner.query(`
    create function refuse_taken_email() returns text language plpgsql as $$
      begin
        raise unique_violation using message = 'The e-mail is taken', constraint = 'users_email_unique';
      end
    $$`)
})
