import { monthBounds, type CalendarMonth } from '@prumo/shared/calendar'
import { changedMonths } from '@prumo/shared/closing-rules'
import type { LogReading } from '../event-store/log-reading.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { EventRow } from '../event-store/stream/event.js'
import { EVENT_FIELDS } from '../event-store/stream/read-stream.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'
import { toClosable, type TransactionInMonth } from './closed-months.guard.js'
import { hashOfMonth, readClosings } from './month-closings.projection.js'
import type { MonthFacts } from './month.decider.js'
import type { MonthChanges } from './month.events.js'

/** The most changes that a closing lists by name. */
const MAX_LISTED = 5
/** The most events between two closings that are looked at. */
const MAX_EVENTS = 5_000

const FIGURES = {
  name: 'figures-of-month',
  text: `
    select coalesce(sum(income), 0)::bigint as income, coalesce(sum(expense), 0)::bigint as expense,
      coalesce(sum(income_count + expense_count + transfer_count), 0)::integer as count
    from transaction_totals where account_id = $1 and day between $2 and $3`,
}

/** What is settled in a month, without what changed since the closing before. */
export async function readMonthFigures(database: RowReader, accountId: string, month: CalendarMonth): Promise<Omit<MonthFacts, 'changes'>> {
  const { from, to } = monthBounds(month)
  const [figures] = await database.rows<Omit<MonthFacts, 'changes' | 'contentHash'>>(FIGURES, [accountId, from, to])
  return { ...(figures ?? { income: 0, expense: 0, count: 0 }), contentHash: await hashOfMonth(database, accountId, month) }
}

export const NO_CHANGES: MonthChanges = { count: 0, listed: [] }

const CHANGES = {
  name: 'changes-of-month',
  text: `
    select ${EVENT_FIELDS} from events e where e.account_id = $1 and e.seq > $2 and e.entity = 'transaction' and $3 in (
      left(e.data->'before'->>'date', 7), left(e.data->'after'->>'date', 7),
      left(e.data->'before'->'to'->>'date', 7), left(e.data->'after'->'to'->>'date', 7))
    order by e.seq limit ${MAX_EVENTS}`,
}

/** What is settled in a month, and how it differs from its last closing. */
export class FindMonthFacts extends AccountQuery<MonthFacts> {
  constructor(
    readonly reading: Pick<LogReading, 'codec'>,
    readonly accountId: string,
    readonly month: CalendarMonth,
  ) {
    super()
  }

  async answer(database: QueryContext, keys: AccountKeys): Promise<MonthFacts> {
    const { accountId, month } = this
    const [closing] = await readClosings(database, accountId, month)
    const figures = await readMonthFigures(database, accountId, month)
    return { ...figures, changes: closing && !closing.isClosed ? await this.#changes(database, keys, closing.position) : NO_CHANGES }
  }

  async #changes(database: QueryContext, keys: AccountKeys, reopenedAt: number): Promise<MonthChanges> {
    const { accountId, month, reading } = this
    const rows = await database.rows<Omit<EventRow, 'hash'>>(CHANGES, [accountId, reopenedAt, month])
    const key = await loadAccountKey(database, keys, accountId)
    const ends = new Map<string, { before: TransactionInMonth | null; after: TransactionInMonth | null }>()
    await mapYielding(rows, (row) => {
      const { before = null, after = null } = reading.codec.decode(row, key).data as Partial<Record<'before' | 'after', TransactionInMonth>>
      ends.set(row.entityId, { before: (ends.get(row.entityId) ?? { before }).before, after })
    })
    const isIn = (details: TransactionInMonth | null) => details !== null && changedMonths(toClosable(details), null).has(month)
    const changed = [...ends.values()].filter(({ before, after }) =>
      changedMonths(before && toClosable(before), after && toClosable(after)).has(month),
    )
    const listed = changed.slice(0, MAX_LISTED).map(({ before, after }) => ({
      description: (isIn(after) ? after : before)?.description ?? '',
      amountBefore: isIn(before) ? (before?.amount ?? null) : null,
      amountAfter: isIn(after) ? (after?.amount ?? null) : null,
    }))
    return { count: changed.length, listed }
  }
}
