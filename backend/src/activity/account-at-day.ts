import type { AccountAtDay } from '@prumo/shared/activity'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { AVERAGED_MONTHS, monthsUntil } from '@prumo/shared/emergency-fund-rules'
import { emergencyFund, fundOfRows } from '../emergency-fund/emergency-fund.projection.js'
import { toEmergencyFund } from '../emergency-fund/fund-answers.js'
import type { Projection } from '../event-store/projection/projection.js'
import { Ask } from '../event-store/projection/query.js'
import type { Row } from '../event-store/projection/table.js'
import { replayAccount } from '../event-store/projection/replay.js'
import type { LogReading } from '../event-store/log-reading.js'
import { goalList, goalsOfRows } from '../goals/goal-list.projection.js'
import type { Database } from '../platform/database/database.js'
import { taskList, tasksOfRows } from '../tasks/task-list.projection.js'
import { spentOfRows, summaryOfRows, transactionTotals } from '../transactions/transaction-totals.projection.js'
import { firstOfDay, visibleLog } from './activity-log.js'

/** Events held at a time: transactions are added up day by day and never held, so memory does not grow with them. */
const AT_ONCE = 1_000
const REPLAYED: readonly Projection[] = [transactionTotals, goalList, taskList, emergencyFund]

/** How an account stood at the end of a day in São Paulo, by replaying its log, read page by page. Throws NOT_FOUND for an erased one. */
export class ReplayDay extends Ask<AccountAtDay> {
  constructor(
    readonly reading: LogReading,
    readonly accountId: string,
    readonly date: CalendarDate,
  ) {
    super()
  }

  async answer(database: Database): Promise<AccountAtDay> {
    const { date, accountId } = this
    const { from: fromSeq } = await visibleLog(database, this.reading, accountId)
    const toSeq = (await firstOfDay(database, accountId, addDays(date, 1))) - 1
    const tables = await replayAccount(database.pool, this.reading, accountId, { fromSeq, toSeq, atOnce: AT_ONCE }, REPLAYED)
    const [totals, goals, tasks, funds] = tables.map((table) => table.rows()) as [Row[], Row[], Row[], Row[]]
    const fund = fundOfRows(funds)
    const spent = { [AVERAGED_MONTHS]: spentOfRows(totals, monthsUntil(date, AVERAGED_MONTHS).from, date) }
    return { date, summary: summaryOfRows(totals), goals: goalsOfRows(goals), tasks: tasksOfRows(tasks), emergencyFund: fund && toEmergencyFund(fund, spent) }
  }
}
