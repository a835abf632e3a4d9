import type { CalendarDate } from '@prumo/shared/calendar'
import { MAX_CATEGORY, MAX_TITLE } from '@prumo/shared/limits'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { cutText } from '@prumo/shared/text-form'
import type { EntryDraft } from '@prumo/shared/written-entry'
import type { WrittenRepeat } from '@prumo/shared/written-dates'
import { choiceOf, dayOf, repeatDraftOf, type TransactionFormValues } from './transaction-form-values'

/** The fields that a written line fills. */
export type WrittenFields = Omit<TransactionFormValues, 'note' | 'toDate' | 'paid' | 'fiscal'>

/** The values of the form for what a line says; what is asked is left empty. */
export function writtenValues(draft: EntryDraft, now: CalendarDate): WrittenFields {
  const { type, description, amount, date, isScheduled, repeat, category, walletId, toWalletId } = draft
  const day = date ?? now
  return {
    type: type ?? 'expense',
    amount: amount === null ? '' : formatPlainCentavos(amount),
    description: cutText(description, MAX_TITLE),
    category: category === null ? null : cutText(category, MAX_CATEGORY),
    day: dayOf(day, now),
    date: day,
    isScheduled,
    walletId,
    toWalletId,
    repeats: repeat === null ? 'Não' : repeat.kind === 'instalments' ? 'Parcelado' : choiceOf(repeat.every),
    interval: repeat?.kind === 'recurring' ? repeat.interval : 1,
    count: repeat?.kind === 'instalments' ? repeat.count : 2,
  }
}

/** What the line says with what the person changed, as it will be recorded. @param walletsName names a transfer by its wallets */
export function recordedEntry(draft: EntryDraft, values: TransactionFormValues, walletsName: string): EntryDraft {
  const { type, amount, description, category, date, isScheduled } = values
  const isTransfer = type === 'transfer'
  return {
    ...draft,
    type,
    amount: parseCentavos(amount),
    description: description || (isTransfer ? walletsName : ''),
    category: isTransfer ? null : category,
    date,
    isScheduled,
    repeat: isTransfer ? null : writtenRepeat(values),
  }
}

function writtenRepeat(values: TransactionFormValues): WrittenRepeat | null {
  const repeats = repeatDraftOf(values)
  if (!repeats) return null
  if ('count' in repeats) return { kind: 'instalments', count: repeats.count }
  return { kind: 'recurring', every: repeats.every, interval: repeats.interval ?? 1 }
}
