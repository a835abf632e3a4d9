import { monthBounds } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import { stateOf, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Summary, SummaryFilter } from '@prumo/shared/transactions'
import { Ask } from '../event-store/projecting/ask.js'
import type { Recorded } from '../event-store/log/event.js'
import { defineProjection } from '../event-store/projecting/projection.js'
import type { TableRows } from '../event-store/projecting/table-rows.js'
import type { Row } from '../event-store/projecting/table.js'
import type { Database } from '../platform/database/database.js'
import type { TransactionDetails, TransactionEvent } from './transaction.events.js'

const NOTHING = { income: 0, income_count: 0, pending_income: 0, expense: 0, expense_count: 0, pending_expense: 0 }
/** In centavos; the counts are of what is settled. */
type Totals = typeof NOTHING
const TOTALS = Object.keys(NOTHING) as (keyof Totals)[]

/** How much came in and went out on each day: running totals that longer periods add up. */
export const transactionTotals = defineProjection<TransactionEvent>({
  table: {
    name: 'transaction_totals',
    version: 3,
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
  on: {
    TransactionRecorded: (event, rows) => count(event, event.data.after, 1, rows),
    TransactionCorrected: move,
    TransactionConfirmed: move,
    TransactionDeleted: (event, rows) => count(event, event.data.before, -1, rows),
    TransactionRestored: (event, rows) => count(event, event.data.after, 1, rows),
  },
})

function move(event: Recorded<Extract<TransactionEvent, { data: { before: unknown; after: unknown } }>>, rows: TableRows): void {
  count(event, event.data.before, -1, rows)
  count(event, event.data.after, 1, rows)
}

/** Adds a transaction to its day, or takes it away again; one not received counts nowhere. */
function count(event: Recorded, details: TransactionDetails, times: 1 | -1, rows: TableRows): void {
  const { type, amount, date: day } = details
  const state = stateOf(details)
  if (state === 'not_received') return
  const totals: Totals = { ...NOTHING }
  if (state === 'settled') {
    totals[type] = times * amount
    totals[`${type}_count`] = times
  } else {
    totals[`pending_${type}`] = times * amount
  }
  rows.add({ account_id: event.accountId, day, ...totals })
}

/** What came in, went out and remained in a period; all time without one. */
export class SummariseTransactions extends Ask<Summary> {
  constructor(
    readonly accountId: string,
    readonly filter: SummaryFilter,
  ) {
    super()
  }

  async answer(database: Database): Promise<Summary> {
    const { from = FIRST_DAY, to = LAST_DAY, month, type } = this.filter
    const inMonth = month === undefined ? { from, to } : monthBounds(month)
    const [first, last] = [from > inMonth.from ? from : inMonth.from, to < inMonth.to ? to : inMonth.to]
    const [totals] = await database.rows<Totals>(SUM, [this.accountId, first, last])
    return summaryOf(totals ?? NOTHING, type)
  }
}

/** Beyond every day a transaction can have. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

/** The summary of totals in centavos. @param only the type that counts, where not both do */
function summaryOf(totals: Totals, only?: TransactionType): Summary {
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

/** The summary of all time, from the table's rows as a replay holds them. */
export function summaryOfRows(rows: readonly Row[]): Summary {
  const totals = { ...NOTHING }
  for (const row of rows) for (const name of TOTALS) totals[name] += Number(row[name])
  return summaryOf(totals)
}

const SUM = {
  name: 'summarise-transactions',
  text: `
    select ${TOTALS.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', ')}
    from transaction_totals where account_id = $1 and day between $2 and $3`,
}
