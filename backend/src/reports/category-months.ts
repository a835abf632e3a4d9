import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import { daysOfPeriod, type ReportPeriod } from '@prumo/shared/report-rules'
import type { FlowType } from '@prumo/shared/transaction-rules'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'

/** The settled transactions of a month in one category. */
export interface CategoryMonth {
  month: CalendarMonth
  type: FlowType
  /** Empty for none. */
  category: string
  /** Centavos. */
  amount: number
  count: number
}

/** The sums of months from $2 to $3. @param condition SQL of the accounts */
const groupsOf = (condition: string) => `
  select to_char(day, 'YYYY-MM') as month, type, category, sum(amount)::bigint as amount, sum(count)::bigint as count
  from category_totals where ${condition} and day between $2 and $3 group by 1, 2, 3 having sum(count) <> 0`

const READ = { name: 'read-category-months', text: groupsOf('account_id = $1') }

/** The sums for a report of a period up to a day. */
export class FindCategoryMonths extends AccountQuery<CategoryMonth[]> {
  constructor(
    readonly accountId: string,
    readonly period: ReportPeriod,
    readonly today: CalendarDate,
  ) {
    super()
  }

  answer(database: RowReader): Promise<CategoryMonth[]> {
    const { from, to } = daysOfPeriod(this.period, this.today)
    return database.rows<CategoryMonth>(READ, [this.accountId, from, to])
  }
}

/** A goal in a report. */
export interface GoalProgressFact {
  title: string
  completed: boolean
}

/** The facts for the insights of every period, all at one position of the log. */
export interface ReportFacts {
  seq: number
  /** Of the longest period. */
  months: readonly CategoryMonth[]
  /** Sorted by deadline. */
  goals: readonly GoalProgressFact[]
}

/** Reads the facts for the insights of accounts up to a day, by account; missing accounts are left out. */
export async function readReportFacts(
  database: RowReader,
  accounts: readonly string[],
  today: CalendarDate,
): Promise<Map<string, ReportFacts>> {
  const { from, to } = daysOfPeriod('1year', today)
  const rows = await database.rows<ReportFacts & { accountId: string }>(FACTS, [accounts, from, to])
  return new Map(rows.map(({ accountId, ...facts }) => [accountId, facts]))
}

// One statement, so that all facts are of one moment.
const FACTS = {
  name: 'read-report-facts',
  text: `
    select h.account_id as "accountId", h.seq,
      (select coalesce(json_agg(months), '[]') from (${groupsOf('account_id = h.account_id and account_id = any ($1::uuid[])')}) months) as months,
      (select coalesce(json_agg(json_build_object('title', title, 'completed', completed) order by deadline, created_at, id), '[]')
        from goal_list g where g.account_id = h.account_id and g.account_id = any ($1::uuid[])) as goals
    from account_heads h where h.account_id = any ($1::uuid[])`,
}
