import { migration } from '../../platform/database/migrate.js'

/** Which of Stripe's customers an erased account was, until Stripe has ended what it paid for. No foreign key: the person is gone. */
export const LeavingCustomers1764200500000 = migration('LeavingCustomers1764200500000', async (runner) => {
  await runner.query('create table leaving_customers (account_id uuid primary key, customer_id text not null)')
})
