import { calendarDate } from '@prumo/shared/fields'
import { Rejected } from '@prumo/shared/rejections'
import { alike } from '@prumo/shared/search'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { descriptiveNames, searchedText } from '@prumo/shared/transaction-details'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction, TransactionFilter, TransactionPage } from '@prumo/shared/transactions'
import { z } from 'zod'
import type { AttachmentEvent } from '../attachments/attachment.events.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ColumnValue, ProjectionRow } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { moment, readCursor, writeCursor } from '../platform/http/cursor.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { findMatching, DAY_BEGINS, daysOf, HAS_RECEIPT, LACKS_RECEIPT } from './matching-transactions.js'
import type { TransactionDetails, TransactionEvent } from './transaction.events.js'

/** The column of each text that describes a transaction. */
const textColumns = descriptiveNames.map((name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] as const)

/** The transactions: the list that a person scrolls, filters and searches. */
export const transactionList = defineProjection<TransactionEvent | AttachmentEvent>({
  table: {
    name: 'transaction_list',
    version: 3,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      ...Object.fromEntries(textColumns.map(([name, column]) => [column, name === 'description' ? 'text not null' : 'text'] as const)),
      amount: 'bigint not null',
      type: 'text not null',
      date: 'date not null',
      wallet_id: 'uuid not null',
      to_wallet_id: 'uuid',
      to_date: 'date',
      is_scheduled: 'boolean not null',
      is_confirmed: 'boolean not null',
      is_received: 'boolean not null',
      state: 'text not null',
      search: 'text not null',
      alike: 'text not null',
      statement_text: 'text',
      // As descriptions are compared.
      statement_alike: 'text',
      import_id: 'uuid',
      // Of a transfer's side where it arrives.
      to_import_id: 'uuid',
      recurrence_id: 'uuid',
      instalment: 'integer',
      instalments: 'integer',
      // JSON.
      fiscal: 'text',
      // How many receipts it has.
      attachment_count: 'integer not null',
      created_at: 'timestamptz(3) not null',
      updated_at: 'timestamptz(3) not null',
      version: 'integer not null',
    },
    key: ['account_id', 'id'],
    keep: ['created_at'],
    counted: ['attachment_count'],
    // Every combination of type, state and category is a range of one of these, in the order of the list. Without one
    // of these filters, the list merges several ranges.
    indexes: [
      '(account_id, type, state, date desc, created_at desc, id desc)',
      `(account_id, coalesce(category, ''), type, state, date desc, created_at desc, id desc)`,
      // For transactions with the same description, and those of one import.
      '(account_id, alike, type, date desc, created_at desc, id desc)',
      '(account_id, statement_alike, date desc, created_at desc) where statement_alike is not null',
      '(account_id, import_id) where import_id is not null',
      '(account_id, to_import_id) where to_import_id is not null',
      // For those of one amount.
      '(account_id, amount, date desc)',
      // For the transactions of some wallets; a transfer is in two.
      '(account_id, wallet_id, date desc, created_at desc, id desc)',
      `(account_id, wallet_id, date desc, created_at desc, id desc) where type = 'transfer'`,
      '(account_id, to_wallet_id, date desc, created_at desc, id desc) where to_wallet_id is not null',
      // For the transfers that arrive around the days of a statement.
      '(account_id, to_date) where to_date is not null',
      // For those with receipts, and those that lack one.
      `(account_id, type, state, date desc, created_at desc, id desc) where ${HAS_RECEIPT}`,
      `(account_id, coalesce(category, ''), type, state, date desc, created_at desc, id desc) where ${HAS_RECEIPT}`,
      `(account_id, date desc, created_at desc, id desc) where ${LACKS_RECEIPT}`,
    ],
  },
  on: {
    TransactionRecorded: (event, rows) => rows.put(rowOf(event, event.data.after)),
    TransactionCorrected: (event, rows) => rows.put(rowOf(event, event.data.after)),
    TransactionConfirmed: (event, rows) => rows.put(rowOf(event, event.data.after)),
    TransactionRestored: (event, rows) => {
      const { after, createdAt, attachments = 0 } = event.data
      rows.put({ ...rowOf(event, after), created_at: createdAt, attachment_count: attachments })
    },
    TransactionDeleted: (event, rows) => rows.remove({ account_id: event.accountId, id: event.entityId }),
    AttachmentAdded: ({ accountId, data }, rows) => rows.count(countOf(accountId, data.after, 1)),
    AttachmentRemoved: ({ accountId, data }, rows) => rows.count(countOf(accountId, data.before, -1)),
    AttachmentRestored: ({ accountId, data }, rows) => rows.count(countOf(accountId, data.after, 1)),
  },
})

/** Receipts of a deleted transaction are in `attachment_counts` alone; the event that restores it says how many it has. */
function countOf(accountId: string, { transactionId }: { transactionId: string }, by: 1 | -1): ProjectionRow {
  return { account_id: accountId, id: transactionId, attachment_count: by }
}

