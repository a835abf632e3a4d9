import { readPosition, type Position } from '@prumo/shared/freshness'

// What a server process can never change is read once by each and kept as a setting of its session: it is in a file.
const CLUSTER = `
  coalesce(nullif(current_setting('prumo.cluster', true), ''), set_config('prumo.cluster', to_hex(hashtextextended(
    (select system_identifier from pg_control_system()) || ' ' || (select oid from pg_database where datname = current_database()), 0)), false))`

// A standby tells it otherwise, and may be promoted under its connections: so it is asked with each statement.
const TIMELINE = `
  case when pg_is_in_recovery()
    then (select lpad(to_hex(greatest(c.timeline_id, r.min_recovery_end_timeline)), 8, '0') from pg_control_checkpoint() c, pg_control_recovery() r)
    else lower(left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)) end`

/**
 * The SQL of the name of the history that the database goes on with: of the cluster and the database, and of the timeline,
 * which is another one after a standby was promoted or a backup was brought up to a moment.
 */
export const LOG_NAME = `(select ${CLUSTER} || ${TIMELINE})`

/** The SQL of where an account's log ends, as `positionIn` reads it; 0 where it is not open. @param account the SQL of its id */
export const positionSql = (account: string) => `(select ${LOG_NAME} || '.' || coalesce((select seq from account_heads where account_id = ${account}), 0))`

/** The position in an answer of that SQL. */
export function positionIn(text: string): Position {
  const position = readPosition(text)
  if (!position) throw new Error('Postgres told no position')
  return position
}
