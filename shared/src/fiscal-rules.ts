import { monthOf, type CalendarDate, type CalendarMonth } from './calendar.js'
import { noFiscal, type Fiscal } from './fiscal-marks.js'
import { meiActivities, yearOf, type MeiActivity, type MeiProfile } from './mei-rules.js'
import { searchable } from './search.js'
import { stateOf, type FlowType, type TransactionFlags, type TransactionType } from './transaction-rules.js'

/**
 * How a transaction counts for the MEI. `fiscalKeyOf` assigns each transaction to one running total, independent of the profile;
 * the totals are folded by the profile when a question is asked. Amounts in centavos.
 */

/** A transaction as it counts for the MEI; a deleted one does not count. */
export interface FiscalTransaction extends TransactionFlags {
  type: TransactionType
  date: CalendarDate
  category: string | null
  fiscal: Fiscal | null
}

/** The running total that a transaction belongs to. An expense has the defaults but for `month` and `category`. */
export interface FiscalKey {
  type: FlowType
  month: CalendarMonth
  category: string | null
  countsAsRevenue: boolean | null
  activity: MeiActivity | null
  hasInvoice: boolean
}

/**
 * The running total of a transaction; null for one that is in none. An income belongs to its competence whatever its state, else
 * to the month of its date when it is settled; an expense to the month of its date when it is settled.
 */
export function fiscalKeyOf(transaction: FiscalTransaction): FiscalKey | null {
  const { type, date, category } = transaction
  if (type === 'transfer') return null
  const isSettled = stateOf(transaction) === 'settled'
  const { countsAsRevenue, activity, competence, hasInvoice } = transaction.fiscal ?? noFiscal
  if (type === 'income') {
    const month = competence ?? (isSettled ? monthOf(date) : null)
    return month === null ? null : { type, month, category, countsAsRevenue, activity, hasInvoice }
  }
  return isSettled ? { type, month: monthOf(date), category, countsAsRevenue: null, activity: null, hasInvoice: false } : null
}

/** The sum of the transactions of one key, and how many. */
export interface FiscalTotal extends FiscalKey {
  amount: number
  count: number
}

/** Revenue of a month, by activity and by whether an invoice was issued. */
export interface MonthlyRevenue {
  month: CalendarMonth
  commerce: RevenueByInvoice
  industry: RevenueByInvoice
  services: RevenueByInvoice
  total: number
  /** How many transactions. */
  count: number
}

export interface RevenueByInvoice {
  withoutInvoice: number
  withInvoice: number
  total: number
}

export function noRevenue(month: CalendarMonth): MonthlyRevenue {
  const none = () => ({ withoutInvoice: 0, withInvoice: 0, total: 0 })
  return { month, commerce: none(), industry: none(), services: none(), total: 0, count: 0 }
}

/** The category of income that counts as services where the profile has them. */
const SERVICES_CATEGORY = searchable('Serviços')
/** Money that the owner takes out: never a cost of the business. */
const OWNER_CATEGORY = searchable('Retirada')

/** The categories that count otherwise than the rest, in searchable form. */
export function namedCategories({ excludedCategories }: Pick<MeiProfile, 'excludedCategories'>): string[] {
  return [...new Set([...excludedCategories.map(searchable), SERVICES_CATEGORY, OWNER_CATEGORY])]
}

/**
 * The revenue of each month that has any. Whether an income is revenue, the transaction says, else its category; its activity
 * likewise, else the profile: services for the category Serviços, else the first activity that is not services. Categories are
 * compared without case and accents.
 */
export function revenueByMonth(
  totals: readonly FiscalTotal[],
  profile: Pick<MeiProfile, 'activities' | 'excludedCategories'>,
): ReadonlyMap<CalendarMonth, MonthlyRevenue> {
  const excluded = new Set(profile.excludedCategories.map(searchable))
  const usual = profile.activities.find((activity) => activity !== 'services') ?? 'services'
  const ofServices = profile.activities.includes('services') ? 'services' : usual
  const months = new Map<CalendarMonth, MonthlyRevenue>()
  for (const { type, month, category, countsAsRevenue, activity, hasInvoice, amount, count } of totals) {
    const form = searchable(category ?? '')
    if (type !== 'income' || !(countsAsRevenue ?? !excluded.has(form))) continue
    const revenue = months.get(month) ?? noRevenue(month)
    const part = revenue[activity ?? (form === SERVICES_CATEGORY ? ofServices : usual)]
    part[hasInvoice ? 'withInvoice' : 'withoutInvoice'] += amount
    part.total += amount
    revenue.total += amount
    revenue.count += count
    months.set(month, revenue)
  }
  return months
}

/** The settled expenses of a year that are costs of the business: not those of excluded categories and not Retirada. */
export function costsOfYear(
  totals: readonly FiscalTotal[],
  { excludedCategories }: Pick<MeiProfile, 'excludedCategories'>,
  year: number,
): number {
  const excluded = new Set([...excludedCategories.map(searchable), OWNER_CATEGORY])
  return totals
    .filter(({ type, month, category }) => type === 'expense' && yearOf(month) === year && !excluded.has(searchable(category ?? '')))
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** The revenue of several months, by activity. */
export function sumRevenue(months: readonly MonthlyRevenue[]): Record<MeiActivity | 'total', number> {
  const sum = { commerce: 0, industry: 0, services: 0, total: 0 }
  for (const month of months) {
    for (const activity of meiActivities) sum[activity] += month[activity].total
    sum.total += month.total
  }
  return sum
}
