import type { CalendarDate, CalendarMonth } from './calendar.js'
import { noRevenue, sumRevenue, type MonthlyRevenue, type RevenueByInvoice } from './fiscal-rules.js'
import { annualReportDueDate } from './mei-obligations.js'
import { activeMonths, type MeiActivity, type MeiProfile } from './mei-rules.js'
import { EXEMPT_PERCENT } from './mei-tables.js'
import { percentOfCentavos } from './money.js'

/** The sheets of a MEI and its estimate for income tax, from the revenue by month. Amounts in centavos. */

/** The nine fields of the Relatório Mensal das Receitas Brutas and their total. CGSN 140/2018, Anexo X. */
export type MonthlyFigures = Record<MeiActivity, RevenueByInvoice> & { total: number }

export interface MonthlySheet extends MonthlyFigures {
  month: CalendarMonth
  /** The day up to which transactions were recorded. */
  asOf: CalendarDate
}

/** The amounts of the DASN-SIMEI. CGSN 140/2018, art. 109. */
export type AnnualFigures = Record<MeiActivity | 'total', number>

export interface AnnualSheet extends AnnualFigures {
  year: number
  hasEmployee: boolean
  due: CalendarDate
  asOf: CalendarDate
}

type RevenueOfMonths = ReadonlyMap<CalendarMonth, MonthlyRevenue>

export function monthlySheetOf(month: CalendarMonth, revenue: RevenueOfMonths, today: CalendarDate): MonthlySheet {
  const { commerce, industry, services, total } = revenue.get(month) ?? noRevenue(month)
  return { month, commerce, industry, services, total, asOf: today }
}

/** The sheet of a year, of the months up to this one. */
export function annualSheetOf(year: number, revenue: RevenueOfMonths, profile: MeiProfile, today: CalendarDate): AnnualSheet {
  const figures = sumRevenue(revenueOfYear(year, revenue, profile, today))
  return { year, ...figures, hasEmployee: profile.hasEmployee, due: annualReportDueDate(year, profile), asOf: today }
}

/** The revenue of each month of a year up to this one in which the MEI is open, empty ones included, oldest first. */
export function revenueOfYear(
  year: number,
  revenue: RevenueOfMonths,
  profile: Pick<MeiProfile, 'openedOn' | 'closedOn'>,
  today: CalendarDate,
): MonthlyRevenue[] {
  const started = activeMonths(profile, year).filter((month) => `${month}-01` <= today)
  return started.map((month) => revenue.get(month) ?? noRevenue(month))
}

/** A figure that differs from what was delivered: `total`, or with the activity `services.withInvoice`. */
export interface FigureChange {
  field: string
  before: number
  after: number
}

/** The figures that changed since they were delivered; null where none did. */
export function changedFigures<Figures extends MonthlyFigures | AnnualFigures>(
  delivered: Figures,
  present: Figures,
): FigureChange[] | null {
  const now = new Map(namedFigures(present))
  const changes = namedFigures(delivered).map(([field, before]) => ({ field, before, after: now.get(field) ?? 0 }))
  const changed = changes.filter(({ before, after }) => before !== after)
  return changed.length === 0 ? null : changed
}

const figureNames = ['commerce', 'industry', 'services', 'total'] as const
const invoiceNames = ['withoutInvoice', 'withInvoice', 'total'] as const

/** Each figure with its name, in the order of the sheet. */
function namedFigures(figures: MonthlyFigures | AnnualFigures): (readonly [field: string, amount: number])[] {
  return figureNames.flatMap((name): (readonly [string, number])[] => {
    const figure = figures[name]
    return typeof figure === 'number' ? [[name, figure]] : invoiceNames.map((part) => [`${name}.${part}`, figure[part]])
  })
}

/** An estimate of what income tax leaves free and what would be taxable. */
export interface IncomeTaxEstimate {
  exempt: number
  costs: number
  taxable: number
}

/**
 * Exempt are 8 % of commerce and industry and 32 % of services, of a cargo driver 8 % of everything; rounded once, half up. Taxable
 * is what remains of the revenue without costs and exempt part. LC 123/2006, art. 14, § 1º, and Lei 9.249/1995, art. 15.
 */
export function estimateIncomeTax(revenue: AnnualFigures, costs: number, isCargoDriver: boolean): IncomeTaxEstimate {
  const { commerce, industry, services, total } = revenue
  const hundredths = isCargoDriver
    ? total * EXEMPT_PERCENT.cargoDriver
    : commerce * EXEMPT_PERCENT.commerce + industry * EXEMPT_PERCENT.industry + services * EXEMPT_PERCENT.services
  const exempt = percentOfCentavos(hundredths, 1)
  return { exempt, costs, taxable: Math.max(0, total - costs - exempt) }
}
