import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { EXPECTED_WITHIN_DAYS, OTHER_SIDE_WITHIN_DAYS, SIMILAR_WITHIN_DAYS, type LineState } from '@prumo/shared/import-rules'
import { areDifferentInstalments } from '@prumo/shared/instalments'
import type { FlowType } from '@prumo/shared/transaction-rules'

/** The fields by which lines and transactions are compared. */
interface MatchedAmount {
  type: FlowType
  /** Centavos. */
  amount: number
  date: CalendarDate
  description: string
}

/**
 * A transaction that a line may correspond to, as the line's wallet sees it: type and date are those of a transfer's side in that
 * wallet, and one of another wallet has the opposite of its own type.
 */
export interface MatchCandidate extends MatchedAmount {
  id: string
  /** Whether another statement of the same bank account brought it: then it is similar to lines of its own day only. */
  isOfSameAccount?: boolean
}

export interface LineMatch {
  state: LineState
  /** The transaction that the line is, settles, joins or resembles. */
  transactionId: string | null
}

/** The transactions that lines are compared with. */
export interface LineCandidates {
  /** Pending ones of the wallet. */
  expected: readonly MatchCandidate[]
  /** Those of other wallets, and transfers whose side in this one has no line yet. */
  otherSides: readonly MatchCandidate[]
  /** Settled ones of the wallet. */
  similar: readonly MatchCandidate[]
}

/**
 * Matches lines with transactions. A line imported before is `known`. Others settle pending transactions, or are the other side
 * of one, the nearest day first and each once; else they are similar to a settled one, or new.
 * @param known the transaction that each line already is; null for new lines
 */
export function matchLines(
  lines: readonly MatchedAmount[],
  known: readonly (string | null)[],
  { expected, otherSides, similar }: LineCandidates,
): LineMatch[] {
  const matches = known.map((id): LineMatch | null => (id === null ? null : { state: 'known', transactionId: id }))
  matchNearest(matches, lines, { state: 'expected', candidates: expected, withinDays: EXPECTED_WITHIN_DAYS })
  matchNearest(matches, lines, { state: 'other_side', candidates: otherSides, withinDays: OTHER_SIDE_WITHIN_DAYS })
  const there = byDay(similar)
  return matches.map((match, index) => match ?? matchSimilar(there, lines[index] as MatchedAmount))
}

/** Gives lines without a match the nearest candidates, each once. */
function matchNearest(
  matches: (LineMatch | null)[],
  lines: readonly MatchedAmount[],
  { state, candidates, withinDays }: { state: LineState; candidates: readonly MatchCandidate[]; withinDays: number },
): void {
  const waiting = byDay(candidates)
  for (let days = 0; days <= withinDays; days++) {
    for (const [index, line] of lines.entries()) {
      if (matches[index]) continue
      const found = atDistance(waiting, line, days)?.shift()
      if (found) matches[index] = { state, transactionId: found.id }
    }
  }
}

function matchSimilar(there: ByDay, line: MatchedAmount): LineMatch {
  for (let days = 0; days <= SIMILAR_WITHIN_DAYS; days++) {
    const found = allAtDistance(there, line, days).find((candidate) => isLike(candidate, line, days))
    if (found) return { state: 'similar', transactionId: found.id }
  }
  return { state: 'new', transactionId: null }
}

function isLike({ isOfSameAccount, description }: MatchCandidate, line: MatchedAmount, days: number): boolean {
  return (days === 0 || !isOfSameAccount) && !areDifferentInstalments(description, line.description)
}

/** Transactions by type and amount, then by day. */
type ByDay = ReadonlyMap<string, ReadonlyMap<CalendarDate, MatchCandidate[]>>

/** The transactions of a line's type and amount so many days before it or, if there are none, after it. */
function atDistance(candidates: ByDay, line: MatchedAmount, days: number): MatchCandidate[] | undefined {
  const ofAmount = candidates.get(nameOf(line))
  if (!ofAmount) return undefined
  const on = (date: CalendarDate) => {
    const there = ofAmount.get(date)
    return there && there.length > 0 ? there : undefined
  }
  return on(addDays(line.date, -days)) ?? (days === 0 ? undefined : on(addDays(line.date, days)))
}

/** The transactions of a line's type and amount so many days before it, then those as many days after it. */
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
