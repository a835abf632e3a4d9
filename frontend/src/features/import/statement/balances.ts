import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { Statement } from './statement'
import type { Preamble, TableForm } from './table-form'

/** A row with money: an entry or a balance. */
export interface BalanceRow {
  date: CalendarDate | null
  /** Null for a balance or a planned entry. */
  centavos: number | null
  balance: number | null
  /** True for the balance before the entries. */
  isOpening: boolean
}

type Balances = Pick<Statement, 'opening' | 'closing'>

/**
 * The balances before the first and after the last entry: from balance rows, else from above the table, else from the balances
 * beside the entries.
 * @param isWhole whether every row was read; then a balance that contradicts the entries is dropped
 */
export function balancesOf(rows: readonly BalanceRow[], form: TableForm, above: Preamble, isWhole: boolean): Balances {
  const inOrder = isNewestFirst(rows) ? rows.toReversed() : rows
  const entries = inOrder.filter(({ centavos }) => centavos !== null)
  const [first, last] = [entries[0]?.date, entries.at(-1)?.date]
  if (!first || !last) return { opening: null, closing: null }
  const statedOpening = inOrder.find(({ isOpening }) => isOpening)?.balance ?? null
  const opening = statedOpening ?? above.opening ?? columnOpening(inOrder, form)
  const stated = statedClosing(inOrder, last)
  const sum = entries.reduce((total, { centavos }) => total + (centavos ?? 0), 0)
  const isFitting = opening === null || stated === null || !isWhole || opening + sum === stated.centavos
  const column = form.closesByColumn ? (inOrder.findLast(({ balance }) => balance !== null)?.balance ?? null) : null
  const closing = above.closing ?? (stated === null ? column : null)
  return {
    opening: opening === null ? null : { date: addDays(first, -1), centavos: opening },
    closing: closing === null ? (isFitting ? stated : null) : { date: last, centavos: closing },
  }
}

/** The last balance that the bank states. Within a day, the last one in order. */
function statedClosing(inOrder: readonly BalanceRow[], last: CalendarDate): Balances['closing'] {
  let day = ''
  let closing: Balances['closing'] = null
  for (const { date, centavos, balance, isOpening } of inOrder) {
    if (date !== null && date > day) day = date
    if (centavos === null && balance !== null && !isOpening && day >= (closing?.date ?? '')) {
      closing = { date: day > last ? day : last, centavos: balance }
    }
  }
  return closing
}

function columnOpening(inOrder: readonly BalanceRow[], { balances }: TableForm): number | null {
  const first = inOrder.find(({ centavos }) => centavos !== null)
  if (balances === undefined || !first || first.balance === null) return null
  if (balances === 'running') return first.balance - (first.centavos ?? 0)
  const ofDay = inOrder.filter(({ date }) => date === first.date)
  return first.balance - ofDay.reduce((sum, { centavos }) => sum + (centavos ?? 0), 0)
}

/** Whether the newest row comes first: by the dates, or within one day by the balances. */
export function isNewestFirst(rows: readonly BalanceRow[]): boolean {
  const dates = rows.flatMap(({ date, centavos }) => (centavos === null || date === null ? [] : [date]))
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  if (first !== last) return first > last
  const follows = (one: BalanceRow | undefined, next: BalanceRow | undefined) =>
    one?.balance != null && next?.balance != null && next.centavos !== null && one.balance + next.centavos === next.balance
  const entries = rows.filter(({ centavos }) => centavos !== null)
  return follows(entries[1], entries[0]) && !follows(entries[0], entries[1])
}
