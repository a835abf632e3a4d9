import { addMonths, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { stateOf, type TransactionState, type TransactionType } from '@prumo/shared/transaction-rules'
import type { MonthSummaries, Summary, SummaryFilter } from '@prumo/shared/transactions'
import { AccountQuery } from '../event-store/query/account-query.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows, ProjectionRow } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { findMatching, DAY_BEGINS, daysOf } from './matching-transactions.js'
import { counting, type TransactionDetails, type TransactionEvent } from './transaction.events.js'

const NOTHING = { income: 0, income_count: 0, pending_income: 0, expense: 0, expense_count: 0, pending_expense: 0 }
/** In centavos; counts are of settled transactions. */
type TransactionTotals = typeof NOTHING
const TOTALS = Object.keys(NOTHING) as (keyof TransactionTotals)[]

/** Daily totals of income and expenses; longer periods sum them. */
export const transactionTotals = defineProjection<TransactionEvent>({
  table: {
    name: 'transaction_totals',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      day: 'date not null',
      income: 'bigint not null',
      income_count: 'bigint not null',
      pending_income: 'bigint not null',
      expense: 'bigint not null',
      expense_count: 'bigint not null',
      pending_expense: 'bigint not null',
    },
    key: ['account_id', 'day'],
  },
  on: counting(count),
})

/** Adds a transaction to its day, or subtracts it; one not received is not counted. */
function count(accountId: string, details: TransactionDetails, times: 1 | -1, rows: TableRows): void {
  const { type, amount, date: day } = details
  const state = stateOf(details)
  if (state === 'not_received') return
  const totals: TransactionTotals = { ...NOTHING }
  if (state === 'settled') {
    totals[type] = times * amount
    totals[`${type}_count`] = times
  } else {
    totals[`pending_${type}`] = times * amount
  }
  rows.add({ account_id: accountId, day, ...totals })
}

/** The totals of the transactions that match a filter; of all without one. */
export class SummariseTransactions extends AccountQuery<OnWire<Summary>> {
  constructor(
    readonly accountId: string,
    readonly filter: SummaryFilter,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<Summary>> {
    const { search, category, status, type } = this.filter
    // Stored totals are by day, not by text, category or state.
    if (search || category !== undefined || status !== undefined) return this.#addUp(database)
    const { from, to } = daysOf(this.filter)
    const [totals] = await database.rows<TransactionTotals>(SUM, [this.accountId, from, to])
    return summaryOf(totals ?? NOTHING, type)
  }

  async #addUp(database: RowReader): Promise<OnWire<Summary>> {
    const { from, to } = daysOf(this.filter)
    const rows = await findMatching<TotalsGroup>(database, this.accountId, this.filter, {
      name: 'summarise-matching',
      columns: 'type, state, amount',
      select: 'type, state, sum(amount)::bigint as amount, count(*) as count',
      from,
      after: { date: to, ...DAY_BEGINS },
      page: { groupBy: 'type, state' },
    })
    const totals = { ...NOTHING }
    for (const { type, state, ...sum } of rows) {
      if (state === 'settled') [totals[type], totals[`${type}_count`]] = [sum.amount, sum.count]
      if (state === 'pending') totals[`pending_${type}`] = sum.amount
    }
    return summaryOf(totals)
  }
}

interface TotalsGroup {
  type: TransactionType
  state: TransactionState
  /** Centavos. */
  amount: number
  count: number
}

/** The totals of so many months up to the given one, including empty months. */
export class SummariseMonths extends AccountQuery<OnWire<MonthSummaries>> {
  constructor(
    readonly accountId: string,
    readonly months: { count: number; until: CalendarMonth },
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<MonthSummaries>> {
    const { from: begins, to } = monthBounds(this.months.until)
    const asked = Array.from({ length: this.months.count }, (_, ago) => monthOf(addMonths(begins, -ago))).toReversed()
    const rows = await database.rows<TransactionTotals & { month: CalendarMonth }>(SUM_MONTHS, [this.accountId, `${asked[0]}-01`, to])
    const totals = new Map(rows.map((row) => [row.month, row]))
    return { months: asked.map((month) => ({ month, ...summaryOf(totals.get(month) ?? NOTHING) })) }
  }
}

/** The summary of totals in centavos. @param only the type to count, if not both */
function summaryOf(totals: TransactionTotals, only?: TransactionType): OnWire<Summary> {
  const of = (type: TransactionType, total: number) => (only === undefined || only === type ? total : 0)
  const income = of('income', totals.income)
  const expense = of('expense', totals.expense)
  return {
    income: centavosToReais(income),
    expense: centavosToReais(expense),
    balance: centavosToReais(income - expense),
    scheduledIncome: centavosToReais(of('income', totals.pending_income)),
    scheduledExpense: centavosToReais(of('expense', totals.pending_expense)),
    count: of('income', totals.income_count) + of('expense', totals.expense_count),
  }
}

/** The summary of all time, from the rows of a replay. */
export function summaryOfRows(rows: readonly ProjectionRow[]): OnWire<Summary> {
  const totals = { ...NOTHING }
  for (const row of rows) for (const name of TOTALS) totals[name] += Number(row[name])
  return summaryOf(totals)
}

/** The expenses of the days from `from` to `to`, both inclusive, in centavos, from the rows of a replay. */
export function spentOfRows(rows: readonly ProjectionRow[], from: CalendarDate, to: CalendarDate): number {
  return rows.reduce((spent, { day, expense }) => (String(day) >= from && String(day) <= to ? spent + Number(expense) : spent), 0)
}

const SUMS = TOTALS.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', ')
const FROM_DAYS = 'from transaction_totals where account_id = $1 and day between $2 and $3'
const SUM = { name: 'summarise-transactions', text: `select ${SUMS} ${FROM_DAYS}` }
const SUM_MONTHS = { name: 'summarise-months', text: `select to_char(day, 'YYYY-MM') as month, ${SUMS} ${FROM_DAYS} group by 1` }
