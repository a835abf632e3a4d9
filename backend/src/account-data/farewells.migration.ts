import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Where people are told that their account is gone. The address is sealed under the master key and gone once the mail is sent. */
export class Farewells1764200300000 implements MigrationInterface {
  name = 'Farewells1764200300000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table farewells (account_id uuid primary key, address bytea not null)')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table farewells')
  }
}
