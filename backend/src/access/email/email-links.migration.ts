import { migration } from '../../platform/database/migrate.js'

/** Links by which people show that they read an address: at most one of each purpose an account, so a newer one voids the older. */
export const EmailLinks1764600800000 = migration('EmailLinks1764600800000', async (runner) => {
  // Of the token nothing is stored: it is made from the id. The address is sealed; the row is gone once the link was used.
  await runner.query(`
    create table email_links (
      user_id uuid not null references users on delete cascade,
      purpose text not null,
      id uuid not null constraint email_links_id_unique unique,
      address bytea not null,
      expires_at timestamptz(3) not null,
      primary key (user_id, purpose)
    )`)
  await runner.query(`create index email_links_ended on email_links (expires_at)`)
  // Both refuse an append from within. A violated constraint would write the address into Postgres' own log, so it is caught
  // and raised again without.
  await runner.query(`
    create function refuse_email_link() returns uuid language plpgsql as $$
      begin
        raise unique_violation using message = 'The link is refused', constraint = 'email_link';
      end
    $$`)
  await runner.query(`
    create function change_email(person uuid, address text) returns void language plpgsql as $$
      declare
        taken boolean := false;
      begin
        begin
          update users set email = address where id = person;
        exception when unique_violation then
          taken := true;
        end;
        if taken then
          perform refuse_taken_email();
        end if;
      end
    $$`)
})
