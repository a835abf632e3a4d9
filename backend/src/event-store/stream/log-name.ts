import { readPosition, type Position } from '@prumo/shared/freshness'

// The name is asked beside the head, so that with Citus it is always that of the account's own node.
/** The SQL of where an account's log ends, as `positionIn` reads it; 0 where it is not open. @param account the SQL of its id */
export const positionSql = (account: string) =>
  `coalesce((select log_name() || '.' || seq from account_heads where account_id = ${account}), log_name() || '.0')`

/** The position in an answer of that SQL. */
export function positionIn(text: string): Position {
  const position = readPosition(text)
  if (!position) throw new Error('Postgres told no position')
  return position
}
