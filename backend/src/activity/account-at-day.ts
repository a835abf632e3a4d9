import type { AccountAtDay } from '@prumo/shared/activity'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { AVERAGED_MONTHS, monthsUntil } from '@prumo/shared/emergency-fund-rules'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { statedBalances } from '../balance/stated-balances.projection.js'
import { emergencyFund, fundOfRows } from '../emergency-fund/emergency-fund.projection.js'
import { toEmergencyFund } from '../emergency-fund/fund-answers.js'
import type { AccountRows, CheckpointDefinition } from '../event-store/projection/account-rows.js'
import { replayFromCheckpoint } from '../event-store/replay/checkpoints.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import type { LogReading } from '../event-store/log-reading.js'
import { goalList, goalsOfRows } from '../goals/goal-list.projection.js'
import { recurrenceList } from '../recurrences/recurrence-list.projection.js'
import { taskList, tasksOfRows } from '../tasks/task-list.projection.js'
import { spentOfRows, summaryOfRows, transactionTotals } from '../transactions/transaction-totals.projection.js'
import { walletsOfRows } from '../wallets/find-wallets.js'
import { mainWallet, walletList } from '../wallets/wallet-list.projection.js'
import { findFirstOfDay, findVisibleLog, type VisibleLog } from './activity-log.js'

/** The kind of job that makes an account's checkpoints. */
export const CHECKPOINTS = 'checkpoints'

/**
 * The projections of the answer about a day, and of a forecast made on a day. Their rows are not merged: a balance may go back to
 * any day.
 */
export const dayCheckpoints: CheckpointDefinition = {
  version: 2,
  every: 2_000,
  projections: [transactionTotals, goalList, taskList, emergencyFund, statedBalances, recurrenceList, walletList, mainWallet],
  toCheckpointRow: (_table, row) => row,
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
    return accountOfRows(accountId, rows, date)
  }
}

/** The answer about a day, from the rows of `dayCheckpoints` at its end. */
export function accountOfRows(accountId: string, { tables }: AccountRows, date: CalendarDate): OnWire<AccountAtDay> {
  const [totals, goals, tasks, funds] = tables.map((table) => table.rows()) as [
    ProjectionRow[],
    ProjectionRow[],
    ProjectionRow[],
    ProjectionRow[],
  ]
  const fund = fundOfRows(funds)
  const wallets = walletsOfRows(accountId, new Map(tables.map((held) => [held.table.name, held.rows()])), date, '')
  const spent = { [AVERAGED_MONTHS]: spentOfRows(totals, spentFrom(date), date) }
  return {
    date,
    summary: summaryOfRows(totals),
    goals: goalsOfRows(goals),
    tasks: tasksOfRows(tasks),
    emergencyFund: fund && toEmergencyFund(fund, spent),
    wallets: wallets.map(({ id, name, kind, isArchived, amount }) => ({
      id,
      name,
      kind,
      archived: isArchived,
      balance: centavosToReais(amount),
    })),
  }
}
