import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { certainWithCards, type PlacedOccurrence } from '@prumo/shared/forecast-cards'
import {
  flowBegins,
  type ForecastLength,
  type ForecastOccurrence,
  type ForecastOpening,
  type PendingDay,
} from '@prumo/shared/forecast-rules'
import { unrecordedBetween } from '@prumo/shared/recurrence-rules'
import { statedBalances, statedOfRows } from '../balance/stated-balances.projection.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'
import { occurrenceId } from '../recurrences/recurrence-command.js'
import { readRecurrences, type StoredRecurrence } from '../recurrences/recurrence-list.projection.js'
import type { RecurrenceDetails } from '../recurrences/recurrence.events.js'
import { sumsOfRow, transactionTotals, type SumsOfDay } from '../transactions/transaction-totals.projection.js'
import { cardsOf, readCards } from '../wallets/find-bills.js'
import { onHandOf, readWallets, walletsOfRows, type RowsOfTables, type WalletAtDay } from '../wallets/find-wallets.js'
import { initialWalletId } from '../wallets/initial-wallet.js'

/** The certain amounts of an account on a day, for so many days ahead. */
export interface AheadFacts {
  opening: ForecastOpening
  /** Overdue amounts are summed on the day before. */
  pending: PendingDay[]
  /** The recurring occurrences of these days that are not recorded yet. */
  occurrences: ForecastOccurrence[]
  /** Whether no balance was stated, no transaction counts and no recurrence exists. */
  isEmpty: boolean
}

