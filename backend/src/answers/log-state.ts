import type { Position } from '@prumo/shared/freshness'
import { parsePosition, positionSql } from '../event-store/stream/log-name.js'
import { stampSql } from './answer-stamps.js'

/** The mutable state that an account's answers depend on: the end of its log, and its stored answers. */
export interface LogState {
  position: Position
  /** The stamp of each stored answer. */
  stamps: readonly string[]
}

/** The columns of `logStateSql`. */
export interface LogStateColumns {
  position: string
  stamps: string[]
}

/** SQL of these columns, to read a log's state in any statement about an account. @param account SQL of the account's id */
export const logStateSql = (account: string) => `${positionSql(account)} as position,
  (select coalesce(array_agg(${stampSql('c', account)}), '{}') from stored_answers c where c.account_id = ${account}) as stamps`

export function parseLogState({ position, stamps }: LogStateColumns): LogState {
  return { position: parsePosition(position), stamps }
}
