import type { Position } from '@prumo/shared/freshness'
import { positionIn, positionSql } from '../event-store/stream/log-name.js'
import { stampSql } from './answer-stamps.js'

/** What answers about an account depend on that can change: where its log ends, and what workers computed of it. */
export interface LogStanding {
  position: Position
  /** The stamp of each stored answer. */
  stamps: readonly string[]
}

/** The columns that `readLogStanding` reads. */
export interface LogStandingColumns {
  position: string
  stamps: string[]
}

/** The SQL of those columns, so that a statement about an account reads its standing too. @param account the SQL of the account's id */
export const logStandingSql = (account: string) => `${positionSql(account)} as position,
  (select coalesce(array_agg(${stampSql('c', account)}), '{}') from stored_answers c where c.account_id = ${account}) as stamps`

export function readLogStanding({ position, stamps }: LogStandingColumns): LogStanding {
  return { position: positionIn(position), stamps }
}
