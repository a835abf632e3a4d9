import type { CalendarDate } from '@prumo/shared/calendar'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { recurrenceTexts, type RecurrenceEvery, type WeekendRule } from '@prumo/shared/recurrence-rules'
import type { Recurrence } from '@prumo/shared/recurrences'
import { NO_CATEGORY, transactionTexts } from '@prumo/shared/transaction-rules'
import { normaliseText } from '@prumo/shared/text-form'
import type { RecurrenceChange } from '../../data/recurrence-commands'
import type { FormRules } from '../../lib/form'
import { amountProblem } from '../../ui/field/amount-text'
import { dateProblem } from '../../ui/field/date-problem'

/** The values of the form, as typed. */
export interface RecurrenceFormValues {
  amount: string
  description: string
  category: string
  /** Empty while the wallets are unknown. */
  walletId: string
  every: RecurrenceEvery | ''
  weekend: WeekendRule | ''
  /** Empty for no end. */
  until: string
}

/** @param start the first date, and the earliest possible end */
export function formRules(start: CalendarDate): FormRules<RecurrenceFormValues> {
  return {
    amount: amountProblem,
    description: (text) => (normaliseText(text) === '' ? transactionTexts.descriptionMissing : null),
    until: (date) => (date === '' ? null : (dateProblem(date) ?? (date < start ? recurrenceTexts.endsBeforeStart : null))),
  }
}

export function valuesOf({ amount, description, category, walletId, every, weekend, until }: Recurrence): RecurrenceFormValues {
  const common = { description, category: category ?? NO_CATEGORY, walletId, every, weekend, until: until ?? '' }
  return { ...common, amount: formatPlainCentavos(amount) }
}

/** The changed fields. */
export function changesOf(seen: Recurrence, values: RecurrenceFormValues): Omit<RecurrenceChange, 'from'> {
  const centavos = parseCentavos(values.amount) ?? 0
  const description = normaliseText(values.description)
  const category = values.category === NO_CATEGORY ? null : values.category
  const until = values.until || null
  return {
    ...(centavos !== seen.amount && { amount: centavos }),
    ...(description !== seen.description && { description }),
    ...(category !== seen.category && { category }),
    ...(values.walletId && values.walletId !== seen.walletId && { walletId: values.walletId }),
    ...(values.every && values.every !== seen.every && { every: values.every }),
    ...(values.weekend && values.weekend !== seen.weekend && { weekend: values.weekend }),
    ...(until !== seen.until && { until }),
  }
}
