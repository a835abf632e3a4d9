import { monthBounds } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import { stateOf, transactionTypes } from '@prumo/shared/transaction-rules'
import type { Summary, SummaryFilter } from '@prumo/shared/transactions'
import { Ask } from '../event-store/projecting/ask.js'
import type { Recorded } from '../event-store/log/event.js'
import { defineProjection } from '../event-store/projecting/projection.js'
import type { TableRows } from '../event-store/projecting/table-rows.js'
import type { Database } from '../platform/database/database.js'
import type { TransactionDetails, TransactionEvent } from './transaction.events.js'

/** How much came in and went out on each day: running totals that longer periods add up. */
export const transactionTotals = defineProjection<TransactionEvent>({
  table: {
    name: 'transaction_totals',
    version: 2,
    columns: {
      account_id: 'uuid not null',
      day: 'date not null',
      type: 'text not null',
      settled: 'bigint not null',
      settled_count: 'bigint not null',
      pending: 'bigint not null',
      pending_count: 'bigint not null',
    },
    key: ['account_id', 'day', 'type'],
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
  const state = stateOf(details)
  if (state === 'not_received') return
  const [settled, pending] = state === 'settled' ? [times, 0] : [0, times]
  rows.add({
    account_id: event.accountId,
    day: details.date,
    type: details.type,
    settled: settled * details.amount,
    settled_count: settled,
    pending: pending * details.amount,
    pending_count: pending,
  })
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
    const rows = await database.rows<TypeTotal>(SUM, [this.accountId, first, last, type === undefined ? transactionTypes : [type]])
    return summaryOf(rows)
  }
}

/** Beyond every day a transaction can have. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

interface TypeTotal {
  type: string
  settled: number
  settled_count: number
  pending: number
}

/** The summary of totals in centavos, whatever days they are of. */
export function summaryOf(totals: readonly TypeTotal[]): Summary {
  const sum = (type: string, column: 'settled' | 'pending') =>
    totals.filter((total) => total.type === type).reduce((all, total) => all + total[column], 0)
  const income = sum('income', 'settled')
  const expense = sum('expense', 'settled')
  return {
    income: centavosToReais(income),
    expense: centavosToReais(expense),
    balance: centavosToReais(income - expense),
    scheduledIncome: centavosToReais(sum('income', 'pending')),
    scheduledExpense: centavosToReais(sum('expense', 'pending')),
    count: totals.reduce((all, total) => all + total.settled_count, 0),
  }
}

const SUM = {
  name: 'summarise-transactions',
  text: `
    select type, sum(settled)::bigint as settled, sum(settled_count)::bigint as settled_count, sum(pending)::bigint as pending
    from transaction_totals
    where account_id = $1 and day between $2 and $3 and type = any($4)
    group by type`,
}
