import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { EXPECTED_WITHIN_DAYS, SIMILAR_WITHIN_DAYS, type LineState } from '@prumo/shared/import-rules'
import { areOtherInstalments } from '@prumo/shared/instalments'
import type { TransactionType } from '@prumo/shared/transaction-rules'

/** What a line and a transaction are compared by. */
interface MatchedAmount {
  type: TransactionType
  /** Centavos. */
  amount: number
  date: CalendarDate
  description: string
}

/** A transaction that a line may be. */
export interface MatchCandidate extends MatchedAmount {
  id: string
  /** True for one that another statement of the same account brought: it is like a line of its own day alone. */
  isOfSameAccount?: boolean
}

export interface LineMatch {
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
  lines: readonly MatchedAmount[],
  known: readonly (string | null)[],
  pending: readonly MatchCandidate[],
  settled: readonly MatchCandidate[],
): LineMatch[] {
  const matches = known.map((id): LineMatch | null => (id === null ? null : { state: 'known', transactionId: id }))
  const waiting = byDay(pending)
  for (let days = 0; days <= EXPECTED_WITHIN_DAYS; days++) {
    for (const [index, line] of lines.entries()) {
      if (matches[index]) continue
      const found = atDistance(waiting, line, days)?.shift()
      if (found) matches[index] = { state: 'expected', transactionId: found.id }
    }
  }
  const there = byDay(settled)
  return matches.map((match, index) => match ?? matchLine(there, lines[index] as MatchedAmount))
}

function matchLine(there: ByDay, line: MatchedAmount): LineMatch {
  for (let days = 0; days <= SIMILAR_WITHIN_DAYS; days++) {
    const found = allAtDistance(there, line, days).find((candidate) => isLike(candidate, line, days))
    if (found) return { state: 'similar', transactionId: found.id }
  }
  return { state: 'new', transactionId: null }
}

function isLike({ isOfSameAccount, description }: MatchCandidate, line: MatchedAmount, days: number): boolean {
  return (days === 0 || !isOfSameAccount) && !areOtherInstalments(description, line.description)
}

/** Transactions by type and amount, and these by day. */
type ByDay = ReadonlyMap<string, ReadonlyMap<CalendarDate, MatchCandidate[]>>

/** The transactions of a line's type and amount so many days before it or, where there are none, after it. */
function atDistance(candidates: ByDay, line: MatchedAmount, days: number): MatchCandidate[] | undefined {
  const ofAmount = candidates.get(nameOf(line))
  if (!ofAmount) return undefined
  const on = (date: CalendarDate) => {
    const there = ofAmount.get(date)
    return there && there.length > 0 ? there : undefined
  }
  return on(addDays(line.date, -days)) ?? (days === 0 ? undefined : on(addDays(line.date, days)))
}

/** Those so many days before a line, then those as many after it. */
function allAtDistance(candidates: ByDay, line: MatchedAmount, days: number): readonly MatchCandidate[] {
  const ofAmount = candidates.get(nameOf(line))
  const on = (date: CalendarDate) => ofAmount?.get(date) ?? []
  return days === 0 ? on(line.date) : [...on(addDays(line.date, -days)), ...on(addDays(line.date, days))]
}

function byDay(candidates: readonly MatchCandidate[]): ByDay {
  const amounts = new Map<string, Map<CalendarDate, MatchCandidate[]>>()
  for (const candidate of candidates) {
    const days = amounts.get(nameOf(candidate)) ?? new Map<CalendarDate, MatchCandidate[]>()
    const there = days.get(candidate.date) ?? []
    there.push(candidate)
    amounts.set(nameOf(candidate), days.set(candidate.date, there))
  }
  return amounts
}

function nameOf({ type, amount }: MatchedAmount): string {
  return `${type} ${amount}`
}
