import { monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { namedCategories, revenueByMonth, type MonthlyRevenue } from '@prumo/shared/fiscal-rules'
import type { AnnualReport, Delivery, DeliveryList, Mei, MeiYearView, MonthlyReport } from '@prumo/shared/mei'
import { dasLinesOf } from '@prumo/shared/mei-das'
import { obligationsOf, obligationYears, type MeiObligation } from '@prumo/shared/mei-obligations'
import { activeMonths, isActiveMonth, monthAfter, yearOf, type MeiProfile } from '@prumo/shared/mei-rules'
import { annualSheetOf, changedFigures, monthlySheetOf } from '@prumo/shared/mei-sheets'
import { hasMeiYear, meiYearOf } from '@prumo/shared/mei-year'
import { toReais, type OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { readDasPayments } from './das-payments.projection.js'
import { readFirstMonth, readFiscalTotals } from './fiscal-totals.projection.js'
import { readDeliveries } from './mei-deliveries.projection.js'
import { readMei } from './mei-profile.projection.js'
import type { DeliveryDetails } from './mei.events.js'

/** The questions about a MEI: the running totals folded by the profile of the moment. */

/** The months before this one that give the pace. */
const PACE_MONTHS = 3

/** A year of the MEI. Throws NOT_FOUND without a profile, and for years of which there is no view. */
export class FindMeiYear extends AccountQuery<OnWire<MeiYearView>> {
  constructor(
    readonly accountId: string,
    readonly year: number,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<MeiYearView>> {
    const { accountId, year, today } = this
    const profile = await requireMei(database, accountId)
    if (!hasMeiYear(profile, year, today)) throw new Rejected('NOT_FOUND')
    const first = `${year}-01`
    const paceFrom = monthAfter(monthOf(today), -PACE_MONTHS)
    const from = year === yearOf(today) && paceFrom < first ? paceFrom : first
    const [totals, firstMonth, dasPayments, deliveries] = await Promise.all([
      readFiscalTotals(database, accountId, { from, to: `${year}-12` }, namedCategories(profile)),
      readFirstMonth(database, accountId),
      readDasPayments(database, accountId, year, profile),
      readDeliveries(database, accountId),
    ])
    return toReais<MeiYearView>(
      meiYearOf({ profile, year, today, firstMonth: firstMonth ?? monthOf(today), totals, dasPayments, deliveries }),
    )
  }
}

/**
 * What has to be paid, written and declared within days, both included: as `FindMeiYear` says it of its years, and as it will say it of
 * years ahead. Empty without a profile.
 */
export async function readMeiObligations(
  database: RowReader,
  accountId: string,
  { today, from, to }: { today: CalendarDate; from: CalendarDate; to: CalendarDate },
): Promise<MeiObligation[]> {
  const profile = await readMei(database, accountId)
  if (!profile) return []
  const [first, deliveries] = await Promise.all([readFirstMonth(database, accountId), readDeliveries(database, accountId)])
  const firstMonth = first ?? monthOf(today)
  const years = obligationYears(profile, from, to)
  const all = await Promise.all(
    years.map(async (year) => {
      const payments = await readDasPayments(database, accountId, year, profile)
      const das = dasLinesOf(year, { profile, today, firstMonth, payments })
      return obligationsOf(year, { profile, today, firstMonth, das, deliveries })
    }),
  )
  return all.flat().filter(({ due }) => due >= from && due <= to)
}

/** The report of a month. Throws NOT_FOUND for one outside the activity or after this one. */
export class FindMonthlyReport extends AccountQuery<OnWire<MonthlyReport>> {
  constructor(
    readonly accountId: string,
    readonly month: CalendarMonth,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<MonthlyReport>> {
    const { accountId, month, today } = this
    const profile = await requireMei(database, accountId)
    if (!isActiveMonth(profile, month) || month > monthOf(today)) throw new Rejected('NOT_FOUND')
    const revenue = await readRevenue(database, accountId, profile, { from: month, to: month })
    return toReais<MonthlyReport>(monthlySheetOf(month, revenue, today))
  }
}

/** The figures of a year's declaration. Throws NOT_FOUND for a year outside the activity or after this one. */
export class FindAnnualReport extends AccountQuery<OnWire<AnnualReport>> {
  constructor(
    readonly accountId: string,
    readonly year: number,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<AnnualReport>> {
    const { accountId, year, today } = this
    const profile = await requireMei(database, accountId)
    if (activeMonths(profile, year).length === 0 || year > yearOf(today)) throw new Rejected('NOT_FOUND')
    const revenue = await readRevenue(database, accountId, profile, monthsOf(`${year}`))
    return toReais<AnnualReport>(annualSheetOf(year, revenue, profile, today))
  }
}

/** The latest delivery of each period, with what changed since. Without a profile nothing is compared. */
export class ListDeliveries extends AccountQuery<OnWire<DeliveryList>> {
  constructor(
    readonly accountId: string,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<DeliveryList>> {
    const { accountId, today } = this
    const profile = await readMei(database, accountId)
    const deliveries = await readDeliveries(database, accountId)
    const months = deliveries.flatMap(({ of }) => Object.values(monthsOf(of))).sort()
    const [from, to] = [months[0], months.at(-1)]
    if (!profile || from === undefined || to === undefined)
      return toReais<DeliveryList>({ deliveries: deliveries.map((each) => ({ ...each, changedSince: null })) })
    const revenue = await readRevenue(database, accountId, profile, { from, to })
    return toReais<DeliveryList>({ deliveries: deliveries.map((each) => withChanges(each, revenue, profile, today)) })
  }
}

function withChanges(
  delivery: Delivery,
  revenue: ReadonlyMap<CalendarMonth, MonthlyRevenue>,
  profile: MeiProfile,
  today: CalendarDate,
): DeliveryList['deliveries'][number] {
  if (delivery.kind === 'monthly_report')
    return { ...delivery, changedSince: changedFigures(delivery.figures, monthlySheetOf(delivery.of, revenue, today)) }
  return { ...delivery, changedSince: changedFigures(delivery.figures, annualSheetOf(Number(delivery.of), revenue, profile, today)) }
}

/** What a delivery of a period would record. */
export interface DeliverableFigures {
  profile: Mei | null
  figures: DeliveryDetails['figures'] | null
}

/** The present figures of a period. */
export class FindDeliverableFigures extends AccountQuery<DeliverableFigures> {
  constructor(
    readonly accountId: string,
    readonly period: Pick<DeliveryDetails, 'kind' | 'of'>,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<DeliverableFigures> {
    const { accountId, period, today } = this
    const profile = await readMei(database, accountId)
    if (!profile) return { profile, figures: null }
    const revenue = await readRevenue(database, accountId, profile, monthsOf(period.of))
    if (period.kind === 'dasn') {
      const { commerce, industry, services, total, hasEmployee } = annualSheetOf(Number(period.of), revenue, profile, today)
      return { profile, figures: { commerce, industry, services, total, hasEmployee } }
    }
    const { commerce, industry, services, total } = monthlySheetOf(period.of, revenue, today)
    return { profile, figures: { commerce, industry, services, total } }
  }
}

/** The first and the last month of a month or of a year. */
function monthsOf(period: string): { from: CalendarMonth; to: CalendarMonth } {
  return period.length === 4 ? { from: `${period}-01`, to: `${period}-12` } : { from: period, to: period }
}

async function readRevenue(
  database: RowReader,
  accountId: string,
  profile: MeiProfile,
  months: { from: CalendarMonth; to: CalendarMonth },
): Promise<ReadonlyMap<CalendarMonth, MonthlyRevenue>> {
  return revenueByMonth(await readFiscalTotals(database, accountId, months, namedCategories(profile)), profile)
}

async function requireMei(database: RowReader, accountId: string): Promise<Mei> {
  const profile = await readMei(database, accountId)
  if (!profile) throw new Rejected('NOT_FOUND')
  return profile
}
