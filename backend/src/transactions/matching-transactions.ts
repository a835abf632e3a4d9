import { monthBounds, type CalendarDate } from '@prumo/shared/calendar'
import { parseCentavos, type Centavos } from '@prumo/shared/money'
import { searchable } from '@prumo/shared/search'
import { categoriesWithoutReceipt, transactionStates, transactionTypes } from '@prumo/shared/transaction-rules'
import type { SummaryFilter, TransactionFilter } from '@prumo/shared/transactions'
import type { RowReader } from '../platform/database/connection-pool.js'
import { idsInStretches, findStretches } from './transaction-search.projection.js'

/** A position in the sort order of the list. */
export interface ListPlace {
  date: CalendarDate
  createdAt: string
  id: string
}

/** The filter without the page. */
type MatchingFilter = SummaryFilter & Pick<TransactionFilter, 'importId'>

/** The first position of a day; the list is in descending order. */
export const DAY_BEGINS = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' } as const

/** More wallets in a filter are rare. */
const MAX_PREPARED_WALLETS = 4

/** Outside of all possible dates of transactions. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

/** The days of a filter, both inclusive; empty if the first is after the last. */
export function daysOf({ from = FIRST_DAY, to = LAST_DAY, month }: Pick<SummaryFilter, 'from' | 'to' | 'month'>): {
  from: CalendarDate
  to: CalendarDate
} {
  const inMonth = month === undefined ? { from, to } : monthBounds(month)
  return { from: from > inMonth.from ? from : inMonth.from, to: to < inMonth.to ? to : inMonth.to }
}

/** What to read of the matching transactions: a page, or totals of all. */
export interface MatchingSelection {
  /** Prefix of the names of prepared statements. */
  name: string
  /** Only the columns that are needed: each costs with every row of every range. */
  columns: string
  /** The select list. */
  select: string
  /** The first day. */
  from: CalendarDate
  /** The list starts after this position. */
  after: ListPlace
  page: { limit: number } | { groupBy: string }
}

/**
 * Reads the matching transactions. The SQL text depends on the filters that are set, so that it reads exactly the index
 * ranges with the answer, and each combination has a prepared statement of its own.
 */
export async function findMatching<Row>(
  database: RowReader,
  accountId: string,
  asking: MatchingFilter,
  asked: MatchingSelection,
): Promise<Row[]> {
  const { type = 'expense', status = 'settled' } = asking
  const filter = asking.attachments === 'none' ? { ...asking, type, status } : asking
  const term = searchable(filter.search ?? '')
  const stretches = term === '' ? null : await findStretches(database, accountId, term)
  const searched = term === '' ? null : amountIn(filter.search ?? '')
  if (stretches?.length === 0 && searched === null) return []
  const { text, values } = matchingSql(accountId, filter, { term, stretches, amount: searched }, asked)
  // Letters for each filter: Postgres cuts a name after 63 characters.
  const set = [
    filter.type && (isOfTransfers(filter) ? 'm' : 't'),
    filter.status && 's',
    filter.category && (filter.category.length > 1 ? 'cc' : 'c'),
    filter.amount !== undefined && 'a',
    term && 'q',
    stretches && (stretches.length > 0 ? 'f' : 'n'),
    searched !== null && 'r',
    filter.importId !== undefined && 'i',
    filter.attachments && (filter.attachments === 'some' ? 'y' : mayLackReceipt(filter) ? 'x' : 'z'),
    filter.walletId && `w${filter.walletId.length}`,
  ]
  // Each number of wallets is a text of its own: only few of them are worth a prepared statement on every connection.
  const isPrepared = (filter.walletId?.length ?? 0) <= MAX_PREPARED_WALLETS
  return database.rows<Row>({ ...(isPrepared && { name: `${asked.name}-${set.filter(Boolean).join('')}` }), text }, values)
}

/** SQL of whether a transaction has a receipt, and of whether it lacks one: conditions of indexes. */
export const HAS_RECEIPT = 'attachment_count > 0'
export const LACKS_RECEIPT = `type = 'expense' and state = 'settled' and attachment_count = 0
  and coalesce(category, '') not in (${categoriesWithoutReceipt.map((category) => `'${category}'`).join(', ')})`

/** Whether transactions of a filter's type and status may lack a receipt. */
function mayLackReceipt({ type, status }: MatchingFilter): boolean {
  return type === 'expense' && status === 'settled'
}

/** The transactions of an import; a transfer may be of one on either side. */
export function importCondition(importId: string): string {
  return `(import_id = ${importId} or to_import_id = ${importId})`
}

/** The amount that a search reads as, in centavos; null for other texts. */
function amountIn(search: string): Centavos | null {
  return parseCentavos(search) || null
}

/** What a search looks for: a text, where it may occur if that is known, and the amount that the text reads as. */
interface SearchedTerm {
  term: string
  stretches: readonly number[] | null
  amount: Centavos | null
}

const ORDER = 'order by date desc, created_at desc, id desc'

/** Whether the transfers of some wallets match, which have an index of their own. */
function isOfTransfers({ walletId, type }: MatchingFilter): boolean {
  return walletId !== undefined && type === 'transfer'
}

