import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { stateOf, type FlowType } from '@prumo/shared/transaction-rules'
import type { UsedCategories, UsedCategory } from '@prumo/shared/transactions'
import { defineProjection } from '../event-store/projection/projection.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { counting, type TransactionDetails, type TransactionEvent } from './transaction.events.js'

/** Daily totals of transactions by type, category and wallet, with the settled ones; longer periods sum them. */
export const categoryTotals = defineProjection<TransactionEvent>({
  table: {
    name: 'category_totals',
    version: 2,
    columns: {
      account_id: 'uuid not null',
      day: 'date not null',
      type: 'text not null',
      // Empty for none, because a key cannot contain null.
      category: 'text not null',
      wallet_id: 'uuid not null',
      amount: 'bigint not null',
      count: 'bigint not null',
      // The amount of pending ones.
      pending: 'bigint not null',
      // In any state.
      transactions: 'bigint not null',
    },
    key: ['account_id', 'day', 'type', 'category', 'wallet_id'],
  },
  on: counting(count),
})

/** Adds a transaction to its day and category, or subtracts it. */
function count(accountId: string, details: TransactionDetails, times: 1 | -1, rows: TableRows): void {
  const { type, category, amount, walletId, date: day } = details
  if (type === 'transfer') return
  const state = stateOf(details)
  const settled = state === 'settled' ? times : 0
  const pending = state === 'pending' ? times * amount : 0
  rows.add({
    account_id: accountId,
    day,
    type,
    category: category ?? '',
    wallet_id: walletId ?? initialWalletId(accountId),
    amount: settled * amount,
    count: settled,
    pending,
    transactions: times,
  })
}

const USED = {
  name: 'used-categories',
  text: `
    select type, category, sum(transactions)::bigint as count,
      coalesce(max(day) filter (where transactions > 0 and day <= $4), min(day) filter (where transactions > 0)) as "lastDate",
      coalesce(sum(amount) filter (where day between $2 and $3), 0)::bigint as total from category_totals
    where account_id = $1 and category <> '' group by type, category having sum(transactions) > 0 order by count desc, category, type`,
}

/** The categories of an account's transactions, most used first. */
export class ListCategories extends AccountQuery<OnWire<UsedCategories>> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: Pick<QueryContext, 'rows' | 'clock'>): Promise<OnWire<UsedCategories>> {
    const today = dateInSaoPaulo(new Date(database.clock.now()))
    const year = today.slice(0, 4)
    const rows = await database.rows<UsedCategory>(USED, [this.accountId, `${year}-01-01`, `${year}-12-31`, today])
    return { categories: rows.map((row) => ({ ...row, total: centavosToReais(row.total) })) }
  }
}

/** The sums of some categories by type; amounts in centavos, `count` of settled ones. */
export interface CategorySums {
  type: FlowType
  amount: number
  count: number
  pending: number
}

const SUMS = {
  name: 'sums-of-categories',
  text: `
    select type, sum(amount)::bigint as amount, sum(count)::bigint as count, sum(pending)::bigint as pending from category_totals
    where account_id = $1 and day between $2 and $3 and category = any ($4::text[]) and ($5::uuid[] is null or wallet_id = any ($5))
    group by type`,
}

/**
 * The sums of categories over some days, both inclusive, in all wallets or some. An empty category is of transactions without one.
 */
export function sumCategories(
  database: RowReader,
  accountId: string,
  { from, to }: { from: CalendarDate; to: CalendarDate },
  categories: readonly string[],
  walletIds: readonly string[] | null,
): Promise<CategorySums[]> {
  return database.rows<CategorySums>(SUMS, [accountId, from, to, categories, walletIds])
}
