import { Rejected } from '@prumo/shared/rejections'
import { monthBounds } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import { searchable } from '@prumo/shared/search'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction, TransactionFilter, TransactionPage } from '@prumo/shared/transactions'
import { Ask } from '../event-store/projecting/ask.js'
import { isoText } from '../event-store/log/load.js'
import type { Recorded } from '../event-store/log/event.js'
import { defineProjection } from '../event-store/projecting/projection.js'
import type { Row } from '../event-store/projecting/table.js'
import type { Database } from '../platform/database/database.js'
import type { TransactionDetails, TransactionEvent } from './transaction.events.js'

/** Which transactions there are: the register a person scrolls, filters and searches. */
export const transactionList = defineProjection<TransactionEvent>({
  table: {
    name: 'transaction_list',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      description: 'text not null',
      amount: 'bigint not null',
      type: 'text not null',
      category: 'text',
      date: 'date not null',
      is_scheduled: 'boolean not null',
      is_confirmed: 'boolean not null',
      is_received: 'boolean not null',
      state: 'text not null',
      search: 'text not null',
      created_at: 'timestamptz(3) not null',
      updated_at: 'timestamptz(3) not null',
      version: 'integer not null',
    },
    key: ['account_id', 'id'],
    keep: ['created_at'],
    indexes: ['(account_id, date desc, created_at desc, id desc)'],
  },
  on: {
    TransactionRecorded: (event, rows) => rows.put(rowOf(event, event.data.after)),
    TransactionCorrected: (event, rows) => rows.put(rowOf(event, event.data.after)),
    TransactionConfirmed: (event, rows) => rows.put(rowOf(event, event.data.after)),
    TransactionRestored: (event, rows) => rows.put({ ...rowOf(event, event.data.after), created_at: event.data.createdAt }),
    TransactionDeleted: (event, rows) => rows.remove({ account_id: event.accountId, id: event.entityId }),
  },
})

function rowOf(event: Recorded<TransactionEvent>, details: TransactionDetails): Row {
  return {
    account_id: event.accountId,
    id: event.entityId,
    description: details.description,
    amount: details.amount,
    type: details.type,
    category: details.category,
    date: details.date,
    is_scheduled: details.isScheduled,
    is_confirmed: details.isConfirmed,
    is_received: details.isReceived,
    state: stateOf(details),
    search: searchable(`${details.description} ${details.category ?? ''}`),
    created_at: event.recordedAt,
    updated_at: event.recordedAt,
    version: event.entityVersion,
  }
}

const COLUMNS = `id, account_id as "userId", description, amount, type, category, date, is_scheduled as "isScheduled",
  is_confirmed as "isConfirmed", is_received as "isReceived", ${isoText('created_at')} as "createdAt",
  ${isoText('updated_at')} as "updatedAt", version`

function toReais(row: Transaction): Transaction {
  return { ...row, amount: centavosToReais(row.amount) }
}

/** A page of an account's transactions, newest date first, then newest created. */
export class ListTransactions extends Ask<TransactionPage> {
  constructor(
    readonly accountId: string,
    readonly filter: TransactionFilter,
  ) {
    super()
  }

  async answer(database: Database): Promise<TransactionPage> {
    const { filter } = this
    const month = filter.month === undefined ? null : monthBounds(filter.month)
    const after = filter.cursor === undefined ? null : readCursor(filter.cursor)
    const rows = await database.rows<Transaction>(LIST, [
      this.accountId,
      filter.type ?? null,
      month?.from ?? null,
      month?.to ?? null,
      filter.from ?? null,
      filter.to ?? null,
      filter.status ?? null,
      filter.category ?? null,
      filter.search ? `%${searchable(filter.search).replace(/[\\%_]/g, '\\$&')}%` : null,
      after?.date ?? null,
      after?.createdAt ?? null,
      after?.id ?? null,
      // One more than asked for tells whether there is a next page.
      filter.limit + 1,
    ])
    const transactions = rows.slice(0, filter.limit).map(toReais)
    const last = transactions.at(-1)
    return { transactions, nextCursor: rows.length > filter.limit && last ? writeCursor(last) : null }
  }
}

const LIST = {
  name: 'list-transactions',
  text: `
    select ${COLUMNS} from transaction_list
    where account_id = $1
      and ($2::text is null or type = $2)
      and ($3::date is null or date between $3 and $4::date)
      and ($5::date is null or date >= $5)
      and ($6::date is null or date <= $6)
      and ($7::text is null or state = $7)
      and ($8::text is null or coalesce(category, '') = $8)
      and ($9::text is null or search like $9)
      and ($10::date is null or (date, created_at, id) < ($10, $11::timestamptz, $12::uuid))
    order by date desc, created_at desc, id desc limit $13`,
}

interface Place {
  date: string
  createdAt: string
  id: string
}

function writeCursor({ date, createdAt, id }: Transaction): string {
  return Buffer.from(JSON.stringify([date, createdAt, id])).toString('base64url')
}

function readCursor(cursor: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString()
  const match = /^\["(\d{4}-\d{2}-\d{2})","(\d{4}-\d{2}-\d{2}T[\d:.]{12}Z)","([0-9a-f-]{36})"\]$/.exec(text)
  if (!match) throw new Rejected('VALIDATION', 'Cursor inválido', { cursor: ['Cursor inválido'] })
  const [, date, createdAt, id] = match as unknown as [string, string, string, string]
  return { date, createdAt, id }
}

/** One transaction of an account. Throws NOT_FOUND. */
export class FindTransaction extends Ask<Transaction> {
  constructor(
    readonly accountId: string,
    readonly id: string,
  ) {
    super()
  }

  async answer(database: Database): Promise<Transaction> {
    const [row] = await database.rows<Transaction>(FIND, [this.accountId, this.id])
    if (!row) throw new Rejected('NOT_FOUND')
    return toReais(row)
  }
}

const FIND = { name: 'find-transaction', text: `select ${COLUMNS} from transaction_list where account_id = $1 and id = $2` }
