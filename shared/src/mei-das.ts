import { addDays, daysBetween, monthOf, type CalendarDate, type CalendarMonth } from './calendar.js'
import type { Fiscal } from './fiscal-marks.js'
import { nextWorkingDay } from './holidays.js'
import { activeMonths, isActiveMonth, monthAfter, type MeiProfile } from './mei-rules.js'
import { fixedTaxesIn, INSS_PERCENT, minimumWageIn } from './mei-tables.js'
import { divideCentavos, percentOfCentavos } from './money.js'
import { searchable } from './search.js'
import { stateOf, type TransactionFlags, type TransactionType } from './transaction-rules.js'

/** The DAS, the monthly payment of a MEI: amounts, due dates and payments. Amounts in centavos. */

type TaxedProfile = Pick<MeiProfile, 'activities' | 'isCargoDriver'>

/**
 * The DAS of a month: INSS as a percentage of the minimum wage, rounded half up, ICMS of commerce and industry, ISS of services, and
 * from 2027 CBS and IBS of every activity. `isProjected` while the wage of that year is not decreed.
 */
export function dasOfMonth(month: CalendarMonth, { activities, isCargoDriver }: TaxedProfile): { amount: number; isProjected: boolean } {
  const { wage, isDecreed } = minimumWageIn(month)
  const { icms, iss, cbs, ibs } = fixedTaxesIn(month)
  const sellsGoods = activities.includes('commerce') || activities.includes('industry')
  const thousandths = (sellsGoods ? icms : 0) + (activities.includes('services') ? iss : 0) + cbs + ibs
  const inss = percentOfCentavos(wage, isCargoDriver ? INSS_PERCENT.cargoDriver : INSS_PERCENT.usual)
  return { amount: inss + divideCentavos(thousandths, 10), isProjected: !isDecreed }
}

/** The 20th of the next month, or the next day on which banks are open. Resolução CGSN 140/2018, art. 40. */
export function dasDueDate(month: CalendarMonth): CalendarDate {
  return nextWorkingDay(`${monthAfter(month, 1)}-20`)
}

/** Of a text without case and accents. A letter after the words makes another word of them, such as DASN or Dasa. */
const DAS_WORDS = /^das(?![\p{L}\p{N}])|(?<!\p{L})(?:das mei|guia das|pagamento das|simples nacional)(?!\p{L})/u

/** Whether a description is that of a payment of the DAS. */
export function isDasDescription(description: string): boolean {
  return DAS_WORDS.test(searchable(description))
}

/** A settled expense that paid a DAS, or looks as if it did. */
export interface DasPayment {
  transactionId: string
  date: CalendarDate
  amount: number
  /** The month that the person named; null for one that only looks like a DAS. */
  dasOf: CalendarMonth | null
}

interface DescribedTransaction extends TransactionFlags {
  id: string
  type: TransactionType
  description: string
  date: CalendarDate
  amount: number
  fiscal: Pick<Fiscal, 'dasOf'> | null
}

/** The payment that a transaction is, or may be; null for every other. */
export function dasPaymentOf(transaction: DescribedTransaction): DasPayment | null {
  const { id: transactionId, type, description, date, amount } = transaction
  const dasOf = transaction.fiscal?.dasOf ?? null
  const isPayment = type === 'expense' && stateOf(transaction) === 'settled' && (dasOf !== null || isDasDescription(description))
  return isPayment ? { transactionId, date, amount, dasOf } : null
}

/** A payment is proposed for a month within so many days before or after the due date. */
export const DAS_WITHIN_DAYS = 45

/** The dates, both included, within which a payment can be proposed for a month of the year. */
export function dasPaymentDates(year: number): { from: CalendarDate; to: CalendarDate } {
  return { from: addDays(dasDueDate(`${year}-01`), -DAS_WITHIN_DAYS), to: addDays(dasDueDate(`${year}-12`), DAS_WITHIN_DAYS) }
}

