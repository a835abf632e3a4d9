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

/** An occurrence that waits for its day. */
export type RecurringTransaction = Transaction & { recurrenceId: string }

/** Whether it is one of several, and those after it can be meant as well: what is settled is changed alone. */
export function isOneOfSeveral(transaction: Transaction): transaction is RecurringTransaction {
  return transaction.recurrenceId !== null && stateOf(transaction) === 'pending'
}

/** What of a correction can hold for the next ones, too. */
export function sharedChanges(seen: Transaction, draft: TransactionDraft): Omit<RecurrenceChange, 'from'> {
  const { description, category } = draft
  return {
    // Instalments are what was agreed on.
    ...(draft.centavos !== seen.amount && seen.instalment === null && { amount: draft.centavos }),
    ...(description !== seen.description && { description }),
    ...(category !== seen.category && { category }),
  }
}

/** The recurrence of an occurrence, as far as this device knows it, and what commands on it and those after it are. */
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

/** `já há 1 lançada, em 5 de janeiro`; nothing where none is. */
function laterText(dates: readonly CalendarDate[]): string {
  const [first, ...others] = dates
  if (first === undefined) return ''
  const until = others.at(-1)
  const when = until === undefined ? `em ${formatDayOfMonth(first)}` : `de ${formatDayOfMonth(first)} a ${formatDayOfMonth(until)}`
  return `; já há ${dates.length} ${dates.length === 1 ? 'lançada' : 'lançadas'}, ${when}`
}
