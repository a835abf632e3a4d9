import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { Fiscal } from '@prumo/shared/fiscal-marks'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { MOST_DAYS_BACK, recurrenceTexts, type RecurrenceEvery } from '@prumo/shared/recurrence-rules'
import { noOptionalTexts, normaliseTexts, pickTexts, type DescriptiveTexts } from '@prumo/shared/transaction-details'
import { transactionTexts, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { normaliseText } from '@prumo/shared/text-form'
import type { FormRules } from '../../lib/form'
import { dateProblem } from '../../ui/field/date-problem'
import { amountProblem } from '../../ui/field/amount-text'
import type { RepeatDraft, TransactionDraft } from '../../data/transaction-commands'
import { today } from '../../lib/dates'
import { isNamedByWallets } from '../../data/transfer-name'

export const dayChoices = ['Hoje', 'Ontem', 'Outra data'] as const
export type DayChoice = (typeof dayChoices)[number]

export const repeatChoices = ['Não', 'Toda semana', 'Todo mês', 'Todo ano', 'Parcelado'] as const
export type RepeatChoice = (typeof repeatChoices)[number]

const everyOf: Partial<Record<RepeatChoice, RecurrenceEvery>> = { 'Toda semana': 'week', 'Todo mês': 'month', 'Todo ano': 'year' }

/** The values of the form, as typed. */
export interface TransactionFormValues extends DescriptiveTexts {
  type: TransactionType
  amount: string
  day: DayChoice
  date: string
  isScheduled: boolean
  /** Null for the main wallet, while this device knows none. */
  walletId: string | null
  /** Where a transfer goes; null until it is chosen. */
  toWalletId: string | null
  /** The day on which a transfer arrives; null if that is the day on which it leaves. */
  toDate: string | null
  /** What it says for the MEI; null as long as nothing is said or changed. */
  fiscal: Fiscal | null
  repeats: RepeatChoice
  /** Every so many weeks, months or years. */
  interval: number
  /** The number of instalments, and how many of them are paid already. Used with `Parcelado` only. */
  count: number
  paid: number
}

const FEWEST_OFFERED = 2

/** In the order of the fields: the first failing one takes the focus. */
export const formRules: FormRules<TransactionFormValues> = {
  amount: (text, { repeats, count }) =>
    amountProblem(text) ?? (repeats === 'Parcelado' && (parseCentavos(text) ?? 0) < count ? recurrenceTexts.tooSmall : null),
  // A transfer is named by its wallets.
  description: (text, { type }) => (type !== 'transfer' && normaliseText(text) === '' ? transactionTexts.descriptionMissing : null),
  date: (date, { repeats }) =>
    dateProblem(date) ?? (repeats !== 'Não' && date < addDays(today(), -MOST_DAYS_BACK) ? recurrenceTexts.tooFarBack : null),
  toDate: (date, { type }) => (type === 'transfer' && date !== null ? dateProblem(date) : null),
}

export function emptyValues(now: CalendarDate): TransactionFormValues {
  return {
    ...noOptionalTexts,
    type: 'income',
    amount: '',
    description: '',
    day: 'Hoje',
    date: now,
    isScheduled: false,
    fiscal: null,
    ...noPlaces,
    ...noRepeat,
  }
}

const noPlaces = { walletId: null, toWalletId: null, toDate: null } as const

const noRepeat = { repeats: 'Não', interval: 1, count: FEWEST_OFFERED, paid: 0 } as const

export function valuesOfDraft(
  { centavos, repeats, ruleId: _ruleId, ...draft }: TransactionDraft,
  now: CalendarDate,
): TransactionFormValues {
  // A draft without an amount has zero: show an empty field.
  const amount = centavos === 0 ? '' : formatPlainCentavos(centavos)
  const { walletId = null, toWalletId = null, toDate = null, fiscal = null } = draft
  const places = { walletId, toWalletId, toDate: toDate === draft.date ? null : toDate }
  return { ...draft, ...places, ...repeatValuesOf(repeats), fiscal, amount, day: dayOf(draft.date, now) }
}

/** @param walletName a transfer that has its wallets as its name is shown without one, so that the name follows them */
export function valuesOf(transaction: Transaction, now: CalendarDate, walletName: (id: string) => string): TransactionFormValues {
  const { type, amount, date, isScheduled, walletId, toWalletId, toDate, fiscal } = transaction
  const places = { walletId, toWalletId, toDate }
  const values = valuesOfDraft({ ...pickTexts(transaction), type, centavos: amount, date, isScheduled, fiscal, ...places }, now)
  return isNamedByWallets(transaction, walletName) ? { ...values, description: '' } : values
}

function repeatValuesOf(repeats: RepeatDraft | undefined): Pick<TransactionFormValues, 'repeats' | 'interval' | 'count' | 'paid'> {
  if (!repeats) return noRepeat
  if ('count' in repeats) return { ...noRepeat, repeats: 'Parcelado', count: repeats.count, paid: (repeats.firstNumber ?? 1) - 1 }
  return { ...noRepeat, repeats: choiceOf(repeats.every), interval: repeats.interval ?? 1 }
}

/** The choice of the form for an interval. */
export function choiceOf(every: RecurrenceEvery): RepeatChoice {
  return repeatChoices.find((choice) => everyOf[choice] === every) ?? 'Não'
}

/** The recurrence that the form describes; undefined for none. */
export function repeatDraftOf({
  repeats,
  interval,
  count,
  paid,
}: Pick<TransactionFormValues, 'repeats' | 'interval' | 'count' | 'paid'>): RepeatDraft | undefined {
  if (repeats === 'Parcelado') return { count, ...(paid > 0 && { firstNumber: paid + 1 }) }
  const every = everyOf[repeats]
  return every && { every, ...(interval > 1 && { interval }) }
}

/** The draft of a form that passed its rules. */
export function transactionDraftOf(values: TransactionFormValues): TransactionDraft {
  const { type, amount, date, isScheduled, walletId, toWalletId, toDate, fiscal } = values
  const repeats = type === 'transfer' ? undefined : repeatDraftOf(values)
  return {
    ...normaliseTexts(values),
    type,
    centavos: parseCentavos(amount) ?? 0,
    date,
    isScheduled,
    ...(walletId && { walletId }),
    ...(type === 'transfer' && { toWalletId, toDate }),
    // A transaction that repeats says nothing for the MEI.
    ...(fiscal && !repeats && { fiscal }),
    ...(repeats && { repeats }),
  }
}

/** Earlier input, with the choice of the day as of today. */
export function resumedValues(typed: Partial<TransactionFormValues>, now: CalendarDate): Partial<TransactionFormValues> {
  return typed.date ? { ...typed, day: dayOf(typed.date, now) } : typed
}

/** The values on a day: a new form's `Hoje` and `Ontem` follow it, while another form keeps its date. */
export function valuesOnDay(values: TransactionFormValues, now: CalendarDate, isNew: boolean): TransactionFormValues {
  if (values.day === 'Outra data') return values
  return isNew ? { ...values, date: dateOfChoice(values.day, values.date, now) } : { ...values, day: dayOf(values.date, now) }
}

/** The date of a choice. `Outra data` starts with the current date of the field. */
export function dateOfChoice(day: DayChoice, date: string, now: CalendarDate): string {
  if (day === 'Outra data') return date
  return day === 'Hoje' ? now : addDays(now, -1)
}

/**
 * Whether scheduling is ticked after the date changed from `dateBefore`. A future date ticks it; another date restores the
 * original value. A change within the future or within the past keeps the choice.
 */
export function scheduledOn(date: string, dateBefore: string, now: CalendarDate, isScheduled: boolean, originally: boolean): boolean {
  const ahead = isAhead(date, now)
  if (ahead === isAhead(dateBefore, now) && isFromToday(date, now) === isFromToday(dateBefore, now)) return isScheduled
  return ahead || originally
}

/** Scheduling is offered from today on. A scheduled transaction can also be unscheduled. */
export function canBeScheduled({ date, isScheduled }: Pick<TransactionFormValues, 'date' | 'isScheduled'>, now: CalendarDate): boolean {
  return isFromToday(date, now) || isScheduled
}

export function isAhead(date: string, now: CalendarDate): boolean {
  return isFromToday(date, now) && date > now
}

function isFromToday(date: string, now: CalendarDate): boolean {
  // Ignore an incomplete date.
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && date >= now
}

export function dayOf(date: CalendarDate, now: CalendarDate): DayChoice {
  return dayChoices.find((choice) => choice !== 'Outra data' && dateOfChoice(choice, date, now) === date) ?? 'Outra data'
}
