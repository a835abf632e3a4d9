import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { LAST_DAY, occurrencesOf, type DueOccurrence, type RecurrencePlan } from '@prumo/shared/recurrence-rules'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { Recurrence } from '@prumo/shared/recurrences'
import type { NewCommand } from '../../data/sync/command'
import { setRecurrence } from '../../data/recurrence-commands'
import { nextDueDate, planOf, planSteps, type NewRecurrencePlan } from '../../data/occurrence-steps'
import type { RepeatDraft, TransactionDraft } from '../../data/transaction-commands'

/**
 * Derives the plan of a repeating transaction. A monthly date or instalment that falls on a day without banking moves to the next one
 * that has it; weekly and yearly dates stay.
 */
export function newPlanOf(
  { type, centavos, description, category, walletId, date }: TransactionDraft,
  repeats: RepeatDraft,
): NewRecurrencePlan {
  // Transfers do not repeat, so the form offers it for income and expenses alone.
  const flow: FlowType = type === 'income' ? 'income' : 'expense'
  const common = {
    type: flow,
    description,
    category,
    ...(walletId && { walletId }),
    amount: centavos,
    start: date,
    interval: 1,
    firstNumber: 1,
    until: null,
  }
  if ('count' in repeats) {
    const { count, firstNumber = 1 } = repeats
    return { ...common, kind: 'instalments', every: 'month', weekend: 'after', count, firstNumber }
  }
  const { every, interval = 1 } = repeats
  return { ...common, interval, kind: 'recurring', every, weekend: every === 'month' ? 'after' : 'keep', count: null }
}

/** The first dates of a plan, at most `most`. */
export function firstOf(plan: RecurrencePlan, most: number): DueOccurrence[] {
  // Three years contain at least three dates of a plan without an interval.
  const last = plan.kind === 'instalments' ? LAST_DAY : addDays(plan.start, 3 * 366 * (plan.terms[0]?.interval ?? 1))
  return occurrencesOf(plan, last).slice(0, most)
}

/** The command that records a transaction and its recurrence. @param id of the recurrence */
export function recordRepeating(draft: TransactionDraft, repeats: RepeatDraft, now: CalendarDate, id: string): NewCommand<Recurrence> {
  const newPlan = newPlanOf(draft, repeats)
  const plan = planOf(newPlan)
  return setRecurrence(id, newPlan, nextDueDate(plan, now), planSteps(id, null, plan, [], { now }), draft)
}