/**
 * The amounts, ascending, between which all payments of `dasPaymentDates` fit the same months: from each amount up to the next,
 * without it.
 */
export function dasAmountBounds(year: number, profile: TaxedProfile): number[] {
  // A payment may be proposed for a month outside the year, of which it then is no payment of this one.
  const months = Array.from({ length: 21 }, (_, index) => monthAfter(`${year}-01`, index - 4))
  const amounts = months.map((month) => dasOfMonth(month, profile).amount)
  return [...new Set(amounts.flatMap((amount) => [amount, Math.floor((amount * 13) / 10) + 1]))].sort((one, other) => one - other)
}

/**
 * The month for which a payment is proposed: of the open months whose due date lies within 45 days of it and whose DAS is its amount
 * or up to 30 % less, the one with the nearest due date, of two equally near the earlier. Null for one that fits none.
 */
export function proposedMonth({ date, amount, dasOf }: DasPayment, profile: MeiProfile): CalendarMonth | null {
  if (dasOf !== null) return null
  const nearby = Array.from({ length: 5 }, (_, index) => monthAfter(monthOf(date), index - 3))
  let nearest: { month: CalendarMonth; days: number } | null = null
  for (const month of nearby) {
    const days = Math.abs(daysBetween(dasDueDate(month), date))
    const expected = dasOfMonth(month, profile).amount
    const fits = days <= DAS_WITHIN_DAYS && amount >= expected && amount * 10 <= expected * 13
    if (fits && isActiveMonth(profile, month) && (nearest === null || days < nearest.days)) nearest = { month, days }
  }
  return nearest && nearest.month
}

export const dasStates = ['paid', 'open', 'late', 'projected', 'proposed', 'unknown'] as const
export type DasState = (typeof dasStates)[number]

/** The DAS of a month. `transactionId` and `paidOn` are those of the payment where it is paid or proposed. */
export interface DasLine {
  month: CalendarMonth
  /** By the table of its year, whatever was paid. */
  amount: number
  due: CalendarDate
  state: DasState
  transactionId: string | null
  paidOn: CalendarDate | null
}

export interface DasInput {
  profile: MeiProfile
  today: CalendarDate
  /** The month of the account's first transaction; this month for an account without any. */
  firstMonth: CalendarMonth
  /** At least those of `dasPaymentDates` and those that name a month of the year. */
  payments: readonly DasPayment[]
}

/** The DAS of each month of a year in which the MEI is open, oldest first. */
export function dasLinesOf(year: number, { profile, today, firstMonth, payments }: DasInput): DasLine[] {
  const ordered = [...payments].sort((one, other) => (`${one.date} ${one.transactionId}` < `${other.date} ${other.transactionId}` ? -1 : 1))
  const paid = firstOfMonth(ordered, ({ dasOf }) => dasOf)
  const proposed = firstOfMonth(ordered, (payment) => proposedMonth(payment, profile))
  return activeMonths(profile, year).map((month) => {
    const { amount, isProjected } = dasOfMonth(month, profile)
    const due = dasDueDate(month)
    const byState = (state: DasState, payment?: DasPayment): DasLine => ({
      month,
      amount,
      due,
      state,
      transactionId: payment?.transactionId ?? null,
      paidOn: payment?.date ?? null,
    })
    const payment = paid.get(month)
    if (payment) return byState('paid', payment)
    if (month < firstMonth) return byState('unknown')
    const proposal = proposed.get(month)
    if (proposal) return byState('proposed', proposal)
    if (isProjected) return byState('projected')
    return byState(due < today ? 'late' : 'open')
  })
}

/** The first payment of each month. */
function firstOfMonth(
  payments: readonly DasPayment[],
  monthFor: (payment: DasPayment) => CalendarMonth | null,
): Map<CalendarMonth, DasPayment> {
  const byMonth = new Map<CalendarMonth, DasPayment>()
  for (const payment of payments) {
    const month = monthFor(payment)
    if (month !== null && !byMonth.has(month)) byMonth.set(month, payment)
  }
  return byMonth
}
