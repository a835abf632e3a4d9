import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which of Stripe's customers an erased account was, until Stripe has ended what it paid for. No foreign key: the person is gone. */
export class LeavingCustomers1764200500000 implements MigrationInterface {
  name = 'LeavingCustomers1764200500000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table leaving_customers (account_id uuid primary key, customer_id text not null)')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table leaving_customers')
  }
}
