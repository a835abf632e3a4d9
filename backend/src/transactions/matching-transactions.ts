import { monthBounds, type CalendarDate } from '@prumo/shared/calendar'
import { searchable } from '@prumo/shared/search'
import { transactionStates, transactionTypes } from '@prumo/shared/transaction-rules'
import type { SummaryFilter, TransactionFilter } from '@prumo/shared/transactions'
import type { RowReader } from '../platform/database/connection-pool.js'
import { idsInStretches, findStretches } from './transaction-search.projection.js'

/** A place in the order of the list. */
export interface ListPlace {
  date: CalendarDate
  createdAt: string
  id: string
}

/** Which transactions are meant, but for the page. */
type MatchingFilter = SummaryFilter & Pick<TransactionFilter, 'importId'>

/** The place before all others of a day, as the list goes backwards. */
export const DAY_BEGINS = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' } as const

/** Beyond every day a transaction can have. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

/** The days a filter means, both included; none where the first comes after the last. */
export function daysOf({ from = FIRST_DAY, to = LAST_DAY, month }: Pick<SummaryFilter, 'from' | 'to' | 'month'>): {
  from: CalendarDate
  to: CalendarDate
} {
  const inMonth = month === undefined ? { from, to } : monthBounds(month)
  return { from: from > inMonth.from ? from : inMonth.from, to: to < inMonth.to ? to : inMonth.to }
}

/** What is asked of the transactions that a filter means: a page of them, or totals of all. */
export interface MatchingSelection {
  /** Begins the names under which the statements are prepared. */
  name: string
  /** The columns that are read, and no others: each costs with every row of every range. */
  columns: string
  /** What is made of them. */
  select: string
  /** The first day. */
  from: CalendarDate
  /** Where the list begins: what comes after this place. */
  after: ListPlace
  page: { limit: number } | { groupBy: string }
}

/**
 * Asks about what a filter means. The text is spelt for the filters that are set, so that whatever they are it reads
 * just the ranges of an index that hold the answer, and no prepared statement has to be good for two questions.
 */
export async function findMatching<Row>(
  database: RowReader,
  accountId: string,
  filter: MatchingFilter,
  asked: MatchingSelection,
): Promise<Row[]> {
  const term = searchable(filter.search ?? '')
  const stretches = term === '' ? null : await findStretches(database, accountId, term)
  if (stretches?.length === 0) return []
  const { text, values } = matchingSql(accountId, filter, term, stretches, asked)
  const set = [
    filter.type && 'type',
    filter.status && 'status',
    filter.category !== undefined && 'category',
    term && 'search',
    stretches && 'found',
    filter.importId !== undefined && 'import',
  ]
  return database.rows<Row>({ name: [asked.name, ...set.filter(Boolean)].join('-'), text }, values)
}

const ORDER = 'order by date desc, created_at desc, id desc'

function matchingSql(
  accountId: string,
  filter: MatchingFilter,
  term: string,
  stretches: readonly number[] | null,
  { columns, select, from, after, page }: MatchingSelection,
) {
  const values: unknown[] = []
  const given = (value: unknown, type: string) => `$${values.push(value)}::${type}`

  const account = `account_id = ${given(accountId, 'uuid')}`
  const place = [given(after.date, 'date'), given(after.createdAt, 'timestamptz'), given(after.id, 'uuid')]
  const conditions = [account, `date >= ${given(from, 'date')}`, `(date, created_at, id) < (${place.join(', ')})`]
  if (filter.category !== undefined) conditions.push(`coalesce(category, '') = ${given(filter.category, 'text')}`)
  if (term !== '') conditions.push(`search like ${given(`%${term.replace(/[\\%_]/g, '\\$&')}%`, 'text')}`)
  const ofType = filter.type === undefined ? transactionTypes.map((type) => `type = '${type}'`) : [`type = ${given(filter.type, 'text')}`]
  const inState =
    filter.status === undefined ? transactionStates.map((state) => `state = '${state}'`) : [`state = ${given(filter.status, 'text')}`]

  // A limit that the planner does not know has it take the way that begins at once: sorting what may be endless never pays.
  const inOrder = 'limit' in page ? `${ORDER} limit (select ${given(page.limit, 'integer')})` : ''
  const rangesOf = (table: string) =>
    ofType
      .flatMap((type) =>
        inState.map((state) => `(select ${columns} from ${table} where ${[...conditions, type, state].join(' and ')} ${inOrder})`),
      )
      .join(' union all ')
  const few = [
    ...(stretches ? [`id = any (${idsInStretches('$1', given(stretches, 'bigint[]'))})`] : []),
    ...(filter.importId === undefined ? [] : [`import_id = ${given(filter.importId, 'uuid')}`]),
  ]
  const found = few.length > 0 && `with found as materialized (select * from transaction_list where ${[account, ...few].join(' and ')})`
  const end = 'limit' in page ? inOrder : `group by ${page.groupBy}`
  return { text: `${found || ''} select ${select} from (${rangesOf(found ? 'found' : 'transaction_list')}) as matching ${end}`, values }
}
