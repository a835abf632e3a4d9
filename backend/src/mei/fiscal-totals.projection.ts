import { monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { fiscalKeyOf, type FiscalTotal } from '@prumo/shared/fiscal-rules'
import { searchable } from '@prumo/shared/search'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { counting, type TransactionDetails, type TransactionEvent } from '../transactions/transaction.events.js'

/**
 * Monthly totals of transactions by what decides whether and how they count for the MEI, whatever its profile. Key columns are
 * empty for null; categories are in searchable form.
 */
export const fiscalTotals = defineProjection<TransactionEvent>({
  table: {
    name: 'fiscal_totals',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      month: 'text not null',
      type: 'text not null',
      category: 'text not null',
      counts_as_revenue: 'text not null',
      activity: 'text not null',
      has_invoice: 'boolean not null',
      amount: 'bigint not null',
      count: 'bigint not null',
      // Those that are dated in the month, in any state; in the rows without what a person says.
      transactions: 'bigint not null',
    },
    key: ['account_id', 'month', 'type', 'category', 'counts_as_revenue', 'activity', 'has_invoice'],
  },
  on: counting(count),
})

// Rows are written out, because copies of copies take most of the time here (docs/performance.md).
function count(accountId: string, details: TransactionDetails, times: 1 | -1, rows: TableRows): void {
  const [type, category] = [details.type, searchable(details.category ?? '')]
  rows.add({
    account_id: accountId,
    month: monthOf(details.date),
    type,
    category,
    counts_as_revenue: '',
    activity: '',
    has_invoice: false,
    amount: 0,
    count: 0,
    transactions: times,
  })
  const key = fiscalKeyOf(details)
  if (!key) return
  rows.add({
    account_id: accountId,
    month: key.month,
    type,
    category,
    counts_as_revenue: key.countsAsRevenue === null ? '' : String(key.countsAsRevenue),
    activity: key.activity ?? '',
    has_invoice: key.hasInvoice,
    amount: times * details.amount,
    count: times,
    transactions: 0,
  })
}

const TOTALS = {
  name: 'fiscal-totals',
  text: `
    select type, month, case when category = any ($4::text[]) then category end as category,
      case counts_as_revenue when '' then null else counts_as_revenue = 'true' end as "countsAsRevenue",
      nullif(activity, '') as activity, has_invoice as "hasInvoice", sum(amount)::bigint as amount, sum(count)::bigint as count
    from fiscal_totals where account_id = $1 and month between $2 and $3 and count > 0
    group by 1, 2, 3, 4, 5, 6`,
}
const FIRST_MONTH = {
  name: 'first-month',
  text: 'select month from fiscal_totals where account_id = $1 and transactions > 0 order by month limit 1',
}
const OF_CATEGORY = {
  name: 'count-of-category-form',
  text: `
    select coalesce(sum(transactions), 0)::integer as count from fiscal_totals
    where account_id = $1 and category = $2 and type <> 'transfer'`,
}

/**
 * The totals of the months from one to another, both included.
 * @param categories those that differ from the rest, in searchable form; the others are null
 */
export function readFiscalTotals(
  database: RowReader,
  accountId: string,
  { from, to }: { from: CalendarMonth; to: CalendarMonth },
  categories: readonly string[],
): Promise<FiscalTotal[]> {
  return database.rows<FiscalTotal>(TOTALS, [accountId, from, to, categories])
}

/** The month of the account's first transaction; null without any. */
export async function readFirstMonth(database: RowReader, accountId: string): Promise<CalendarMonth | null> {
  return (await database.rows<{ month: CalendarMonth }>(FIRST_MONTH, [accountId]))[0]?.month ?? null
}

/** How many transactions of any state have a category, in whatever spelling. */
export async function countOfForm(database: RowReader, accountId: string, category: string): Promise<number> {
  return (await database.rows<{ count: number }>(OF_CATEGORY, [accountId, searchable(category)]))[0]?.count ?? 0
}
