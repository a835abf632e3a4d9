import type { CalendarDate } from '@prumo/shared/calendar'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { TransactionEvent } from '../transactions/transaction.events.js'

/** The state of an occurrence: a recurrence may restore one it withdrew, never one that a person deleted. */
type OccurrenceState = 'there' | 'withdrawn' | 'deleted'

/** The transactions that are occurrences of a recurrence, including deleted ones. */
export const occurrences = defineProjection<TransactionEvent>({
  table: {
    name: 'occurrences',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      transaction_id: 'uuid not null',
      recurrence_id: 'uuid not null',
      nominal: 'date not null',
      state: 'text not null',
    },
    key: ['account_id', 'transaction_id'],
    indexes: ['(account_id, recurrence_id, nominal)'],
  },
  on: {
    TransactionRecorded: (event, rows) => put(event, event.data.after, 'there', rows),
    TransactionRestored: (event, rows) => put(event, event.data.after, 'there', rows),
    TransactionDeleted: (event, rows) => put(event, event.data.before, event.data.withdrawn ? 'withdrawn' : 'deleted', rows),
  },
})

function put(
  { accountId, entityId }: RecordedEvent<TransactionEvent>,
  { recurrenceId, nominal }: { recurrenceId: string | null; nominal: CalendarDate | null },
  state: OccurrenceState,
  rows: TableRows,
): void {
  if (recurrenceId !== null) rows.put({ account_id: accountId, transaction_id: entityId, recurrence_id: recurrenceId, nominal, state })
}

/** A recorded occurrence. */
export interface RecordedOccurrence {
  transactionId: string
  recurrenceId: string
  nominal: CalendarDate
  state: OccurrenceState
}

const COLUMNS = 'transaction_id as "transactionId", recurrence_id as "recurrenceId", nominal, state'
const OF_ONE = {
  name: 'occurrences-of-recurrence',
  text: `select ${COLUMNS} from occurrences where account_id = $1 and recurrence_id = $2 order by nominal`,
}
const OF_ALL = { name: 'occurrences-of-account', text: `select ${COLUMNS} from occurrences where account_id = $1 order by nominal` }

/** The recorded occurrences of a recurrence, in order. */
export function occurrencesOf(database: RowReader, accountId: string, recurrenceId: string): Promise<RecordedOccurrence[]> {
  return database.rows<RecordedOccurrence>(OF_ONE, [accountId, recurrenceId])
}

/** All recorded occurrences of an account. */
export function allOccurrences(database: RowReader, accountId: string): Promise<RecordedOccurrence[]> {
  return database.rows<RecordedOccurrence>(OF_ALL, [accountId])
}