function matchingSql(
  accountId: string,
  filter: MatchingFilter,
  { term, stretches, amount }: SearchedTerm,
  { columns, select, from, after, page }: MatchingSelection,
) {
  const values: unknown[] = []
  const given = (value: unknown, type: string) => `$${values.push(value)}::${type}`

  const account = `account_id = ${given(accountId, 'uuid')}`
  const place = [given(after.date, 'date'), given(after.createdAt, 'timestamptz'), given(after.id, 'uuid')]
  const conditions = [account, `date >= ${given(from, 'date')}`, `(date, created_at, id) < (${place.join(', ')})`]
  const categories = filter.category ?? []
  const [category] = categories
  const inCategories = categories.length > 1 ? given(categories, 'text[]') : ''
  if (category !== undefined && categories.length === 1) conditions.push(`coalesce(category, '') = ${given(category, 'text')}`)
  if (filter.attachments === 'some') conditions.push(HAS_RECEIPT)
  if (filter.attachments === 'none') conditions.push(mayLackReceipt(filter) ? LACKS_RECEIPT : 'false')
  if (filter.amount !== undefined) conditions.push(`amount = ${given(filter.amount, 'bigint')}`)
  const hasTerm = term === '' ? '' : `search like ${given(`%${term.replace(/[\\%_]/g, '\\$&')}%`, 'text')}`
  const isLacking = filter.attachments === 'none'
  const ofType = isLacking
    ? ['']
    : filter.type === undefined
      ? transactionTypes.map((type) => `type = '${type}'`)
      : [isOfTransfers(filter) ? `type = 'transfer'` : `type = ${given(filter.type, 'text')}`]
  const inState = isLacking
    ? ['']
    : filter.status === undefined
      ? transactionStates.map((state) => `state = '${state}'`)
      : [`state = ${given(filter.status, 'text')}`]

  // A limit in a subselect is unknown to the planner, which then chooses the plan that returns rows in order without a
  // sort.
  const inOrder = 'limit' in page ? `${ORDER} limit (select ${given(page.limit, 'integer')})` : ''
  const inCategory = inCategories && `coalesce(category, '') = any (${inCategories})`
  const range = (table: string, more: readonly string[]) =>
    `(select ${columns} from ${table} where ${[...conditions, ...more].filter(Boolean).join(' and ')} ${inOrder})`
  // Each category is a range of its own.
  const rangeOfEach = (more: readonly string[]) =>
    `(select ${columns} from unnest(${inCategories}) as named(name) cross join lateral ${range('transaction_list', [
      ...more,
      `coalesce(category, '') = named.name`,
    ])} as each ${inOrder})`
  const byState = (table: string, more: readonly string[]) =>
    ofType.flatMap((type) =>
      inState.map((state) => {
        if (inCategories && table === 'transaction_list') return rangeOfEach([type, state, ...more])
        return range(table, [type, state, inCategory, ...more])
      }),
    )
  const wallets = filter.walletId ?? []
  const inWallets = () => `any (${given(wallets, 'uuid[]')})`
  const inWallet = () => (wallets.length === 0 ? '' : `(wallet_id = ${inWallets()} or to_wallet_id = ${inWallets()})`)
  const filters = [...(filter.type === undefined ? [] : ofType), ...(filter.status === undefined ? [] : inState)]
  const mayBeTransfer = filter.type === undefined || filter.type === 'transfer'
  // Each wallet is a range of its own; a transfer between two of them is in the first one's.
  const byWallet = (more: readonly string[]) =>
    wallets.flatMap((wallet) => {
      const id = given(wallet, 'uuid')
      const left = range('transaction_list', [...filters, inCategory, ...more, `wallet_id = ${id}`])
      if (!mayBeTransfer) return [left]
      return [left, range('transaction_list', [...filters, inCategory, ...more, `to_wallet_id = ${id}`, `not wallet_id = ${inWallets()}`])]
    })
  // All of one amount are a range.
  const byAmount = (more: readonly string[]) => [range('transaction_list', [...filters, inCategory, inWallet(), ...more])]
  const rangesOf = (isFound: boolean) => {
    if (isFound) return byState('found', [hasTerm, inWallet()])
    if (filter.amount !== undefined) return byAmount([hasTerm])
    return wallets.length > 0 ? byWallet([hasTerm]) : byState('transaction_list', [hasTerm])
  }
  const few = [
    ...(stretches ? [`id = any (${idsInStretches('$1', given(stretches, 'bigint[]'))})`] : []),
    ...(filter.importId === undefined ? [] : [importCondition(given(filter.importId, 'uuid'))]),
  ]
  const found = few.length > 0 && `with found as materialized (select * from transaction_list where ${[account, ...few].join(' and ')})`
  const ofText = stretches?.length === 0 ? [] : rangesOf(found !== false)
  const ofAmount = () => {
    const ofImport = filter.importId === undefined ? '' : importCondition(given(filter.importId, 'uuid'))
    return byAmount([`amount = ${given(amount, 'bigint')}`, `not ${hasTerm}`, ofImport])
  }
  const ranges = [...ofText, ...(amount === null ? [] : ofAmount())]
  const end = 'limit' in page ? inOrder : `group by ${page.groupBy}`
  return { text: `${found || ''} select ${select} from (${ranges.join(' union all ')}) as matching ${end}`, values }
}