function rowOf(event: RecordedEvent<TransactionEvent>, details: TransactionDetails): ProjectionRow {
  const row: Record<string, ColumnValue> = {
    account_id: event.accountId,
    id: event.entityId,
    amount: details.amount,
    type: details.type,
    date: details.date,
    wallet_id: details.walletId ?? initialWalletId(event.accountId),
    to_wallet_id: details.to && (details.to.walletId ?? initialWalletId(event.accountId)),
    to_date: details.to?.date ?? null,
    is_scheduled: details.isScheduled,
    is_confirmed: details.isConfirmed,
    is_received: details.isReceived,
    state: stateOf(details),
    search: searchedText(details),
    alike: alike(details.description),
    statement_text: details.statementText,
    statement_alike: details.statementText && alike(details.statementText),
    import_id: details.importId,
    to_import_id: details.to?.importId ?? null,
    recurrence_id: details.recurrenceId,
    instalment: details.instalment?.number ?? null,
    instalments: details.instalment?.of ?? null,
    fiscal: details.fiscal && JSON.stringify(details.fiscal),
    attachment_count: 0,
    created_at: event.recordedAt,
    updated_at: event.recordedAt,
    version: event.entityVersion,
  }
  for (const [name, column] of textColumns) row[column] = details[name]
  return row
}

const READ = `id, account_id, ${textColumns.map(([, column]) => column).join(', ')}, amount, type, date, wallet_id, to_wallet_id, to_date, is_scheduled, is_confirmed, is_received,
  statement_text, import_id, recurrence_id, instalment, instalments, fiscal, attachment_count, created_at, updated_at, version`
const COLUMNS = `id, account_id as "userId", ${textColumns.map(([name, column]) => `${column} as "${name}"`).join(', ')}, amount, type, date, wallet_id as "walletId",
  to_wallet_id as "toWalletId", to_date as "toDate", is_scheduled as "isScheduled",
  is_confirmed as "isConfirmed", is_received as "isReceived", statement_text as "statementText", import_id as "importId", recurrence_id as "recurrenceId",
  case when instalment is null then null else json_build_object('number', instalment, 'of', instalments) end as instalment, fiscal::json as fiscal,
  attachment_count as "attachmentCount", ${isoText('created_at')} as "createdAt",
  ${isoText('updated_at')} as "updatedAt", version`

function toReais(row: Transaction): OnWire<Transaction> {
  return { ...row, amount: centavosToReais(row.amount) }
}

/** A page of an account's transactions, newest date first, then newest created. */
export class ListTransactions extends AccountQuery<OnWire<TransactionPage>> {
  constructor(
    readonly accountId: string,
    readonly filter: TransactionFilter,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<TransactionPage>> {
    const { filter } = this
    const { from, to } = daysOf(filter)
    const place = filter.cursor === undefined ? null : readCursor(filter.cursor, places)
    const rows = await findMatching<Transaction>(database, this.accountId, filter, {
      name: 'list-transactions',
      columns: READ,
      select: COLUMNS,
      from,
      after: place && place[0] <= to ? { date: place[0], createdAt: place[1], id: place[2] } : { date: to, ...DAY_BEGINS },
      // One row more than requested shows whether there is a next page.
      page: { limit: filter.limit + 1 },
    })
    const transactions = rows.slice(0, filter.limit).map(toReais)
    const last = transactions.at(-1)
    return { transactions, nextCursor: rows.length > filter.limit && last ? writeCursor([last.date, last.createdAt, last.id]) : null }
  }
}

/** The sort key of the list. */
const places = z.tuple([calendarDate, moment, z.guid()])

/** A transaction of an account. Throws NOT_FOUND. */
export class FindTransaction extends AccountQuery<OnWire<Transaction>> {
  constructor(
    readonly accountId: string,
    readonly id: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<Transaction>> {
    const [row] = await database.rows<Transaction>(FIND, [this.accountId, this.id])
    if (!row) throw new Rejected('NOT_FOUND')
    return toReais(row)
  }
}

const FIND = {
  name: 'find-transaction',
  text: `select ${COLUMNS} from transaction_list where account_id = $1 and id = $2`,
}

const OF_RECURRENCE = {
  name: 'transactions-of-recurrence',
  text: `
    select ${COLUMNS} from transaction_list
    where account_id = $1 and id in (select transaction_id from occurrences where account_id = $1 and recurrence_id = $2)
    order by date, id`,
}

/** The existing occurrences of a recurrence, oldest first. */
export async function transactionsOfRecurrence(
  database: RowReader,
  accountId: string,
  recurrenceId: string,
): Promise<OnWire<Transaction>[]> {
  return (await database.rows<Transaction>(OF_RECURRENCE, [accountId, recurrenceId])).map(toReais)
}
