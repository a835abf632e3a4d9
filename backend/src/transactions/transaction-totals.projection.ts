import { addMonths, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { stateOf, type TransactionState, type TransactionType } from '@prumo/shared/transaction-rules'
import { noSums, sumNames, sumsOf, type DaySums } from '@prumo/shared/transaction-sums'
import type { MonthSummaries, Summary, SummaryFilter } from '@prumo/shared/transactions'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ColumnValue, ProjectionRow, TableRows } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { sumCategories } from './category-totals.projection.js'
import { findMatching, DAY_BEGINS, daysOf } from './matching-transactions.js'
import { counting, type TransactionDetails, type TransactionEvent } from './transaction.events.js'

/** The column of a sum. */
export const sumColumnOf = (name: keyof DaySums) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** Each sum with its column. */
const sumColumns = sumNames.map((name) => [name, sumColumnOf(name)] as const)

/** Daily totals of each wallet; longer periods, all wallets, balances and forecasts are sums of them. */
export const transactionTotals = defineProjection<TransactionEvent>({
  table: {
    name: 'transaction_totals',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      day: 'date not null',
      wallet_id: 'uuid not null',
      ...Object.fromEntries(sumColumns.map(([, column]) => [column, 'bigint not null'] as const)),
    },
    key: ['account_id', 'day', 'wallet_id'],
  },
  on: counting(addTotals),
})

/** Adds a transaction to its days and wallets, or subtracts it. One that was not received adds nothing to the rows that it has. */
function addTotals(accountId: string, details: TransactionDetails, sign: 1 | -1, rows: TableRows): void {
  const counts = stateOf(details) !== 'not_received'
  const times = counts ? sign : 0
  for (const { walletId, date, sums } of sumsOf(counts ? details : { ...details, isConfirmed: false })) {
    const row: Record<string, ColumnValue> = { account_id: accountId, day: date, wallet_id: walletId ?? initialWalletId(accountId) }
    for (const [name, column] of sumColumns) row[column] = times * (sums[name] ?? 0)
    rows.add(row)
  }
}

/** The sums of a wallet's day. */
export type SumsOfDay = DaySums & { date: CalendarDate; walletId: string }

export function sumsOfRow(row: ProjectionRow): SumsOfDay {
  const sums = noSums()
  for (const [name, column] of sumColumns) sums[name] = Number(row[column])
  return { ...sums, date: String(row.day), walletId: String(row.wallet_id) }
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
    const { search, amount, attachments, category, status, type } = this.filter
    // Stored totals are by day, wallet and category.
    if (search || amount !== undefined || attachments) return this.#addUp(database)
    const totals = category ? await this.#ofCategories(database, category) : await this.#ofWallets(database)
    return summaryOf(inState(totals, status), type)
  }

  async #ofWallets(database: RowReader): Promise<DaySums> {
    const { walletId } = this.filter
    const { from, to } = daysOf(this.filter)
    const [totals] = await database.rows<DaySums>(SUM, [this.accountId, from, to, walletId ?? null])
    const sums = totals ?? noSums()
    if (!walletId) return { ...sums, ...NO_TRANSFERRED }
    // The totals count a transfer where it leaves; those from other wallets are listed too.
    const [arriving] = await database.rows<{ count: number }>(COUNT_ARRIVING, [this.accountId, from, to, walletId])
    return { ...sums, transferCount: sums.transferCount + (arriving?.count ?? 0) }
  }

  async #ofCategories(database: RowReader, categories: readonly string[]): Promise<DaySums> {
    const totals = noSums()
    const { walletId = null } = this.filter
    for (const { type, amount, count, pending } of await sumCategories(
      database,
      this.accountId,
      daysOf(this.filter),
      categories,
      walletId,
    )) {
      totals[type] = amount
      totals[`${type}Count`] = count
      totals[type === 'income' ? 'pendingIncome' : 'pendingExpense'] = pending
    }
    // Transfers have no category.
    if (!categories.includes('')) return totals
    const { transferIn, transferOut, transferCount } = await this.#ofWallets(database)
    return { ...totals, transferIn, transferOut, transferCount }
  }

  async #addUp(database: RowReader): Promise<OnWire<Summary>> {
    const { from, to } = daysOf(this.filter)
    const { walletId = [] } = this.filter
    const rows = await findMatching<TotalsGroup>(database, this.accountId, this.filter, {
      name: 'summarise-matching',
      columns: 'type, state, amount, wallet_id, to_wallet_id',
      select: `type, state, wallet_id as "walletId", to_wallet_id as "toWalletId", sum(amount)::bigint as amount, count(*) as count`,
      from,
      after: { date: to, ...DAY_BEGINS },
      page: { groupBy: 'type, state, wallet_id, to_wallet_id' },
    })
    const totals = noSums()
    for (const { type, state, amount, count, ...places } of rows) {
      if (type === 'transfer') {
        if (state !== 'settled') continue
        totals.transferCount += count
        if (walletId.includes(places.walletId)) totals.transferOut += amount
        if (places.toWalletId && walletId.includes(places.toWalletId)) totals.transferIn += amount
        continue
      }
      if (state === 'settled') {
        totals[type] += amount
        totals[`${type}Count`] += count
      }
      if (state === 'pending') totals[type === 'income' ? 'pendingIncome' : 'pendingExpense'] += amount
    }
    return summaryOf(totals)
  }
}

