import { randomBytes } from 'node:crypto'
import { readPosition, type Position } from '@prumo/shared/freshness'
import type { RowReader } from '../../platform/database/connection-pool.js'

// The name is asked beside the head, so that with Citus it is always that of the account's own node.
/** The SQL of where an account's log ends, as `parsePosition` reads it; 0 where it is not open. @param account the SQL of its id */
export const positionSql = (account: string) =>
  `coalesce((select log_name() || '.' || seq from account_heads where account_id = ${account}), log_name() || '.0')`

/** The position in an answer of that SQL. */
export function parsePosition(text: string): Position {
  const position = readPosition(text)
  if (!position) throw new Error('Postgres told no position')
  return position
}

// What a server process can never change is in a file, so each reads it once and keeps it as a setting of its session. The
// timeline changes under the connections of a standby that is promoted: it is asked each time, which costs a microsecond.
/**
 * The SQL that defines what names the history: the cluster and the database; the timeline, which is another one after a standby was
 * promoted or a backup was brought up to a moment; and a generation. A volume that was rolled back has all but the last as before.
 * The generation is part of the function, because every node and every standby has that.
 * @param generation up to 8 characters of 0-9 and a-z
 */
export const logNameFunction = (generation: string) => `
  create or replace function log_name() returns text language plpgsql stable as $$
  declare
    place text := current_setting('prumo.place', true);
  begin
    if place is null or place = '' then
      place := to_hex(hashtextextended(
        (select system_identifier from pg_control_system()) || ' ' || (select oid from pg_database where datname = current_database()), 0));
      perform set_config('prumo.place', place, false);
    end if;
    if pg_is_in_recovery() then
      return place || (select lpad(to_hex(greatest(c.timeline_id, r.min_recovery_end_timeline)), 8, '0') from pg_control_checkpoint() c, pg_control_recovery() r) || '${generation}';
    end if;
    return place || lower(left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)) || '${generation}';
  end $$`

const LOG_NAME = { text: 'select log_name() as log' }

/**
 * Gives the log another name, after its database was put back to an earlier state. The generation is random: two that were raised
 * from the same backup are two histories.
 * @param owner a connection of the tables' owner @returns the name
 */
export async function renameLog(owner: RowReader): Promise<string> {
  await owner.rows({ text: logNameFunction(randomBytes(4).toString('hex')) })
  const [{ log }] = (await owner.rows<{ log: string }>(LOG_NAME)) as [{ log: string }]
  return log
}
