import { addMonths, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { openMonthOf } from '@prumo/shared/closing-rules'
import type { ClosableMonth, MonthFilter, MonthList } from '@prumo/shared/months'
import { toReais, type OnWire } from '@prumo/shared/money-fields'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ColumnValue } from '../event-store/projection/table.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { MonthDetails, MonthEvent } from './month.events.js'

/** The months that were closed, with their last closing; a reopened one keeps its row. */
export const monthClosings = defineProjection<MonthEvent>({
  table: {
    name: 'month_closings',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      month: 'text not null',
      is_closed: 'boolean not null',
      // Of the closing, or of the reopening.
      position: 'bigint not null',
      at: 'timestamptz(3) not null',
      income: 'bigint not null',
      expense: 'bigint not null',
      count: 'integer not null',
      content_hash: 'text not null',
      first_content_hash: 'text not null',
      was_changed: 'boolean not null',
    },
    key: ['account_id', 'month'],
  },
  on: {
    MonthClosed: ({ accountId, seq, data: { after } }, rows) => rows.put(rowOf(accountId, after, seq, true)),
    MonthReopened: ({ accountId, seq, data: { before } }, rows) => rows.put(rowOf(accountId, before, seq, false)),
  },
})

function rowOf(accountId: string, details: MonthDetails, position: number, isClosed: boolean): Record<string, ColumnValue> {
  const { month, at, income, expense, count, contentHash, firstContentHash, wasChanged } = details
  return {
    account_id: accountId,
    month,
    is_closed: isClosed,
    position,
    at,
    income,
    expense,
    count,
    content_hash: contentHash,
    first_content_hash: firstContentHash,
    was_changed: wasChanged,
  }
}

/** A month that was closed, with its last closing; amounts in centavos. */
export interface MonthClosing {
  month: CalendarMonth
  isClosed: boolean
  position: number
  at: string
  income: number
  expense: number
  count: number
  contentHash: string
  firstContentHash: string
  wasChanged: boolean
}

const CLOSINGS = {
  name: 'month-closings',
  text: `
    select month, is_closed as "isClosed", position, ${isoText('at')} as at, income, expense, count, content_hash as "contentHash",
      first_content_hash as "firstContentHash", was_changed as "wasChanged"
    from month_closings where account_id = $1 and ($2::text is null or month >= $2) and ($3::text is null or month <= $3) order by month`,
}

export function readClosings(
  database: RowReader,
  accountId: string,
  from: CalendarMonth | null = null,
  to = from,
): Promise<MonthClosing[]> {
  return database.rows<MonthClosing>(CLOSINGS, [accountId, from, to])
}

// The types make each of the three a range of an index.
const CONTENT_HASH = {
  name: 'hash-of-month',
  text: `
    select encode(sha256(convert_to(coalesce(string_agg(line, E'\\x1e' order by line collate "C"), ''), 'UTF8')), 'hex') as hash from (
      select concat_ws(E'\\x1f', id, date, amount, type, description, coalesce(category, ''), wallet_id, to_wallet_id, to_date) as line from (
        select * from transaction_list where account_id = $1 and type = any (array['income', 'expense', 'transfer'])
          and state = 'settled' and date between $2 and $3
        union all
        select * from transaction_list where account_id = $1 and to_date between $2 and $3 and state = 'settled' and not date between $2 and $3
      ) settled
    ) lines`,
}

/** A hash of the settled transactions of a month, by what a closed month holds fixed. */
export async function hashOfMonth(database: RowReader, accountId: string, month: CalendarMonth): Promise<string> {
  const { from, to } = monthBounds(month)
  const [found] = await database.rows<{ hash: string }>(CONTENT_HASH, [accountId, from, to])
  return found?.hash ?? ''
}

/** How many months are listed by default. */
const LISTED_MONTHS = 12

/** The months of a filter, oldest first, each open or closed. */
export class ListMonths extends AccountQuery<OnWire<MonthList>> {
  constructor(
    readonly accountId: string,
    readonly filter: MonthFilter,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: QueryContext): Promise<OnWire<MonthList>> {
    const { accountId } = this
    const [from, to] = this.#bounds()
    const closings = new Map((await readClosings(database, accountId, from, to)).map((closing) => [closing.month, closing]))
    const months: OnWire<ClosableMonth>[] = []
    for (let month = from; month <= to; month = monthOf(addMonths(`${month}-01`, 1))) {
      const closing = closings.get(month)
      months.push(toReais(closing ? await listed(database, accountId, closing) : openMonthOf(month, false)))
    }
    return { months }
  }

  #bounds(): [from: CalendarMonth, to: CalendarMonth] {
    const { from, to } = this.filter
    const last = to ?? (from === undefined || from <= monthOf(this.today) ? monthOf(this.today) : from)
    return [from ?? monthOf(addMonths(`${last}-01`, 1 - LISTED_MONTHS)), last]
  }
}

/** The closed months, oldest first; amounts in centavos. */
export async function readClosedMonths(database: RowReader, accountId: string): Promise<ClosableMonth[]> {
  const closed = (await readClosings(database, accountId)).filter(({ isClosed }) => isClosed)
  return closed.map((closing) => toClosed(closing))
}

async function listed(database: RowReader, accountId: string, closing: MonthClosing): Promise<ClosableMonth> {
  const { month, isClosed, firstContentHash, wasChanged } = closing
  if (isClosed) return toClosed(closing)
  return openMonthOf(month, wasChanged || (await hashOfMonth(database, accountId, month)) !== firstContentHash)
}

function toClosed(closing: MonthClosing): ClosableMonth {
  const { month, position, at, income, expense, count, contentHash, firstContentHash, wasChanged } = closing
  const totals = { income, expense, balance: income - expense, count }
  const changedSinceFirstClosing = wasChanged || contentHash !== firstContentHash
  return { month, state: 'closed', closedAt: at, position, totals, changedSinceFirstClosing }
}
