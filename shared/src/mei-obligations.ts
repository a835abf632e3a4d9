import { monthBounds, monthOf, type CalendarDate, type CalendarMonth } from './calendar.js'
import type { DasLine } from './mei-das.js'
import { activeMonths, FIRST_MEI_YEAR, meiTexts, monthAfter, yearOf, type MeiProfile } from './mei-rules.js'

/** What a MEI has to pay, to write and to declare, with due dates, and what a person records as delivered. */

/** What can be recorded as delivered. */
export const deliveryKinds = ['monthly_report', 'dasn'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

export const obligationKinds = ['das', ...deliveryKinds] as const
export type ObligationKind = (typeof obligationKinds)[number]

export const obligationStates = ['due', 'late', 'delivered', 'paid', 'unknown'] as const
export type ObligationState = (typeof obligationStates)[number]

export interface MeiObligation {
  kind: ObligationKind
  /** `2026-11`; of a declaration `2026`. */
  of: string
  due: CalendarDate
  state: ObligationState
}

/** A report or a declaration that was delivered. */
export interface DeliveredPeriod {
  kind: DeliveryKind
  of: string
}

/** A delivery as it is shown: `Relatório mensal de 10/2026`, `DASN-SIMEI de 2025`. */
export function deliveryName({ kind, of }: DeliveredPeriod): string {
  return kind === 'dasn' ? `DASN-SIMEI de ${of}` : `Relatório mensal de ${of.slice(5)}/${of.slice(0, 4)}`
}

type OpenTime = Pick<MeiProfile, 'openedOn' | 'closedOn'>

/** The 20th of the next month, on which nothing is handed in, so that it is the same on a holiday. CGSN 140/2018, art. 106. */
export function monthlyReportDueDate(month: CalendarMonth): CalendarDate {
  return `${monthAfter(month, 1)}-20`
}

/**
 * The due date of a year's declaration: 31 May of the next year. After a baixa in that year: 30 June for one from January to April,
 * else the last day of the next month. CGSN 140/2018, art. 109.
 */
export function annualReportDueDate(year: number, { closedOn }: OpenTime): CalendarDate {
  if (closedOn === null || yearOf(closedOn) !== year) return `${year + 1}-05-31`
  const closing = monthOf(closedOn)
  return closing <= `${year}-04` ? `${year}-06-30` : monthBounds(monthAfter(closing, 1)).to
}

export interface ObligationsInput {
  profile: OpenTime
  today: CalendarDate
  /** The month of the account's first transaction; this month for an account without any. */
  firstMonth: CalendarMonth
  /** The DAS of the year. */
  das: readonly DasLine[]
  deliveries: readonly DeliveredPeriod[]
}

/** The DAS and the report of each month of a year, and the declarations that are due in the year; earliest due first. */
export function obligationsOf(year: number, { profile, today, firstMonth, das, deliveries }: ObligationsInput): MeiObligation[] {
  const isDelivered = (kind: DeliveryKind, of: string) => deliveries.some((delivery) => delivery.kind === kind && delivery.of === of)
  const byDue = (due: CalendarDate): ObligationState => (due < today ? 'late' : 'due')
  const payments = das.map(({ month, due, state }): MeiObligation => {
    const isSettled = state === 'paid' || state === 'unknown'
    return { kind: 'das', of: month, due, state: isSettled ? state : byDue(due) }
  })
  const reports = activeMonths(profile, year).map((month): MeiObligation => {
    const ofMonth = { kind: 'monthly_report', of: month, due: monthlyReportDueDate(month) } as const
    if (isDelivered('monthly_report', month)) return { ...ofMonth, state: 'delivered' }
    return { ...ofMonth, state: month < firstMonth ? 'unknown' : 'due' }
  })
  const declarations = [year - 1, year].flatMap((of): MeiObligation[] => {
    const lastMonth = activeMonths(profile, of).at(-1)
    const due = annualReportDueDate(of, profile)
    if (lastMonth === undefined || yearOf(due) !== year) return []
    const ofYear = { kind: 'dasn', of: `${of}`, due } as const
    if (isDelivered('dasn', ofYear.of)) return [{ ...ofYear, state: 'delivered' }]
    return [{ ...ofYear, state: lastMonth < firstMonth ? 'unknown' : byDue(due) }]
  })
  return [...payments, ...reports, ...declarations].sort((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0))
}

/**
 * The years whose obligations may be due within days, both included, oldest first. What a month owes is due in the next one, so those of
 * January also belong to the year before.
 */
export function obligationYears({ openedOn }: Pick<MeiProfile, 'openedOn'>, from: CalendarDate, to: CalendarDate): number[] {
  const first = Math.max(FIRST_MEI_YEAR, yearOf(openedOn), yearOf(monthAfter(monthOf(from), -1)))
  return Array.from({ length: Math.max(0, yearOf(to) - first + 1) }, (_, index) => first + index)
}

/** Why a period cannot be recorded as delivered, as shown: it has not ended, or the MEI was not open in it. Null where it can. */
export function deliveryProblem({ kind, of }: DeliveredPeriod, profile: OpenTime, today: CalendarDate): string | null {
  const month = kind === 'dasn' ? activeMonths(profile, yearOf(of)).at(-1) : of
  if (month === undefined || !activeMonths(profile, yearOf(month)).includes(month)) return meiTexts.notActive
  const { closedOn } = profile
  const periodEnd = kind === 'dasn' ? `${of}-12-31` : monthBounds(month).to
  const end = closedOn !== null && closedOn < periodEnd ? closedOn : periodEnd
  return end < today ? null : meiTexts.notEnded
}
