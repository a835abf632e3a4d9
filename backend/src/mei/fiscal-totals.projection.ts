import { createHash } from 'node:crypto'
import { monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { heldText, settledMonths } from '@prumo/shared/closing-rules'
import { fiscalKeyOf, type FiscalTotal } from '@prumo/shared/fiscal-rules'
import { searchable } from '@prumo/shared/search'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { counting, type TransactionDetails, type TransactionEvent } from '../transactions/transaction.events.js'

/**
 * Monthly totals of transactions by what decides whether and how they count for the MEI, whatever its profile, and a hash of what is
 * settled in the month. Key columns are empty for null; categories are in searchable form.
 */
export const fiscalTotals = defineProjection<TransactionEvent>({
  table: {
    name: 'fiscal_totals',
    version: 2,
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
      // Sums of hashes of what is settled in the month, in the same rows: equal for equal transactions in any order.
      content_high: 'bigint not null',
      content_low: 'bigint not null',
    },
    key: ['account_id', 'month', 'type', 'category', 'counts_as_revenue', 'activity', 'has_invoice'],
  },
  on: counting(count),
})

function count(accountId: string, details: TransactionDetails, times: 1 | -1, rows: TableRows, id: string): void {
  const place = { account_id: accountId, type: details.type, category: searchable(details.category ?? '') }
  const unsaid = { counts_as_revenue: '', activity: '', has_invoice: false }
  const none = { amount: 0, count: 0, transactions: 0, content_high: 0, content_low: 0 }
  const dated = monthOf(details.date)
  rows.add({ ...place, month: dated, ...unsaid, ...none, transactions: times })
  const { months, high, low } = contentOf(id, details)
  for (const month of months) rows.add({ ...place, month, ...unsaid, ...none, content_high: times * high, content_low: times * low })
  const key = fiscalKeyOf(details)
  if (!key) return
  const { month, countsAsRevenue, activity, hasInvoice } = key
  const said = {
    counts_as_revenue: countsAsRevenue === null ? '' : `${countsAsRevenue}`,
    activity: activity ?? '',
    has_invoice: hasInvoice,
  }
  rows.add({ ...place, month, ...said, ...none, amount: times * details.amount, count: times })
}

/** The months in which a transaction is settled, and what it adds to the hash of each: two numbers below 2^32. */
function contentOf(id: string, details: TransactionDetails): { months: CalendarMonth[]; high: number; low: number } {
  // Named one by one: each text of the log is decrypted when it is read.
  const { date, amount, type, description, category, walletId, to, isScheduled, isConfirmed, isReceived } = details
  const place = { walletId, toWalletId: to?.walletId ?? null, toDate: to?.date ?? null }
  const closable = { date, amount, type, description, category, ...place, isScheduled, isConfirmed, isReceived }
  const months = settledMonths(closable)
  if (months.length === 0) return { months, high: 0, low: 0 }
  const digest = createHash('sha256').update(heldText(id, closable)).digest()
  return { months, high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) }
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
