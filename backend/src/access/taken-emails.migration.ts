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

/**
 * The same, asked with what it refuses. What Citus sends to a node in an `on conflict` has to be immutable, and what is so and
 * asked with nothing would be refused as soon as it is planned.
 */
export const RefusedValues1764700300000 = migration('RefusedValues1764700300000', async (runner) => {
  await runner.query(`
    create function refuse_taken_email(address text) returns text language plpgsql immutable as $$
      begin
        raise unique_violation using message = 'The e-mail is taken', constraint = 'users_email_unique', hint = 'users_email_unique';
      end
    $$`)
  await runner.query(`
    create function refuse_known_passkey(name text) returns text language plpgsql immutable as $$
      begin
        raise unique_violation using message = 'The passkey is refused', constraint = 'passkeys_credential_unique',
          hint = 'passkeys_credential_unique';
      end
    $$`)
})
