import { dasAmountBounds, dasPaymentDates, dasPaymentOf, type DasPayment } from '@prumo/shared/mei-das'
import type { MeiProfile } from '@prumo/shared/mei-rules'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { TransactionEvent } from '../transactions/transaction.events.js'

/** Settled expenses that paid a DAS, or look as if they did. */
export const dasPayments = defineProjection<TransactionEvent>({
  table: {
    name: 'das_payments',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      transaction_id: 'uuid not null',
      date: 'date not null',
      amount: 'bigint not null',
      // The month that the person named.
      das_of: 'text',
    },
    key: ['account_id', 'transaction_id'],
    indexes: ['(account_id, das_of, date, transaction_id)'],
  },
  on: {
    TransactionRecorded: change,
    TransactionCorrected: change,
    TransactionConfirmed: change,
    TransactionDeleted: change,
    TransactionRestored: change,
  },
})

function change({ accountId, entityId, data }: RecordedEvent<TransactionEvent>, rows: TableRows): void {
  const after = 'after' in data ? dasPaymentOf({ id: entityId, ...data.after }) : null
  const before = 'before' in data ? dasPaymentOf({ id: entityId, ...data.before }) : null
  const key = { account_id: accountId, transaction_id: entityId }
  if (after) rows.put({ ...key, date: after.date, amount: after.amount, das_of: after.dasOf })
  else if (before) rows.remove(key)
}

// Of payments that a person did not mark, one a day and range of amounts decides for which month they are proposed.
const PAYMENTS = {
  name: 'das-payments',
  text: `
    (select distinct on (das_of) transaction_id as "transactionId", date, amount, das_of as "dasOf" from das_payments
      where account_id = $1 and das_of between $2 and $3 order by das_of, date, transaction_id)
    union all
    (select distinct on (date, width_bucket(amount, $6::bigint[])) transaction_id, date, amount, null from das_payments
      where account_id = $1 and das_of is null and date between $4 and $5
      order by date, width_bucket(amount, $6::bigint[]), transaction_id)`,
}

/** The payments that decide which months of a year are paid or proposed. */
export function readDasPayments(database: RowReader, accountId: string, year: number, profile: MeiProfile): Promise<DasPayment[]> {
  const { from, to } = dasPaymentDates(year)
  return database.rows<DasPayment>(PAYMENTS, [accountId, `${year}-01`, `${year}-12`, from, to, dasAmountBounds(year, profile)])
}