interface TotalsGroup {
  type: TransactionType
  state: TransactionState
  walletId: string
  toWalletId: string | null
  /** Centavos. */
  amount: number
  count: number
}

/** The totals of the transactions in one state: those not received count nowhere. */
function inState(totals: DaySums, state?: TransactionState): DaySums {
  if (state === undefined) return totals
  const { pendingIncome, pendingExpense } = totals
  if (state === 'settled') return { ...totals, pendingIncome: 0, pendingExpense: 0 }
  return state === 'pending' ? { ...noSums(), pendingIncome, pendingExpense } : noSums()
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
    const rows = await database.rows<DaySums & { month: CalendarMonth }>(SUM_MONTHS, [this.accountId, `${asked[0]}-01`, to])
    const totals = new Map(rows.map((row) => [row.month, row]))
    return {
      months: asked.map((month) => ({ month, ...summaryOf({ ...(totals.get(month) ?? noSums()), ...NO_TRANSFERRED, transferCount: 0 }) })),
    }
  }
}

/** Among all wallets a transfer moves nothing in or out. */
const NO_TRANSFERRED = { transferIn: 0, transferOut: 0 }

/** The summary of totals in centavos. @param only the type to count, if not all */
function summaryOf(totals: DaySums, only?: TransactionType): OnWire<Summary> {
  const of = (type: TransactionType, total: number) => (only === undefined || only === type ? total : 0)
  const income = of('income', totals.income)
  const expense = of('expense', totals.expense)
  return {
    income: centavosToReais(income),
    expense: centavosToReais(expense),
    balance: centavosToReais(income - expense),
    scheduledIncome: centavosToReais(of('income', totals.pendingIncome)),
    scheduledExpense: centavosToReais(of('expense', totals.pendingExpense)),
    transferIn: centavosToReais(of('transfer', totals.transferIn)),
    transferOut: centavosToReais(of('transfer', totals.transferOut)),
    count: of('income', totals.incomeCount) + of('expense', totals.expenseCount) + of('transfer', totals.transferCount),
  }
}

/** The summary of all time, from the rows of a replay. */
export function summaryOfRows(rows: readonly ProjectionRow[]): OnWire<Summary> {
  const totals = noSums()
  for (const row of rows) {
    const sums = sumsOfRow(row)
    for (const name of sumNames) totals[name] += sums[name]
  }
  return summaryOf({ ...totals, ...NO_TRANSFERRED })
}

/** The expenses of the days from `from` to `to`, both inclusive, in centavos, from the rows of a replay. */
export function spentOfRows(rows: readonly ProjectionRow[], from: CalendarDate, to: CalendarDate): number {
  return rows.reduce((spent, { day, expense }) => (String(day) >= from && String(day) <= to ? spent + Number(expense) : spent), 0)
}

const SUMS = sumColumns.map(([name, column]) => `coalesce(sum(${column}), 0)::bigint as "${name}"`).join(', ')
const FROM_DAYS = 'from transaction_totals where account_id = $1 and day between $2 and $3'
const SUM = { name: 'summarise-transactions', text: `select ${SUMS} ${FROM_DAYS} and ($4::uuid[] is null or wallet_id = any ($4))` }
const SUM_MONTHS = { name: 'summarise-months', text: `select to_char(day, 'YYYY-MM') as month, ${SUMS} ${FROM_DAYS} group by 1` }
const COUNT_ARRIVING = {
  name: 'count-arriving-transfers',
  text: `
    select count(*) as count from transaction_list where account_id = $1 and to_wallet_id is not null and to_wallet_id = any ($4::uuid[])
      and not wallet_id = any ($4::uuid[]) and state = 'settled' and date between $2 and $3`,
}
