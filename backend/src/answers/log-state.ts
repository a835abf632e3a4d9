import type { Position } from '@prumo/shared/freshness'
import { parsePosition, positionSql } from '../event-store/stream/log-name.js'
import { stampSql } from './answer-stamps.js'

/** What answers about an account depend on that can change: where its log ends, and what workers computed of it. */
export interface LogState {
  position: Position
  /** The stamp of each stored answer. */
  stamps: readonly string[]
}

/** The columns that `parseLogState` reads. */
export interface LogStateColumns {
  position: string
  stamps: string[]
}

/** The SQL of those columns, so that a statement about an account reads its log's state too. @param account the SQL of the account's id */
export const logStateSql = (account: string) => `${positionSql(account)} as position,
  (select coalesce(array_agg(${stampSql('c', account)}), '{}') from stored_answers c where c.account_id = ${account}) as stamps`

export function parseLogState({ position, stamps }: LogStateColumns): LogState {
  return { position: parsePosition(position), stamps }
}
