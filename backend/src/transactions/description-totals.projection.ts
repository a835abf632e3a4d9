import { addMonths, monthBounds, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { alike } from '@prumo/shared/search'
import type { UsedDescription, UsedDescriptions } from '@prumo/shared/transactions'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ColumnValue, TableRows } from '../event-store/projection/table.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { counting, type TransactionDetails, type TransactionEvent } from './transaction.events.js'

/** A column for each month of a year. */
const monthColumns = Array.from({ length: 12 }, (_, index) => `m${String(index + 1).padStart(2, '0')}`)

/**
 * How many transactions of a type have descriptions that are alike, by month. A row has a whole year, so that the descriptions of two
 * years are few rows.
 */
export const descriptionTotals = defineProjection<TransactionEvent>({
  table: {
    name: 'description_totals',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      year: 'integer not null',
      type: 'text not null',
      alike: 'text not null',
      ...Object.fromEntries(monthColumns.map((column) => [column, 'integer not null'] as const)),
    },
    key: ['account_id', 'year', 'type', 'alike'],
  },
  on: counting(count),
})

function count(accountId: string, { type, date, description }: TransactionDetails, times: 1 | -1, rows: TableRows): void {
  if (type === 'transfer') return
  const row: Record<string, ColumnValue> = { account_id: accountId, year: Number(date.slice(0, 4)), type, alike: alike(description) }
  for (const column of monthColumns) row[column] = 0
  row[`m${date.slice(5, 7)}`] = times
  rows.add(row)
}

/** The months that are remembered: this one and those before it. */
const MONTHS = 24

/** Of the rows of a year, the number of transactions in some of its months, and the last of these with any, from 1 to 12. */
function monthsSql(columns: readonly string[]): { count: string; last: string } {
  const months = columns.toReversed().map((column) => `when ${column} > 0 then ${Number(column.slice(1))}`)
  return { count: columns.join(' + '), last: `case ${months.join(' ')} end` }
}

/**
 * The groups with the highest counts, of equal ones those used last by month; all that share the last place, because the day and
 * the text decide among them, which only their latest transactions have. A text for each month of the year, so that each row costs
 * a sum and few comparisons.
 * @param month from 1 to 12
 */
function usedSql(month: number): { name: string; text: string } {
  const first = monthsSql(monthColumns.slice(month))
  const last = monthsSql(monthColumns.slice(0, month))
  const between = monthsSql(monthColumns)
  const ofYear = (part: 'count' | 'last') =>
    `case year when $2 then ${last[part]} when $2 - 1 then ${between[part]} else ${month === 12 ? '0' : first[part]} end`
  return {
    name: `used-descriptions-${month}`,
    // In December, the window is two whole years.
    text: `
      with groups as materialized (
        select type, alike, sum(${ofYear('count')})::integer as count, max(year * 12 + ${ofYear('last')}) as last_month
        from description_totals where account_id = $1 and year between $2 - ${month === 12 ? 1 : 2} and $2
        group by type, alike having sum(${ofYear('count')}) > 0
      ), first as materialized (
        select type, alike, count from groups order by count desc, last_month desc fetch first $3 rows with ties
      )
      select l.description, f.type, l.category, l.amount, l.wallet_id as "walletId", f.count, l.date as "lastDate"
      from first f cross join lateral (
        select description, category, amount, wallet_id, date from transaction_list t
        where t.account_id = $1 and t.alike = f.alike and t.type = f.type and t.date between $4::date and $5::date
        order by t.date desc, t.created_at desc, t.id desc limit 1) l
      order by f.count desc, l.date desc, l.description, f.type limit $3`,
  }
}

/** What a person called things in the last months, most used first. */
export class ListDescriptions extends AccountQuery<OnWire<UsedDescriptions>> {
  constructor(
    readonly accountId: string,
    readonly today: CalendarDate,
    readonly limit: number,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<UsedDescriptions>> {
    const { to } = monthBounds(monthOf(this.today))
    const { from } = monthBounds(monthOf(addMonths(`${monthOf(this.today)}-01`, 1 - MONTHS)))
    const [year, month] = [Number(to.slice(0, 4)), Number(to.slice(5, 7))]
    const rows = await database.rows<UsedDescription>(usedSql(month), [this.accountId, year, this.limit, from, to])
    return { descriptions: rows.map((row) => ({ ...row, amount: centavosToReais(row.amount) })) }
  }
}
