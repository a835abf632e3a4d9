import type { Database } from '@prumo/backend/platform/database/database'

/** Makes a statement fail that deletes more than `most` rows of a table at once, as one that exceeds its timeout would. */
export async function refuseLargeDeletes(owner: Database, table: string, most: number): Promise<void> {
  await owner.rows({
    text: `
      create or replace function refuse_large_delete() returns trigger language plpgsql as $$
        begin
          if (select count(*) from gone) > tg_argv[0]::integer then
            raise exception 'Too many rows of % in one statement', tg_table_name;
          end if;
          return null;
        end
      $$`,
  })
  await owner.rows({
    text: `
      create trigger refuse_large_delete after delete on ${table} referencing old table as gone
      for each statement execute function refuse_large_delete(${most})`,
  })
}
