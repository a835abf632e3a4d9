import type { CalendarDate } from '@prumo/shared/calendar'
import { expectedOf, isAsPlanned, occurrencesOf } from '@prumo/shared/recurrence-rules'
import type { Recurrence } from '@prumo/shared/recurrences'
import { Rejected } from '@prumo/shared/rejections'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { NewCommand } from '../../data/sync/command'
import { correctRecurrence, endRecurrence, type RecurrenceChange } from '../../data/recurrence-commands'
import { changePlan, planOf, planSteps, endSteps } from '../../data/occurrence-steps'
import { useOccurrences, useRecurrences } from '../../data/recurrences'
import { correctTransaction, type TransactionDraft } from '../../data/transaction-commands'
import { formatDayOfMonth, today } from '../../lib/dates'
import type { RecurringTransaction } from './recurring-transaction'
import { nominalOf, occurrenceId } from '../../lib/occurrence-id'
import { describeInterval } from '../../lib/repeat-texts'

type SharedChanges = Omit<RecurrenceChange, 'from'>

/** The changed fields that can also apply to the later occurrences. */
export function sharedChanges(seen: Transaction, draft: TransactionDraft): SharedChanges {
  // A transfer is no recurrence: only this one becomes one.
  if (draft.type === 'transfer') return {}
  const { description, category, date, walletId } = draft
  // Amount and date of an instalment are agreed: they change alone.
  const isFree = seen.instalment === null
  return {
    ...(draft.centavos !== seen.amount && isFree && { amount: draft.centavos }),
    // The date of one that is no longer scheduled is when it happened.
    ...(date !== seen.date && isFree && draft.isScheduled && { date }),
    ...(description !== seen.description && { description }),
    ...(category !== seen.category && { category }),
    ...(walletId && walletId !== seen.walletId && { walletId }),
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
  const plan = recurrence && planOf(recurrence)
  const device = { id, known: occurrences, now: today() }

  return {
    words: recurrence ? repeatsText(recurrence) : 'se repete',
    later: laterText(later.map(({ date }) => date)),
    /** Why a change cannot apply to the later ones; null if it can. */
    refusalOf: (changes: SharedChanges): string | null => {
      try {
        if (plan) changePlan(plan, { from, ...changes }, device)
        return null
      } catch (refusal) {
        if (refusal instanceof Rejected) return refusal.message
        throw refusal
      }
    },
    changing: (changes: SharedChanges): NewCommand => {
      const { date = from } = changes
      const first = date < from ? date : from
      const steps = plan
        ? planSteps(id, plan, changePlan(plan, { from, ...changes }, device), occurrences, { now: device.now, from: first })
        : []
      return correctRecurrence(on, { from, ...changes }, steps)
    },
    /** What changes in this one alone, besides the changes that also apply to the later ones. */
    changingOwn: (changes: SharedChanges, draft: TransactionDraft): NewCommand | null => {
      // One that was changed by hand does not follow its recurrence.
      const planned = plan && occurrencesOf(plan, from, from)[0]
      if (planned && !isAsPlanned(transaction, expectedOf(plan.type, planned))) return correctTransaction(transaction, draft)
      const own = correctTransaction({ ...transaction, ...changes }, draft)
      if (!own || changes.date === undefined) return own
      // The one at the new date is another transaction.
      return { ...own, entityId: occurrenceId(id, changes.date), base: null }
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
