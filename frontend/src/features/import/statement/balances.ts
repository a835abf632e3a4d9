import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { Statement } from './statement'
import type { Preamble, TableForm } from './table-form'

/** What a row says of money: an entry, or only what there was. */
export interface FoundRow {
  date: CalendarDate | null
  /** Null for a row that is no entry, or is only planned. */
  centavos: number | null
  balance: number | null
  /** True for a balance that is what there was before the entries. */
  isOpening: boolean
}

type Balances = Pick<Statement, 'opening' | 'closing'>

/**
 * What there was before the first entry and after the last one: as rows of balances say it, else above the table, else by
 * the balances beside the entries.
 * @param isWhole whether every row was understood; then a balance that does not fit the entries claims nothing
 */
export function balancesOf(found: readonly FoundRow[], form: TableForm, above: Preamble, isWhole: boolean): Balances {
  const inOrder = isNewestFirst(found) ? found.toReversed() : found
  const entries = inOrder.filter(({ centavos }) => centavos !== null)
  const [first, last] = [entries[0]?.date, entries.at(-1)?.date]
  if (!first || !last) return { opening: null, closing: null }
  const said = inOrder.find(({ isOpening }) => isOpening)?.balance ?? null
  const opening = said ?? above.opening ?? columnOpening(inOrder, form)
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

/** The balance that the bank states last; on one day the one that stands last. */
function statedClosing(inOrder: readonly FoundRow[], last: CalendarDate): Balances['closing'] {
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

function columnOpening(inOrder: readonly FoundRow[], { balances }: TableForm): number | null {
  const first = inOrder.find(({ centavos }) => centavos !== null)
  if (balances === undefined || !first || first.balance === null) return null
  if (balances === 'running') return first.balance - (first.centavos ?? 0)
  const ofDay = inOrder.filter(({ date }) => date === first.date)
  return first.balance - ofDay.reduce((sum, { centavos }) => sum + (centavos ?? 0), 0)
}

/** Whether the newest row stands first: by the days, or where all are of one day by the balances. */
export function isNewestFirst(found: readonly FoundRow[]): boolean {
  const dates = found.flatMap(({ date, centavos }) => (centavos === null || date === null ? [] : [date]))
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  if (first !== last) return first > last
  const follows = (one: FoundRow | undefined, next: FoundRow | undefined) =>
    one?.balance != null && next?.balance != null && next.centavos !== null && one.balance + next.centavos === next.balance
  const entries = found.filter(({ centavos }) => centavos !== null)
  return follows(entries[1], entries[0]) && !follows(entries[0], entries[1])
}
