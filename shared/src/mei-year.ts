import type { CalendarDate, CalendarMonth } from './calendar.js'
import { costsOfYear, revenueByMonth, sumRevenue, type FiscalTotal, type MonthlyRevenue } from './fiscal-rules.js'
import { dasLinesOf, type DasLine, type DasPayment } from './mei-das.js'
import { obligationsOf, type DeliveredPeriod, type MeiObligation } from './mei-obligations.js'
import {
  FIRST_MEI_YEAR,
  levelOf,
  limitOf,
  projectRevenue,
  yearOf,
  type LimitLevel,
  type MeiProfile,
  type RevenueProjection,
} from './mei-rules.js'
import { estimateIncomeTax, revenueOfYear, type IncomeTaxEstimate } from './mei-sheets.js'

/** A year of a MEI as its page shows it. Amounts in centavos. */

export interface MeiMonth {
  month: CalendarMonth
  commerce: number
  industry: number
  services: number
  withInvoice: number
  withoutInvoice: number
  revenue: number
  count: number
}

export interface MeiYear {
  year: number
  limit: number
  revenue: number
  /** Revenue as a fraction of the limit. */
  share: number
  /** What the limit leaves; negative above it. */
  remaining: number
  projection: RevenueProjection
  level: LimitLevel
  /** The months up to this one in which the MEI is open. */
  months: MeiMonth[]
  das: DasLine[]
  obligations: MeiObligation[]
  incomeTax: IncomeTaxEstimate
}

export interface MeiYearInput {
  profile: MeiProfile
  year: number
  today: CalendarDate
  /** The month of the account's first transaction; this month for an account without any. */
  firstMonth: CalendarMonth
  /** At least those of the year and of the three months before this one. */
  totals: readonly FiscalTotal[]
  /** At least those of `dasPaymentDates`, and those that name a month of the year. */
  dasPayments: readonly DasPayment[]
  deliveries: readonly DeliveredPeriod[]
}

/** Whether a year has a view: from 2025 or the opening's year to this one. */
export function hasMeiYear({ openedOn }: Pick<MeiProfile, 'openedOn'>, year: number, today: CalendarDate): boolean {
  return year >= Math.max(FIRST_MEI_YEAR, yearOf(openedOn)) && year <= yearOf(today)
}

/** The view of a year of `hasMeiYear`. */
export function meiYearOf({ profile, year, today, firstMonth, totals, dasPayments, deliveries }: MeiYearInput): MeiYear {
  const byMonth = revenueByMonth(totals, profile)
  const months = revenueOfYear(year, byMonth, profile, today)
  const sums = sumRevenue(months)
  const revenue = sums.total
  const limit = limitOf(profile, year)
  const das = dasLinesOf(year, { profile, today, firstMonth, payments: dasPayments })
  const revenueOf = (month: CalendarMonth) => byMonth.get(month)?.total ?? 0
  return {
    year,
    limit,
    revenue,
    share: revenue / limit,
    remaining: limit - revenue,
    projection: projectRevenue({ profile, year, today, firstMonth, revenue, revenueOf }),
    level: levelOf(revenue, limit),
    months: months.map(toMonth),
    das,
    obligations: obligationsOf(year, { profile, today, firstMonth, das, deliveries }),
    incomeTax: estimateIncomeTax(sums, costsOfYear(totals, profile, year), profile.isCargoDriver),
  }
}

function toMonth({ month, commerce, industry, services, total, count }: MonthlyRevenue): MeiMonth {
  const parts = [commerce, industry, services]
  return {
    month,
    commerce: commerce.total,
    industry: industry.total,
    services: services.total,
    withInvoice: parts.reduce((sum, { withInvoice }) => sum + withInvoice, 0),
    withoutInvoice: parts.reduce((sum, { withoutInvoice }) => sum + withoutInvoice, 0),
    revenue: total,
    count,
  }
}
