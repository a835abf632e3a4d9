import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Messages of the contact form that are not mailed yet: sealed, and gone once they are. */
export class ContactMessages1764200400000 implements MigrationInterface {
  name = 'ContactMessages1764200400000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table contact_messages (
        id uuid primary key,
        wrapped_key bytea not null,
        sealed text not null
      )`)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table contact_messages`)
  }
}
