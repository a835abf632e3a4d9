import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import { costsOfYear, fiscalKeyOf, revenueByMonth, sumRevenue, type FiscalTotal, type MonthlyRevenue } from '@prumo/shared/fiscal-rules'
import type { AnnualReport, DeliveryList, MeiYearView, MonthlyReport } from '@prumo/shared/mei'
import { dasOfMonth, dasPaymentOf, proposedMonth, type DasPayment } from '@prumo/shared/mei-das'
import { levelOf, meiActivities, monthAfter, paceMonths, projectRevenue, type MeiProfile } from '@prumo/shared/mei-rules'
import { estimateIncomeTax, revenueOfYear } from '@prumo/shared/mei-sheets'
import type { Transaction } from '@prumo/shared/transactions'
import { meiDeliveryId, type DeliveryEntity } from './mei-commands'
import { compareText, type Entity, type QueuedCommand } from './sync/command'
import { applyToList, type EntityChange, type PositionedAnswer } from './sync/optimistic'

/** Applies this device's commands to the figures of the MEI, by the server's rules. Amounts in centavos. */

type TransactionChange = EntityChange<Transaction>

export interface MeiYearChanges {
  profile: MeiProfile
  now: CalendarDate
  changes: readonly TransactionChange[]
  /** The ids of deliveries that the answer lacks. */
  delivered: readonly string[]
}

/** The year after transactions changed and figures were delivered. */
export function applyToMeiYear(view: MeiYearView, { profile, now, changes, delivered }: MeiYearChanges): MeiYearView {
  if (changes.length === 0 && delivered.length === 0) return view
  const totals = changedTotals(changes)
  const revenue = revenueByMonth(totals, profile)
  const months = view.months.map((month) => withRevenue(month, revenue.get(month.month)))
  const sums = {
    commerce: sumOf(months, 'commerce'),
    industry: sumOf(months, 'industry'),
    services: sumOf(months, 'services'),
    total: sumOf(months, 'revenue'),
  }
  const das = changes.reduce<MeiYearView['das']>((lines, change) => withPayment(lines, change, profile, now), view.das)
  const costs = view.incomeTax.costs + costsOfYear(totals, profile, view.year)
  return {
    ...view,
    revenue: sums.total,
    share: sums.total / view.limit,
    remaining: view.limit - sums.total,
    level: levelOf(sums.total, view.limit),
    projection: projectionAfter(view, { months, revenue, total: sums.total }, profile, now),
    months,
    das,
    obligations: view.obligations.map((obligation) => withStates(obligation, das, delivered, now)),
    incomeTax: estimateIncomeTax(sums, costs, profile.isCargoDriver),
  }
}

/** What the changes add to the running totals; what is taken from them is negative. */
function changedTotals(changes: readonly TransactionChange[]): FiscalTotal[] {
  return changes.flatMap(({ before, after }) => [...totalsOf(before, -1), ...totalsOf(after, 1)])
}

function totalsOf(transaction: Transaction | null, sign: 1 | -1): FiscalTotal[] {
  const key = transaction && fiscalKeyOf(transaction)
  return key ? [{ ...key, amount: sign * transaction.amount, count: sign }] : []
}

type MonthView = MeiYearView['months'][number]

function withRevenue(month: MonthView, added: MonthlyRevenue | undefined): MonthView {
  if (!added) return month
  const sum = (name: 'withInvoice' | 'withoutInvoice') => meiActivities.reduce((total, activity) => total + added[activity][name], 0)
  return {
    month: month.month,
    commerce: month.commerce + added.commerce.total,
    industry: month.industry + added.industry.total,
    services: month.services + added.services.total,
    withInvoice: month.withInvoice + sum('withInvoice'),
    withoutInvoice: month.withoutInvoice + sum('withoutInvoice'),
    revenue: month.revenue + added.total,
    count: month.count + added.count,
  }
}

function sumOf(months: readonly MonthView[], name: 'commerce' | 'industry' | 'services' | 'revenue'): number {
  return months.reduce((sum, month) => sum + month[name], 0)
}

interface ChangedRevenue {
  months: readonly MonthView[]
  revenue: ReadonlyMap<CalendarMonth, MonthlyRevenue>
  total: number
}

/**
 * The projection after the changes. In the first months of a year, the pace also depends on months of which the view has no revenue:
 * there the change is added to the answer's amount, which is exact to a centavo.
 */
function projectionAfter(
  view: MeiYearView,
  { months, revenue, total }: ChangedRevenue,
  profile: MeiProfile,
  now: CalendarDate,
): MeiYearView['projection'] {
  const { year, projection } = view
  if (projection.amount === null) return projection
  const paced = { profile, today: now, firstMonth: firstMonthOf(view) }
  const known = new Map(months.map((month) => [month.month, month.revenue]))
  const pace = paceMonths(paced)
  if (pace.every((month) => known.has(month))) {
    return projectRevenue({ ...paced, year, revenue: total, revenueOf: (month) => known.get(month) ?? 0 })
  }
  const added = projectRevenue({ ...paced, year, revenue: total - view.revenue, revenueOf: (month) => revenue.get(month)?.total ?? 0 })
  return { ...projection, amount: projection.amount + (added.amount ?? 0) }
}

