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

/** Columns for the months of a year, each of which counts from January until its month. */
const untilColumns = Array.from({ length: 12 }, (_, index) => `until_${String(index + 1).padStart(2, '0')}`)

/**
 * How many transactions of a type have descriptions that are alike, by month. A row has a whole year, so that the descriptions of two
 * years are few rows, and its counts are cumulative, so that those of any months are one difference.
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
      ...Object.fromEntries(untilColumns.map((column) => [column, 'integer not null'] as const)),
    },
    key: ['account_id', 'year', 'type', 'alike'],
  },
  on: counting(count),
})

function count(accountId: string, { type, date, description }: TransactionDetails, times: 1 | -1, rows: TableRows): void {
  if (type === 'transfer') return
  const row: Record<string, ColumnValue> = { account_id: accountId, year: Number(date.slice(0, 4)), type, alike: alike(description) }
  const month = Number(date.slice(5, 7))
  for (const [index, column] of untilColumns.entries()) row[column] = index + 1 < month ? 0 : times
  rows.add(row)
}

/** The months that are remembered: this one and those before it. */
const MONTHS = 24

/** The months of a year, from 1 to 12, that are after the first of these and not after the second. */
type MonthSpan = readonly [after: number, until: number]

/** The count of a year's row until a month, of none before January. */
function untilSql(month: number): string {
  return untilColumns[month - 1] ?? '0'
}

/** The last month of a span with transactions, in a row that has some in it: the first one until which all of them are counted. */
function lastMonthSql([after, until]: MonthSpan, all = untilSql(until)): string {
  if (after + 1 === until) return String(until)
  const middle = Math.floor((after + until) / 2)
  return `case when ${untilSql(middle)} = ${all} then ${lastMonthSql([after, middle], all)} else ${lastMonthSql([middle, until], all)} end`
}

/** Of groups with so few, which may be very many, the month of the last one decides first. */
const FEW = 2

/**
 * The groups with the highest counts, and all that share the last place, because the day and the text decide among them, which only
 * their latest transactions have. A text for each month of the year, so that most rows cost a difference and no comparisons of months.
 * @param month from 1 to 12
 */
function usedSql(month: number): { name: string; text: string } {
  const spans: [year: string, span: MonthSpan][] = [
    ['$2', [0, month]],
    ['$2 - 1', [0, 12]],
    ['$2 - 2', [month, 12]],
  ]
  const ofYear = (value: (span: MonthSpan) => string) =>
    `case year ${spans.map(([year, span]) => `when ${year} then ${span[0] === 12 ? '0' : value(span)}`).join(' ')} end`
  const used = ofYear(([after, until]) => (after === 0 ? untilSql(until) : `${untilSql(until)} - ${untilSql(after)}`))
  const last = `year * 12 + ${ofYear((span) => lastMonthSql(span))}`
  return {
    name: `used-descriptions-${month}`,
    text: `
      with first as materialized (
        select type, alike, sum(${used})::integer as count from description_totals
        where account_id = $1 and year between $2 - 2 and $2 and ${used} > 0 group by type, alike
        order by sum(${used}) desc, case when sum(${used}) <= ${FEW} then max(case when ${used} <= ${FEW} then ${last} end) end desc
        fetch first $3 rows with ties
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
