import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which program the log is of, which read models were made of it, and who wrote while one of them changes places. */
export class LogEpoch1764100000000 implements MigrationInterface {
  name = 'LogEpoch1764100000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table log_epoch (single boolean primary key default true check (single), epoch integer not null)')
    await runner.query('insert into log_epoch (epoch) values (0)')
    // Programs of before made it themselves.
    await runner.query('create table if not exists read_models (name text primary key, version integer not null)')
    // No key: a row that is just being taken away must not swallow the next note of the same account.
    await runner.query('create unlogged table moved_heads (account_id uuid not null)')
    await runner.query(`
      create function note_moved_head() returns trigger language plpgsql as $$
      begin
        insert into moved_heads values (new.account_id);
        return null;
      end $$`)
    await runner.query('create trigger account_heads_moved after insert or update on account_heads for each row execute function note_moved_head()')
    // Enabled only while a read model is about to change places: to make it and to drop it would take a lock that a reader holds up.
    await runner.query('alter table account_heads disable trigger account_heads_moved')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger account_heads_moved on account_heads')
    await runner.query('drop function note_moved_head')
    await runner.query('drop table moved_heads, log_epoch')
  }
}