/** The opening balance of a forecast, and the certain amounts after it. */
export class FindAhead extends AccountQuery<AheadFacts> {
  constructor(
    readonly accountId: string,
    readonly today: CalendarDate,
    readonly length: ForecastLength,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<AheadFacts> {
    const { accountId, today, length } = this
    const to = addDays(today, length)
    const wallets = await readWallets(database, accountId, today)
    const onHand = wallets.filter(({ kind }) => kind !== 'card').map(({ id }) => id)
    const [read] = await database.rows<AheadRow>(READ_AHEAD, [accountId, today, to, onHand])
    const { pending, isUsed } = read as AheadRow
    const occurrences = await readOccurrences(database, accountId, await readRecurrences(database, accountId), today, to)
    const cards = await readCards(database, accountId, wallets)
    const isEmpty = wallets.every(({ statedOn }) => statedOn === null) && !isUsed && occurrences.length === 0
    const certain = certainWithCards({ pending: pending ?? [], occurrences, cards }, today)
    return { opening: openingOf(wallets), ...certain, isEmpty }
  }
}

/** What banks and cash hold; it is a stated balance if the main wallet's is. */
export function openingOf(wallets: readonly WalletAtDay[]): ForecastOpening {
  const isStated = wallets.some(({ isMain, statedOn }) => isMain && statedOn !== null)
  return { amount: onHandOf(wallets), source: isStated ? 'stated' : 'sums' }
}

interface AheadRow {
  pending: PendingDay[] | null
  isUsed: boolean
}

// Transfers between banks and cash cancel out on their day; what is left of them goes to cards or comes from them.
const READ_AHEAD = {
  name: 'read-ahead',
  text: `
    select
      (select json_agg(p) from (
        select greatest(d.day, $2::date - 1) as date,
          sum(d.pending_income) + greatest(sum(d.pending_transfer_in - d.pending_transfer_out), 0) as income,
          sum(d.pending_expense) + greatest(sum(d.pending_transfer_out - d.pending_transfer_in), 0) as expense,
          sum(d.pending_count) as count
        from transaction_totals d where d.account_id = $1 and d.day <= $3::date and d.wallet_id = any ($4::uuid[])
          and d.pending_count + d.pending_transfer_in + d.pending_transfer_out > 0 group by 1) as p) as pending,
      exists (select 1 from transaction_totals d where d.account_id = $1) as "isUsed"
    from (select 1) as one`,
}

/**
 * The unrecorded occurrences between two days. Leaves out an occurrence whose id a transaction has used, even a deleted
 * one, because it will never be recorded.
 * @param upTo the position of the log up to which ids count as used
 */
export async function readOccurrences(
  database: RowReader,
  accountId: string,
  plans: readonly StoredRecurrence[],
  today: CalendarDate,
  to: CalendarDate,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<PlacedOccurrence[]> {
  const ahead = await mapYielding(plans, ({ id, details }) => occurrencesWithIds(accountId, id, details, today, to))
  const found = ahead.flat()
  if (found.length === 0) return []
  const rows = await database.rows<{ id: string }>(USED, [accountId, found.map(({ id }) => id), upTo])
  const used = new Set(rows.map(({ id }) => id))
  return found.filter(({ id }) => !used.has(id)).map(({ occurrence }) => occurrence)
}

function occurrencesWithIds(accountId: string, recurrenceId: string, plan: RecurrenceDetails, today: CalendarDate, to: CalendarDate) {
  return unrecordedBetween(plan, today, to).map(({ nominal, date, amount, terms }) => {
    return {
      id: occurrenceId(recurrenceId, nominal),
      occurrence: { date, amount, type: plan.type, walletId: terms.walletId ?? initialWalletId(accountId) },
    }
  })
}

const USED = {
  name: 'used-transaction-ids',
  text: `
    select a.id from unnest($2::uuid[]) as a(id)
    where exists (select 1 from events e where e.account_id = $1 and e.entity_id = a.id and e.entity = 'transaction' and e.seq <= $3)`,
}

/** An account's past flow besides plans. */
export interface PastFlow {
  seq: number
  /** The day of its first settled transaction. */
  first: CalendarDate | null
  /** In centavos, by day. */
  flow: ReadonlyMap<CalendarDate, number>
}

/** The same for many accounts, by account; missing accounts are left out. */
export async function readPastFlows(database: RowReader, accounts: readonly string[], today: CalendarDate): Promise<Map<string, PastFlow>> {
  const rows = await database.rows<{
    accountId: string
    seq: number
    first: CalendarDate | null
    flow: Record<CalendarDate, number> | null
  }>(READ_PAST, [accounts, flowBegins(today), addDays(today, -1)])
  return new Map(rows.map(({ accountId, flow, ...rest }) => [accountId, { ...rest, flow: new Map(Object.entries(flow ?? {})) }]))
}

const READ_PAST = {
  name: 'read-past-flows',
  text: `
    select h.account_id as "accountId", h.seq,
      (select d.day from transaction_totals d where d.account_id = h.account_id and d.account_id = any ($1::uuid[])
        and d.income_count + d.expense_count > 0 order by d.day limit 1) as first,
      (select json_object_agg(d.day, d.unplanned) from (
        select day, sum(unplanned) as unplanned from transaction_totals t
        where t.account_id = h.account_id and t.account_id = any ($1::uuid[]) and t.day between $2 and $3 and t.unplanned <> 0
        group by day) as d) as flow
    from account_heads h join account_keys k using (account_id)
    where h.account_id = any ($1::uuid[]) and k.account_id = any ($1::uuid[])`,
}

/** What is pending on each day, overdue amounts on the day before. Transfers between these wallets cancel out. */
function pendingDays(days: readonly SumsOfDay[], today: CalendarDate): PendingDay[] {
  const yesterday = addDays(today, -1)
  const byDate = new Map<CalendarDate, PendingDay & { net: number }>()
  for (const { date: on, pendingIncome, pendingExpense, pendingCount, pendingTransferIn, pendingTransferOut } of days) {
    const date = on < yesterday ? yesterday : on
    const day = byDate.get(date) ?? { date, income: 0, expense: 0, count: 0, net: 0 }
    day.income += pendingIncome
    day.expense += pendingExpense
    day.count += pendingCount
    day.net += pendingTransferIn - pendingTransferOut
    byDate.set(date, day)
  }
  return [...byDate.values()]
    .map(({ net, income, expense, ...day }) => ({ ...day, income: income + Math.max(net, 0), expense: expense + Math.max(-net, 0) }))
    .filter(({ income, expense, count }) => income + expense + count > 0)
}

/** The facts for a day's forecast and its spread, from the rows of a replay. @param tables by their names */
export function factsOfRows(
  accountId: string,
  tables: RowsOfTables,
  occurrences: readonly PlacedOccurrence[],
  today: CalendarDate,
): Pick<AheadFacts, 'opening' | 'pending' | 'occurrences'> & Omit<PastFlow, 'seq'> {
  const wallets = walletsOfRows(accountId, tables, today, '')
  const days = (tables.get(transactionTotals.table.name) ?? []).map(sumsOfRow)
  const cards = cardsOf(wallets, days, statedOfRows(tables.get(statedBalances.table.name) ?? []))
  const onHand = new Set(wallets.filter(({ kind }) => kind !== 'card').map(({ id }) => id))
  const pending = pendingDays(
    days.filter(({ walletId }) => onHand.has(walletId)),
    today,
  )
  const settled = days.filter(({ incomeCount, expenseCount }) => incomeCount + expenseCount > 0).map(({ date }) => date)
  const flow = new Map<CalendarDate, number>()
  for (const { date, unplanned } of days) flow.set(date, (flow.get(date) ?? 0) + unplanned)
  const certain = certainWithCards({ pending, occurrences, cards }, today)
  return { opening: openingOf(wallets), ...certain, first: settled.sort()[0] ?? null, flow }
}
