import { monthBounds, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { daysBeforePeriod, daysOfPeriod, type ReportPeriod } from '@prumo/shared/report-rules'
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

/** The settled transactions of a category over some days. */
export type CategorySum = Omit<CategoryMonth, 'month' | 'count'>

/** The sums for a report of a period. */
export interface ReportSums {
  /** Of the period's days. */
  months: CategoryMonth[]
  /** Of the days that the period is compared with. */
  before: CategorySum[]
  /** Whether the account had transactions by the end of the first of the compared months; otherwise there is nothing to compare with. */
  isComparable: boolean
}

const READ = {
  name: 'read-report-sums',
  text: `
    select (select coalesce(json_agg(months), '[]') from (${groupsOf('account_id = $1')}) months) as months,
      (select coalesce(json_agg(sums), '[]') from (
        select type, category, sum(amount)::bigint as amount from category_totals
        where account_id = $1 and day between $4 and $5 group by 1, 2 having sum(count) <> 0) sums) as before,
      exists (select from category_totals where account_id = $1 and day <= $6 and count <> 0) as "isComparable"`,
}

/** Reads the sums for a report of a period up to a day. */
export class FindReportSums extends AccountQuery<ReportSums> {
  constructor(
    readonly accountId: string,
    readonly period: ReportPeriod,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<ReportSums> {
    const { from, to } = daysOfPeriod(this.period, this.today)
    const before = daysBeforePeriod(this.period, this.today)
    const firstMonthEnd = monthBounds(monthOf(before.from)).to
    const [sums] = await database.rows<ReportSums>(READ, [this.accountId, from, to, before.from, before.to, firstMonthEnd])
    return sums!
  }
}

/** A goal in a report. */
export interface GoalProgressFact {
  title: string
  completed: boolean
}

/** A settled transaction that did not repeat and was more than a third of its category's month. Amounts in centavos. */
export interface OneOffFact {
  date: CalendarDate
  description: string
  type: FlowType
  /** Empty for none. */
  category: string
  amount: number
  /** The sum of its category's month. */
  monthTotal: number
}

/** The facts for the insights of every period, all at one position of the log. */
export interface ReportFacts {
  seq: number
  /** Of the longest period. */
  months: readonly CategoryMonth[]
  /** Sorted by deadline. */
  goals: readonly GoalProgressFact[]
  /** Of the longest period, largest first; the largest five of each month. */
  oneOffs: readonly OneOffFact[]
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

/** The least number of months with transactions from which one of them can be said to be a one-off. */
const ONE_OFF_MONTHS = 3
/** The most one-offs of a month, so that the answer stays small whatever an account holds. */
const ONE_OFFS_A_MONTH = 5

// The sums of days find the few days that can hold a one-off, so that only their transactions are read.
const ONE_OFFS = `
  select date, description, type, category, amount, "monthTotal" from (
    select t.date, t.description, t.type, d.category, t.amount, d.month_total as "monthTotal",
      row_number() over (partition by date_trunc('month', t.date) order by t.amount desc, t.date, t.description, t.id) as place
    from (
      select day, type, category, sum(amount)::bigint as amount,
        (sum(sum(amount)) over (partition by date_trunc('month', day), type, category))::bigint as month_total
      from category_totals where account_id = h.account_id and account_id = any ($1::uuid[]) and day between $2 and $3
      group by day, type, category having sum(count) <> 0) d
    join transaction_list t on t.account_id = h.account_id and t.account_id = any ($1::uuid[])
      and coalesce(t.category, '') = d.category and t.type = d.type and t.state = 'settled' and t.date = d.day
    where d.amount * 3 > d.month_total and t.amount * 3 > d.month_total and t.recurrence_id is null
      and not exists (
        select from transaction_list o
        where o.account_id = h.account_id and o.account_id = any ($1::uuid[]) and o.alike = t.alike and o.type = t.type
          and o.state = 'settled' and o.date between $2 and $3 and date_trunc('month', o.date) <> date_trunc('month', t.date))
      and ${ONE_OFF_MONTHS} <= (
        select count(distinct date_trunc('month', day)) from category_totals
        where account_id = h.account_id and account_id = any ($1::uuid[]) and day between $2 and $3 and count <> 0)) ranked
  where place <= ${ONE_OFFS_A_MONTH} order by amount desc, date, description`

// One statement, so that all facts are of one moment.
const FACTS = {
  name: 'read-report-facts',
  text: `
    select h.account_id as "accountId", h.seq,
      (select coalesce(json_agg(months), '[]') from (${groupsOf('account_id = h.account_id and account_id = any ($1::uuid[])')}) months) as months,
      (select coalesce(json_agg(json_build_object('title', title, 'completed', completed) order by deadline, created_at, id), '[]')
        from goal_list g where g.account_id = h.account_id and g.account_id = any ($1::uuid[])) as goals,
      (select coalesce(json_agg(one_offs), '[]') from (${ONE_OFFS}) one_offs) as "oneOffs"
    from account_heads h where h.account_id = any ($1::uuid[])`,
}
