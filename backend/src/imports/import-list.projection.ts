import type { ExportedImport } from '@prumo/shared/account-data'
import type { AcceptedImport, ImportFilter, ImportPage, ImportWithTransactions } from '@prumo/shared/imports'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { z } from 'zod'
import { defineProjection } from '../event-store/projection/projection.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { moment, readCursor, writeCursor } from '../platform/http/cursor.js'
import { importCondition } from '../transactions/matching-transactions.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import type { ImportDetails, ImportEvent } from './import.events.js'

/** The accepted statements, including undone ones. */
export const importList = defineProjection<ImportEvent>({
  table: {
    name: 'import_list',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      file_name: 'text not null',
      format: 'text not null',
      bank: 'text',
      account: 'text',
      wallet_id: 'uuid not null',
      closing_date: 'date',
      closing_balance: 'bigint',
      first_day: 'date not null',
      last_day: 'date not null',
      lines: 'integer not null',
      income: 'bigint not null',
      expense: 'bigint not null',
      settled: 'integer not null',
      created_at: 'timestamptz(3) not null',
      undone_at: 'timestamptz(3)',
      kept: 'integer not null',
      version: 'integer not null',
      // The position of its latest event.
      seq: 'bigint not null',
    },
    key: ['account_id', 'id'],
    keep: ['created_at'],
    indexes: ['(account_id, created_at desc, id desc)'],
  },
  on: {
    StatementImported: (event, rows) => rows.put(rowOf(event, event.data.after)),
    ImportUndone: (event, rows) => rows.put({ ...rowOf(event, event.data.before), undone_at: event.recordedAt, kept: event.data.kept }),
    ImportRestored: (event, rows) => rows.put(rowOf(event, event.data.after)),
    ImportBrought: (event, rows) => {
      const { after, createdAt, undone } = event.data
      rows.put({ ...rowOf(event, after), created_at: createdAt, undone_at: undone?.at ?? null, kept: undone?.kept ?? 0 })
    },
  },
})

function rowOf({ accountId, entityId, recordedAt, entityVersion, seq }: RecordedEvent<ImportEvent>, details: ImportDetails): ProjectionRow {
  return {
    account_id: accountId,
    id: entityId,
    file_name: details.fileName,
    format: details.format,
    bank: details.bank,
    account: details.account,
    wallet_id: details.walletId ?? initialWalletId(accountId),
    closing_date: details.closingDate,
    closing_balance: details.closingBalance,
    first_day: details.from,
    last_day: details.to,
    lines: details.count,
    income: details.income,
    expense: details.expense,
    settled: details.settled,
    created_at: recordedAt,
    undone_at: null,
    kept: 0,
    version: entityVersion,
    seq,
  }
}

const COLUMNS = `i.id, i.file_name as "fileName", i.format, i.bank, i.wallet_id as "walletId",
  case when i.closing_date is null then null else json_build_object('date', i.closing_date, 'balance', i.closing_balance) end as closing,
  i.first_day as "from", i.last_day as "to", i.lines as count, i.income, i.expense, i.settled, ${isoText('i.created_at')} as "createdAt",
  ${isoText('i.undone_at')} as "undoneAt", i.kept as "keptCount", i.version`

type Amounts = 'closing' | 'income' | 'expense'

function toReais<Row extends AcceptedImport>(row: Row): Omit<Row, Amounts> & Pick<OnWire<AcceptedImport>, Amounts> {
  const { closing, income, expense } = row
  return {
    ...row,
    closing: closing && { ...closing, balance: centavosToReais(closing.balance) },
    income: centavosToReais(income),
    expense: centavosToReais(expense),
  }
}

/** The sort key of the list. */
const places = z.tuple([moment, z.guid()])

const listSql = (columns: string) => `
    select ${columns} from import_list i
    where i.account_id = $1 and (i.created_at, i.id) < ($2::timestamptz, $3::uuid) order by i.created_at desc, i.id desc limit $4`
const LIST = { name: 'list-imports', text: listSql(COLUMNS) }
const EXPORT = { name: 'export-imports', text: listSql(`${COLUMNS}, i.account`) }
const BEFORE_ALL = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

const UNDONE_STATEMENTS = {
  name: 'balances-of-undone-imports',
  text: `
    select e.seq from (select distinct wallet_id from import_list where account_id = $1) w
      join events e on e.account_id = $1 and e.entity_id = w.wallet_id and e.entity = 'balance'
      join events lead on lead.account_id = $1 and lead.seq = (e.meta->>'partOf')::bigint
      join import_list i on i.account_id = $1 and i.id = lead.entity_id
    where case when i.id = $2::uuid then $3::boolean else i.undone_at is not null end`,
}

/** The positions of the balances stated by undone imports. */
export class FindUndoneStatements extends AccountQuery<number[]> {
  /** @param about an import that is about to be undone or restored, and is treated as if it were already */
  constructor(
    readonly accountId: string,
    readonly about: { importId: string; isUndone: boolean } | null = null,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<number[]> {
    const values = [this.accountId, this.about?.importId ?? null, this.about?.isUndone ?? null]
    const rows = await database.rows<{ seq: number }>(UNDONE_STATEMENTS, values)
    return rows.map(({ seq }) => seq)
  }
}

/** A page of an account's imports, newest first. */
export class ListImports extends AccountQuery<OnWire<ImportPage>> {
  constructor(
    readonly accountId: string,
    readonly filter: ImportFilter,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<ImportPage>> {
    const { rows: imports, nextCursor } = await pageOf(database, LIST, this.accountId, this.filter)
    return { imports, nextCursor }
  }
}

/** The same with the hash of bank and account number, for exports only. */
export class ExportImports extends AccountQuery<{ imports: OnWire<ExportedImport>[]; nextCursor: string | null }> {
  constructor(
    readonly accountId: string,
    readonly filter: ImportFilter,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<{ imports: OnWire<ExportedImport>[]; nextCursor: string | null }> {
    const { rows: imports, nextCursor } = await pageOf(database, EXPORT, this.accountId, this.filter)
    return { imports, nextCursor }
  }
}

async function pageOf(database: RowReader, list: typeof LIST, accountId: string, { limit, cursor }: ImportFilter) {
  const [createdAt, id] = cursor === undefined ? BEFORE_ALL : readCursor(cursor, places)
  const found = await database.rows<ExportedImport>(list, [accountId, createdAt, id, limit + 1])
  const rows = found.slice(0, limit).map(toReais)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > limit && last ? writeCursor([last.createdAt, last.id]) : null }
}

const FIND = {
  name: 'find-import',
  text: `
    select ${COLUMNS}, (
      select coalesce(json_agg(t.id order by t.date desc, t.created_at desc, t.id desc), '[]') from transaction_list t
      where t.account_id = $1 and ${importCondition('$2')}) as "transactionIds"
    from import_list i where i.account_id = $1 and i.id = $2`,
}

/** An import and its transactions. Throws NOT_FOUND. */
export class FindImport extends AccountQuery<OnWire<ImportWithTransactions>> {
  constructor(
    readonly accountId: string,
    readonly id: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<ImportWithTransactions>> {
    const [row] = await database.rows<AcceptedImport & { transactionIds: string[] }>(FIND, [this.accountId, this.id])
    if (!row) throw new Rejected('NOT_FOUND')
    const { transactionIds, ...found } = row
    return { import: toReais(found), transactionIds }
  }
}