/** The month of the account's first transaction as far as the view says it: the one after the last that is unknown. */
export function firstMonthOf({ year, das, obligations }: MeiYearView): CalendarMonth {
  const unknown = [
    ...das.filter(({ state }) => state === 'unknown').map(({ month }) => month),
    ...obligations.filter(({ kind, state }) => kind === 'monthly_report' && state === 'unknown').map(({ of }) => of),
  ].sort(compareText)
  const last = unknown.at(-1)
  return last === undefined ? `${year - 1}-01` : monthAfter(last, 1)
}

type DasView = MeiYearView['das'][number]

/** The DAS after a transaction changed: one that it paid is open again, and the one that it pays now is paid or proposed. */
function withPayment(lines: readonly DasView[], { id, after }: TransactionChange, profile: MeiProfile, now: CalendarDate): DasView[] {
  const others = lines.map((line) => (line.transactionId === id ? withoutPayment(line, profile, now) : line))
  const payment = after && dasPaymentOf(after)
  if (!payment) return others
  const month = payment.dasOf ?? proposedMonth(payment, profile)
  return others.map((line) => (line.month === month && takesPayment(line, payment) ? paidBy(line, payment) : line))
}

function withoutPayment(line: DasView, profile: MeiProfile, now: CalendarDate): DasView {
  const { isProjected } = dasOfMonth(line.month, profile)
  return { ...line, state: isProjected ? 'projected' : line.due < now ? 'late' : 'open', transactionId: null, paidOn: null }
}

/** Of several payments of a month the first one counts; a marked one before those that only look like it. */
function takesPayment({ state, paidOn, transactionId }: DasView, { date, dasOf, transactionId: id }: DasPayment): boolean {
  const isFirst = paidOn === null || `${date} ${id}` < `${paidOn} ${transactionId}`
  if (state === 'paid') return dasOf !== null && isFirst
  if (dasOf !== null) return true
  return state !== 'unknown' && isFirst
}

function paidBy(line: DasView, { transactionId, date, dasOf }: DasPayment): DasView {
  return { ...line, state: dasOf === null ? 'proposed' : 'paid', transactionId, paidOn: date }
}

type ObligationView = MeiYearView['obligations'][number]

function withStates(obligation: ObligationView, das: readonly DasView[], delivered: readonly string[], now: CalendarDate): ObligationView {
  const { kind, of, due } = obligation
  if (kind !== 'das') return delivered.includes(meiDeliveryId({ kind, of })) ? { ...obligation, state: 'delivered' } : obligation
  const state = das.find(({ month }) => month === of)?.state
  if (state === undefined) return obligation
  return { ...obligation, state: state === 'paid' || state === 'unknown' ? state : due < now ? 'late' : 'due' }
}

/** The report of a month after transactions changed. */
export function applyToMonthlyReport(report: MonthlyReport, profile: MeiProfile, changes: readonly TransactionChange[]): MonthlyReport {
  const added = revenueByMonth(changedTotals(changes), profile).get(report.month)
  if (!added) return report
  const part = (activity: (typeof meiActivities)[number]) => ({
    withoutInvoice: report[activity].withoutInvoice + added[activity].withoutInvoice,
    withInvoice: report[activity].withInvoice + added[activity].withInvoice,
    total: report[activity].total + added[activity].total,
  })
  return {
    ...report,
    commerce: part('commerce'),
    industry: part('industry'),
    services: part('services'),
    total: report.total + added.total,
  }
}

/** The figures of a year's declaration after transactions changed. */
export function applyToAnnualReport(
  report: AnnualReport,
  profile: MeiProfile,
  changes: readonly TransactionChange[],
  now: CalendarDate,
): AnnualReport {
  const added = sumRevenue(revenueOfYear(report.year, revenueByMonth(changedTotals(changes), profile), profile, now))
  return {
    ...report,
    commerce: report.commerce + added.commerce,
    industry: report.industry + added.industry,
    services: report.services + added.services,
    total: report.total + added.total,
  }
}

/** A delivery with what changed since, as it is listed. */
export type ListedDelivery = DeliveryList['deliveries'][number] & Entity

/** The deliveries, newest first. One of this device replaces that of its period. */
export function applyToDeliveries(
  fresh: PositionedAnswer<readonly ListedDelivery[]>,
  queue: readonly QueuedCommand[],
): readonly ListedDelivery[] {
  const compare = (one: DeliveryEntity, other: DeliveryEntity) => compareText(other.at, one.at) || compareText(other.id, one.id)
  const listed = applyToList<DeliveryEntity>(fresh.data, queue, fresh, compare)
  const read = new Map(fresh.data.map((each) => [each.id, each]))
  // What was delivered just now has not changed since.
  return listed.map((each) => (read.get(each.id) === each ? (each as ListedDelivery) : { ...each, changedSince: null }))
}
