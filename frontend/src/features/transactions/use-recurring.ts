import type { CalendarDate } from '@prumo/shared/calendar'
import type { Recurrence } from '@prumo/shared/recurrences'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { NewCommand } from '../../data/sync/command'
import { correctRecurrence, endRecurrence, type RecurrenceChange } from '../../data/recurrence-commands'
import { changePlan, planOf, planSteps, endSteps } from '../../data/occurrence-steps'
import { useOccurrences, useRecurrences } from '../../data/recurrences'
import type { TransactionDraft } from '../../data/transaction-commands'
import { formatDayOfMonth, today } from '../../lib/dates'
import { nominalOf } from '../../lib/occurrence-id'
import { describeInterval } from '../../lib/repeat-texts'

/** A transaction of a recurrence. */
export type RecurringTransaction = Transaction & { recurrenceId: string }

/** Whether a change can also apply to the later occurrences. A settled one only changes alone. */
export function isOneOfSeveral(transaction: Transaction): transaction is RecurringTransaction {
  return transaction.recurrenceId !== null && stateOf(transaction) === 'pending'
}

/** The changed fields that can also apply to the later occurrences. */
export function sharedChanges(seen: Transaction, draft: TransactionDraft): Omit<RecurrenceChange, 'from'> {
  const { description, category } = draft
  return {
    // The amount of an instalment is agreed: it changes alone.
    ...(draft.centavos !== seen.amount && seen.instalment === null && { amount: draft.centavos }),
    ...(description !== seen.description && { description }),
    ...(category !== seen.category && { category }),
  }
}

/** The recurrence of an occurrence in words, and the commands that change or end it from this occurrence on. */
export function useRecurring(transaction: RecurringTransaction) {
  const { recurrenceId: id } = transaction
  const recurrence = useRecurrences().data?.find((each) => each.id === id) ?? null
  const occurrences = useOccurrences(id).data ?? [transaction]
  const from = nominalOf(transaction)
  const later = occurrences.filter((each) => each.id !== transaction.id && stateOf(each) === 'pending' && each.date >= transaction.date)
  const on = { id, seen: recurrence }

  return {
    words: recurrence ? repeatsText(recurrence) : 'se repete',
    later: laterText(later.map(({ date }) => date)),
    changing: (changes: Omit<RecurrenceChange, 'from'>): NewCommand => {
      const plan = recurrence && planOf(recurrence)
      const steps = plan ? planSteps(id, plan, changePlan(plan, { from, ...changes }), occurrences, { now: today(), from }) : []
      return correctRecurrence(on, { from, ...changes }, steps)
    },
    ending: (): NewCommand => {
      const steps = endSteps(occurrences, (each) => nominalOf({ ...each, recurrenceId: id }) >= from)
      return endRecurrence(on, from, steps)
    },
  }
}

/** `se repete todo mês`, `vem em 10 parcelas` */
function repeatsText({ count, ...recurrence }: Recurrence): string {
  return count === null ? `se repete ${describeInterval(recurrence).toLowerCase()}` : `vem em ${count} parcelas`
}

/** `já há 1 lançada, em 5 de janeiro`; empty without later ones. */
function laterText(dates: readonly CalendarDate[]): string {
  const [first, ...others] = dates
  if (first === undefined) return ''
  const until = others.at(-1)
  const when = until === undefined ? `em ${formatDayOfMonth(first)}` : `de ${formatDayOfMonth(first)} a ${formatDayOfMonth(until)}`
  return `; já há ${dates.length} ${dates.length === 1 ? 'lançada' : 'lançadas'}, ${when}`
}
