import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import {
  changedPlan,
  expectedOf,
  isAsPlanned,
  LAST_DAY,
  nextDue,
  occurrenceChanges,
  occurrencesOf,
  reachOn,
  type ExpectedOccurrence,
  type RecordedPlan,
  type RecurrencePlan,
  type RecurrenceTerms,
} from '@prumo/shared/recurrence-rules'
import type { Recurrence } from '@prumo/shared/recurrences'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { occurrenceId } from '../lib/occurrence-id'
import type { OccurrenceDetails, OccurrenceStep, RecurrenceChange } from './recurrence-commands'

/**
 * What a change of a recurrence does to its transactions, computed on the device by the shared rules. Apart from the reads, because
 * no list needs it.
 */

/** The plan of a recurrence as far as this device knows it: only with its latest terms. */
export function planOf({ kind, type, start, count, firstNumber, until, amount, ...rest }: Recurrence | NewRecurrencePlan): RecurrencePlan {
  const { description, category, walletId = null, every, interval, weekend } = rest
  const terms: RecurrenceTerms = { from: start, description, category, walletId, amount, every, interval, weekend, anchor: null }
  return { kind, type, start, count, firstNumber, until, terms: [terms], pauses: [] }
}

/** The plan of a new recurrence. */
export type NewRecurrencePlan = Omit<
  Recurrence,
  'id' | 'userId' | 'walletId' | 'endedAt' | 'next' | 'createdAt' | 'updatedAt' | 'version'
> & {
  /** The main one if it is undefined. */
  walletId?: string | undefined
}

/** All instalments are recorded at once; of other recurrences only the occurrences in reach. */
function toRecordedPlan(plan: RecurrencePlan, now: CalendarDate): RecordedPlan {
  return { ...plan, reached: plan.kind === 'instalments' ? LAST_DAY : reachOn(now) }
}

/** What a change of a plan does to its transactions, by the server's rules. @param known those that this device has read */
export function planSteps(
  id: string,
  before: RecurrencePlan | null,
  after: RecurrencePlan | null,
  known: readonly Transaction[],
  { now, from }: { now: CalendarDate; from?: CalendarDate },
): OccurrenceStep[] {
  const byId = new Map(known.map((each) => [each.id, each]))
  const changes = occurrenceChanges(before && toRecordedPlan(before, now), after && toRecordedPlan(after, now), from)
  return changes.flatMap((change): OccurrenceStep[] => {
    const each = occurrenceId(id, change.nominal)
    const on = byId.get(each) ?? null
    if (on === null) return change.after && !change.before ? [{ id: each, on, after: detailsOf(change.after) }] : []
    return change.before !== null && isAsPlanned(on, change.before)
      ? [{ id: each, on, after: change.after && detailsOf(change.after) }]
      : []
  })
}

/** What ending a recurrence does to its transactions: pending ones from a nominal date on are removed. */
export function endSteps(known: readonly Transaction[], isFrom: (transaction: Transaction) => boolean): OccurrenceStep[] {
  return known.filter((each) => stateOf(each) === 'pending' && isFrom(each)).map((on) => ({ id: on.id, on, after: null }))
}

/** The plan resumed at a day, without occurrences before it. */
export function resumePlanAt(plan: RecurrencePlan, from: CalendarDate): RecurrencePlan {
  return { ...plan, pauses: [{ from: plan.start, to: from }] }
}

/** The plan with a change applied. @param known the occurrences that this device has read; throws for a date that cannot be */
export function changePlan(
  plan: RecurrencePlan,
  { from, ...changes }: RecurrenceChange,
  { id, known, now }: { id: string; known: readonly Transaction[]; now: CalendarDate },
): RecurrencePlan {
  return changedPlan(plan, from, changes, changes.date === undefined ? [] : keptDates(id, plan, known, now))
}

/** The nominal dates of recorded occurrences that were deleted, confirmed or changed by hand. */
function keptDates(id: string, plan: RecurrencePlan, known: readonly Transaction[], now: CalendarDate): CalendarDate[] {
  const byId = new Map(known.map((each) => [each.id, each]))
  return occurrencesOf(plan, toRecordedPlan(plan, now).reached)
    .filter((each) => {
      const transaction = byId.get(occurrenceId(id, each.nominal))
      return !transaction || !isAsPlanned(transaction, expectedOf(plan.type, each))
    })
    .map(({ nominal }) => nominal)
}

/** The first due date from a day on; null if there is none. */
export function nextDueDate(plan: RecurrencePlan, now: CalendarDate): CalendarDate | null {
  return nextDue(plan, now)?.date ?? null
}

/** The first nominal date from a day on; the day after it if there is none. */
export function nextNominalDate(plan: RecurrencePlan, now: CalendarDate): CalendarDate {
  return nextDue(plan, now)?.nominal ?? addDays(now, 1)
}

function detailsOf({ type, description, category, walletId, amount, date, instalment }: ExpectedOccurrence): OccurrenceDetails {
  return { type, description, category, walletId, amount, date, instalment }
}
