import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { EXPECTED_WITHIN_DAYS, SIMILAR_WITHIN_DAYS, type LineState } from '@prumo/shared/import-rules'
import type { TransactionType } from '@prumo/shared/transaction-rules'

/** What a line and a transaction are compared by. */
interface Moved {
  type: TransactionType
  /** Centavos. */
  amount: number
  date: CalendarDate
}

/** A transaction that a line may be. */
export interface Candidate extends Moved {
  id: string
}

export interface Match {
  state: LineState
  /** The transaction that the line is, settles or is like. */
  transactionId: string | null
}

/**
 * What each line is. One that was accepted before is known; the others settle what is pending, the nearest day first and
 * each once, or else are like what is settled.
 * @param known the transaction that each line is already; null for those that were never accepted
 */
export function matchLines(
  lines: readonly Moved[],
  known: readonly (string | null)[],
  pending: readonly Candidate[],
  settled: readonly Candidate[],
): Match[] {
  const matches = known.map((id): Match | null => (id === null ? null : { state: 'known', transactionId: id }))
  const waiting = byDay(pending)
  for (let days = 0; days <= EXPECTED_WITHIN_DAYS; days++) {
    for (const [index, line] of lines.entries()) {
      if (matches[index]) continue
      const found = atDistance(waiting, line, days)?.shift()
      if (found) matches[index] = { state: 'expected', transactionId: found.id }
    }
  }
  const there = byDay(settled)
  return matches.map((match, index) => match ?? likeOne(there, lines[index] as Moved))
}

function likeOne(there: ByDay, line: Moved): Match {
  for (let days = 0; days <= SIMILAR_WITHIN_DAYS; days++) {
    const [found] = atDistance(there, line, days) ?? []
    if (found) return { state: 'similar', transactionId: found.id }
  }
  return { state: 'new', transactionId: null }
}

/** Transactions by type and amount, and these by day. */
type ByDay = ReadonlyMap<string, ReadonlyMap<CalendarDate, Candidate[]>>

/** The transactions of a line's type and amount so many days before it or, where there are none, after it. */
function atDistance(candidates: ByDay, line: Moved, days: number): Candidate[] | undefined {
  const ofAmount = candidates.get(nameOf(line))
  if (!ofAmount) return undefined
  const on = (date: CalendarDate) => {
    const there = ofAmount.get(date)
    return there && there.length > 0 ? there : undefined
  }
  return on(addDays(line.date, -days)) ?? (days === 0 ? undefined : on(addDays(line.date, days)))
}

function byDay(candidates: readonly Candidate[]): ByDay {
  const amounts = new Map<string, Map<CalendarDate, Candidate[]>>()
  for (const candidate of candidates) {
    const days = amounts.get(nameOf(candidate)) ?? new Map<CalendarDate, Candidate[]>()
    const there = days.get(candidate.date) ?? []
    there.push(candidate)
    amounts.set(nameOf(candidate), days.set(candidate.date, there))
  }
  return amounts
}

function nameOf({ type, amount }: Moved): string {
  return `${type} ${amount}`
}
