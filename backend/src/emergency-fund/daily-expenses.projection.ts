import { stateOf } from '@prumo/shared/transaction-rules'
import type { Recorded } from '../event-store/log/event.js'
import { defineProjection } from '../event-store/projecting/projection.js'
import type { TableRows } from '../event-store/projecting/table-rows.js'
import type { TransactionDetails, TransactionEvent } from '../transactions/transaction.events.js'

/** How much was spent on each day: what the averages of some months are added up from. */
export const dailyExpenses = defineProjection<TransactionEvent>({
  table: {
    name: 'daily_expenses',
    version: 1,
    columns: { account_id: 'uuid not null', day: 'date not null', spent: 'bigint not null' },
    key: ['account_id', 'day'],
  },
  on: {
    TransactionRecorded: (event, rows) => add(event, event.data.after, 1, rows),
    TransactionCorrected: move,
    TransactionConfirmed: move,
    TransactionDeleted: (event, rows) => add(event, event.data.before, -1, rows),
    TransactionRestored: (event, rows) => add(event, event.data.after, 1, rows),
  },
})

function move(event: Recorded<Extract<TransactionEvent, { data: { before: unknown; after: unknown } }>>, rows: TableRows): void {
  add(event, event.data.before, -1, rows)
  add(event, event.data.after, 1, rows)
}

/** Adds an expense to its day, or takes it away again; only settled ones count. */
function add({ accountId }: Recorded, details: TransactionDetails, times: 1 | -1, rows: TableRows): void {
  if (details.type !== 'expense' || stateOf(details) !== 'settled') return
  rows.add({ account_id: accountId, day: details.date, spent: times * details.amount })
}
