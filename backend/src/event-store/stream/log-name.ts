import { randomBytes } from 'node:crypto'
import { readPosition, type Position } from '@prumo/shared/freshness'
import type { RowReader } from '../../platform/database/connection-pool.js'

// The name is read beside the head, so that with Citus it is that of the account's own node.
/**
 * SQL of the end of an account's log, in the format of `parsePosition`; position 0 without a log. @param account SQL of the
 * account's id
 */
export const positionSql = (account: string) =>
  `coalesce((select log_name() || '.' || seq from account_heads where account_id = ${account}), log_name() || '.0')`

/** Parses the result of `positionSql`. */
export function parsePosition(text: string): Position {
  const position = readPosition(text)
  if (!position) throw new Error('Postgres returned a malformed position')
  return position
}

// Values that cannot change during a backend's life come from a file, so they are read once and cached as a session setting.
// The timeline changes under open connections when a standby is promoted, so it is read each time, in a microsecond.
/**
 * SQL that defines the name of the history: cluster and database; the timeline, which changes on a promotion or a point-in-time
 * recovery; and a generation, because a rolled back volume keeps the others. The generation is part of the function's source,
 * which every node and standby replicates.
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
 * Renames the log after its database was restored to an earlier state. The generation is random, because two databases restored
 * from one backup are two histories.
 * @param owner a connection with the role that owns the tables @returns the name
 */
export async function renameLog(owner: RowReader): Promise<string> {
  await owner.rows({ text: logNameFunction(randomBytes(4).toString('hex')) })
  const [{ log }] = (await owner.rows<{ log: string }>(LOG_NAME)) as [{ log: string }]
  return log
}
