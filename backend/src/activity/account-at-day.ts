import type { AccountAtDay } from '@prumo/shared/activity'
import { addDays, dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { AVERAGED_MONTHS, monthsUntil } from '@prumo/shared/emergency-fund-rules'
import type { OnWire } from '@prumo/shared/money-fields'
import { statedBalance } from '../balance/stated-balance.projection.js'
import { emergencyFund, fundOfRows } from '../emergency-fund/emergency-fund.projection.js'
import { toEmergencyFund } from '../emergency-fund/fund-answers.js'
import type { AccountRows, CheckpointDefinition } from '../event-store/projection/account-rows.js'
import { replayFromCheckpoint } from '../event-store/replay/checkpoints.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import type { LogReading } from '../event-store/log-reading.js'
import { forecastDays } from '../forecast/forecast-days.projection.js'
import { goalList, goalsOfRows } from '../goals/goal-list.projection.js'
import { recurrenceList } from '../recurrences/recurrence-list.projection.js'
import { taskList, tasksOfRows } from '../tasks/task-list.projection.js'
import { spentOfRows, summaryOfRows, transactionTotals } from '../transactions/transaction-totals.projection.js'
import { findFirstOfDay, findVisibleLog, type VisibleLog } from './activity-log.js'

/** The kind of job that makes an account's checkpoints. */
export const CHECKPOINTS = 'checkpoints'

/**
 * The projections of the answer about a day, and of a forecast made on a day. A checkpoint merges the totals of days
 * before the longest averaging window into one row.
 */
export const dayCheckpoints: CheckpointDefinition = {
  version: 1,
  every: 2_000,
  // Not merged: a past forecast may start from a balance of any day.
  projections: [transactionTotals, goalList, taskList, emergencyFund, forecastDays, statedBalance, recurrenceList],
  toCheckpointRow(table, row, at) {
    if (table !== transactionTotals.table) return row
    const before = addDays(spentFrom(dateInSaoPaulo(new Date(at))), -1)
    return String(row.day) < before ? { ...row, day: before } : row
  },
}

/** The first day of the averaging window. */
function spentFrom(date: CalendarDate): CalendarDate {
  return monthsUntil(date, AVERAGED_MONTHS).from
}

/** The rows of `dayCheckpoints` at the end of a day in São Paulo, and the last position of that day. */
export async function replayToEndOf(
  database: Pick<QueryContext, 'rows' | 'pool'>,
  reading: LogReading,
  accountId: string,
  date: CalendarDate,
  { from: fromSeq, key }: VisibleLog,
): Promise<{ rows: AccountRows; toSeq: number }> {
  const toSeq = (await findFirstOfDay(database, accountId, addDays(date, 1))) - 1
  // The log up to a position never changes.
  return { rows: await replayFromCheckpoint(database.pool, reading, { accountId, key, fromSeq, toSeq }), toSeq }
}

/** The account at the end of a day in São Paulo, replayed from the last checkpoint. Throws NOT_FOUND for an erased account. */
export class FindAccountAtDay extends AccountQuery<OnWire<AccountAtDay>> {
  constructor(
    readonly reading: LogReading,
    readonly accountId: string,
    readonly date: CalendarDate,
  ) {
    super()
  }

  async answer(asked: QueryContext): Promise<OnWire<AccountAtDay>> {
    const { date, accountId, reading } = this
    const { rows } = await replayToEndOf(asked, reading, accountId, date, await findVisibleLog(asked, reading, accountId))
    return accountOfRows(rows, date)
  }
}

/** The answer about a day, from the rows of `dayCheckpoints` at its end. */
export function accountOfRows({ tables }: AccountRows, date: CalendarDate): OnWire<AccountAtDay> {
  const [totals, goals, tasks, funds] = tables.map((table) => table.rows()) as [
    ProjectionRow[],
    ProjectionRow[],
    ProjectionRow[],
    ProjectionRow[],
  ]
  const fund = fundOfRows(funds)
  const spent = { [AVERAGED_MONTHS]: spentOfRows(totals, spentFrom(date), date) }
  return {
    date,
    summary: summaryOfRows(totals),
    goals: goalsOfRows(goals),
    tasks: tasksOfRows(tasks),
    emergencyFund: fund && toEmergencyFund(fund, spent),
  }
}
