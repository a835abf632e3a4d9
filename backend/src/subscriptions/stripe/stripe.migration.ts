import { migration } from '../../platform/database/migrate.js'

/** Whom Stripe knows, and what it delivered. Ids only, never a payload. */
export const Stripe1764200000000 = migration('Stripe1764200000000', async (runner) => {
  await runner.query(`
    create table stripe_customers (
      account_id uuid primary key references users on delete cascade,
      customer_id text,
      looks bigint not null default 0,
      session_id text,
      busy_until timestamptz(3),
      reconciled_at timestamptz(3),
      difference text
    )`)
  // Stripe's ids are unique by themselves; a constraint across accounts would keep the table in one place.
  await runner.query(`create index stripe_customers_customer on stripe_customers (customer_id)`)
  await runner.query(`
    create table stripe_deliveries (
      id text primary key,
      type text not null,
      object_id text,
      happened_at timestamptz(3) not null,
      received_at timestamptz(3) not null default now()
    )`)
  await runner.query(`create index stripe_deliveries_received on stripe_deliveries (received_at)`)
  // Whoever looked at Stripe before somebody else began to is refused: what they saw may be older than what is known.
  // The lock keeps the next look waiting until this one is recorded.
  await runner.query(`
    create function require_latest_look(account uuid, look bigint) returns void language plpgsql as $$
      begin
        perform 1 from stripe_customers where account_id = account and looks = look for share;
        if not found then
          raise unique_violation using message = 'Somebody looked since', constraint = 'stripe_customers_latest_look';
        end if;
      end
    $$`)
})
