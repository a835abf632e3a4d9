/**
 * Computes the figures of a MEI a second time, from the exported transactions, the way one would with paper and pencil. It imports
 * nothing of the product, so that it cannot share its errors. Amounts are centavos, months `2026-11`.
 */

export interface MeiTransaction {
  id: string
  type: 'income' | 'expense' | 'transfer'
  description: string
  amount: number
  category: string | null
  date: string
  isScheduled: boolean
  isConfirmed: boolean
  isReceived: boolean
  fiscal: {
    countsAsRevenue: boolean | null
    activity: string | null
    competence: string | null
    hasInvoice: boolean
    dasOf: string | null
  } | null
}

export interface MeiBusiness {
  transactions: readonly MeiTransaction[]
  profile: {
    openedOn: string
    activities: readonly string[]
    isCargoDriver: boolean
    closedOn: string | null
    excludedCategories: readonly string[]
    hasEmployee: boolean
  }
  /** `monthly_report 2026-10`, `dasn 2025`. */
  delivered: readonly string[]
  today: string
}

const ACTIVITIES = ['commerce', 'industry', 'services'] as const
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
const isSettled = ({ isScheduled, isConfirmed, isReceived }: MeiTransaction) => !isScheduled || (isConfirmed && isReceived)

const DAY = 86_400_000
const at = (date: string) => Date.parse(`${date}T00:00:00Z`)
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const days = (from: string, to: string) => Math.round((at(to) - at(from)) / DAY)
const monthBy = (month: string, step: number) => {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + step
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}
const lastDayOf = (month: string) => dayOf(at(`${monthBy(month, 1)}-01`) - DAY)

/** Easter Sundays, from an almanac. */
const EASTER: Record<string, string> = {
  2022: '04-17',
  2023: '04-09',
  2024: '03-31',
  2025: '04-20',
  2026: '04-05',
  2027: '03-28',
  2028: '04-16',
  2029: '04-01',
  2030: '04-21',
  2031: '04-13',
}

/** The 20th of the next month, or the next day on which a bank is open. */
export function independentDue(month: string): string {
  for (let moment = at(`${monthBy(month, 1)}-20`); ; moment += DAY) {
    const date = dayOf(moment)
    const weekday = new Date(moment).getUTCDay()
    const fromEaster = days(`${date.slice(0, 4)}-${EASTER[date.slice(0, 4)]}`, date)
    const isFixed = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'].includes(date.slice(5))
    const isNew = date.slice(5) === '11-20' && date >= '2024'
    if (weekday !== 0 && weekday !== 6 && !isFixed && !isNew && ![-48, -47, -2, 60].includes(fromEaster)) return date
  }
}

/** The amount of the DAS by hand, and whether its wage is not decreed yet. */
function dasAmount(month: string, { activities, isCargoDriver }: MeiBusiness['profile']): { amount: number; isProjected: boolean } {
  const year = Number(month.slice(0, 4))
  const wage = year <= 2024 ? 141_200 : year === 2025 ? 151_800 : 162_100
  const inss = isCargoDriver ? Math.floor((wage * 12 + 50) / 100) : Math.floor((wage * 5 + 50) / 100)
  // ICMS, ISS, and what CBS and IBS add together; years after these have other figures.
  const [icms, iss, added] = year < 2027 ? [100, 500, 0] : year < 2029 ? [100, 500, 100] : [90, 450, 120]
  const goods = activities.includes('commerce') || activities.includes('industry') ? icms : 0
  const services = activities.includes('services') ? iss : 0
  return { amount: inss + goods + services + added, isProjected: year > 2026 }
}

/** Revenue by month, activity and invoice, whatever the days on which the MEI is open. */
function revenueOf(business: MeiBusiness) {
  const { profile, transactions } = business
  const excluded = profile.excludedCategories.map(plain)
  const goods = profile.activities.find((each) => each !== 'services')
  const entries = transactions.flatMap((each) => {
    const { type, category, fiscal, amount, date } = each
    if (type !== 'income') return []
    const month = fiscal?.competence ?? (isSettled(each) ? date.slice(0, 7) : null)
    const counts = fiscal?.countsAsRevenue ?? !excluded.includes(plain(category ?? ''))
    if (month === null || !counts) return []
    const isService = plain(category ?? '') === 'servicos' && profile.activities.includes('services')
    return [
      {
        month,
        amount,
        activity: fiscal?.activity ?? (isService ? 'services' : (goods ?? 'services')),
        invoice: fiscal?.hasInvoice ?? false,
      },
    ]
  })
  return (within: (entry: { month: string; activity: string; invoice: boolean }) => boolean) => {
    const matching = entries.filter(within)
    return { amount: matching.reduce((sum, { amount }) => sum + amount, 0), count: matching.length }
  }
}

function openMonths({ profile: { openedOn, closedOn } }: MeiBusiness, year: number): string[] {
  const all = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
  return all.filter((month) => month >= openedOn.slice(0, 7) && (closedOn === null || month <= closedOn.slice(0, 7)))
}

export function independentMonthlyReport(business: MeiBusiness, month: string) {
  const revenue = revenueOf(business)
  const part = (activity: string) => {
    const sum = (invoice: boolean) =>
      revenue((each) => each.month === month && each.activity === activity && each.invoice === invoice).amount
    return { withoutInvoice: sum(false), withInvoice: sum(true), total: sum(false) + sum(true) }
  }
  const [commerce, industry, services] = ACTIVITIES.map(part) as [ReturnType<typeof part>, ReturnType<typeof part>, ReturnType<typeof part>]
  return { month, commerce, industry, services, total: commerce.total + industry.total + services.total, asOf: business.today }
}

/** 31 May of the next year; after a baixa in the year 30 June, or the last day of the next month. */
function declarationDue({ profile: { closedOn } }: MeiBusiness, year: number): string {
  if (closedOn?.slice(0, 4) !== String(year)) return `${year + 1}-05-31`
  return Number(closedOn.slice(5, 7)) < 5 ? `${year}-06-30` : lastDayOf(monthBy(closedOn.slice(0, 7), 1))
}

function startedMonths(business: MeiBusiness, year: number): string[] {
  return openMonths(business, year).filter((month) => month <= business.today.slice(0, 7))
}

export function independentAnnualReport(business: MeiBusiness, year: number) {
  const reports = startedMonths(business, year).map((month) => independentMonthlyReport(business, month))
  const sum = (activity: (typeof ACTIVITIES)[number]) => reports.reduce((total, report) => total + report[activity].total, 0)
  const [commerce, industry, services] = ACTIVITIES.map(sum) as [number, number, number]
  const total = commerce + industry + services
  const { hasEmployee } = business.profile
  return { year, commerce, industry, services, total, hasEmployee, due: declarationDue(business, year), asOf: business.today }
}

/** For each month of the years around the given one the payment that is proposed. */
function proposals({ transactions, profile }: MeiBusiness): Map<string, MeiTransaction> {
  const isNamed = (text: string) =>
    text === 'das' ||
    text.startsWith('das ') ||
    ['das mei', 'guia das', 'pagamento das', 'simples nacional'].some((words) => text.includes(words))
  const payments = transactions
    .filter((each) => each.type === 'expense' && isSettled(each) && !each.fiscal?.dasOf && isNamed(plain(each.description)))
    .toSorted((a, b) => (a.date < b.date || (a.date === b.date && a.id < b.id) ? -1 : 1))
  const found = new Map<string, MeiTransaction>()
  for (const payment of payments) {
    const months = [-4, -3, -2, -1, 0, 1, 2].map((step) => monthBy(payment.date.slice(0, 7), step))
    const fitting = months.filter((month) => {
      const { amount } = dasAmount(month, profile)
      const isOpen = month >= profile.openedOn.slice(0, 7) && (profile.closedOn === null || month <= profile.closedOn.slice(0, 7))
      const isNear = Math.abs(days(independentDue(month), payment.date)) <= 45
      return isOpen && isNear && payment.amount >= amount && payment.amount <= amount * 1.3
    })
    const distance = (month: string) => Math.abs(days(independentDue(month), payment.date))
    const [nearest] = fitting.toSorted((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1))
    if (nearest !== undefined && !found.has(nearest)) found.set(nearest, payment)
  }
  return found
}

export function independentYear(business: MeiBusiness, year: number) {
  const { profile, transactions, today, delivered } = business
  const revenueIn = revenueOf(business)
  const months = startedMonths(business, year).map((month) => {
    const of = (activity: string) => revenueIn((each) => each.month === month && each.activity === activity).amount
    const by = (invoice: boolean) => revenueIn((each) => each.month === month && each.invoice === invoice).amount
    const all = revenueIn((each) => each.month === month)
    const sums = { commerce: of('commerce'), industry: of('industry'), services: of('services') }
    return { month, ...sums, withInvoice: by(true), withoutInvoice: by(false), revenue: all.amount, count: all.count }
  })
  const { commerce, industry, services, total: revenue } = independentAnnualReport(business, year)
  const opensNow = profile.openedOn.startsWith(String(year))
  const monthsFromOpening = 13 - Number(profile.openedOn.slice(5, 7))
  const usual = opensNow ? 675_000 * monthsFromOpening : 8_100_000
  const driver = opensNow ? 2_096_667 * monthsFromOpening : 25_160_000
  const limit = profile.isCargoDriver ? driver : usual
  const percent = (revenue * 100) / limit
  const level = percent > 120 ? 'over20' : percent > 100 ? 'over' : percent >= 90 ? '90' : percent >= 70 ? '70' : 'normal'

  const present = today.slice(0, 7)
  const firstMonth = transactions.map(({ date }) => date.slice(0, 7)).toSorted()[0] ?? present
  const full = [-3, -2, -1]
    .map((step) => monthBy(present, step))
    .filter((month) => `${month}-01` >= profile.openedOn && month >= firstMonth)
  const isOver = String(year) !== today.slice(0, 4) || (profile.closedOn !== null && profile.closedOn < today)
  let projection: { amount: number | null; basis: string } = { amount: null, basis: 'none' }
  if (!isOver && full.length > 0) {
    const lately = full.reduce((sum, month) => sum + revenueIn((each) => each.month === month).amount, 0)
    const length = Number(lastDayOf(present).slice(8))
    const ahead = BigInt(lately) * BigInt((12 - Number(present.slice(5))) * length + length - Number(today.slice(8)))
    const divisor = BigInt(full.length * length)
    projection = { amount: revenue + Number((2n * ahead + divisor) / (2n * divisor)), basis: 'pace' }
  }

  const proposed = proposals(business)
  const das = openMonths(business, year).map((month) => {
    const { amount, isProjected } = dasAmount(month, profile)
    const due = independentDue(month)
    const line = (state: string, payment?: MeiTransaction) => ({
      month,
      amount,
      due,
      state,
      transactionId: payment?.id ?? null,
      paidOn: payment?.date ?? null,
    })
    const [paid] = transactions
      .filter((each) => each.type === 'expense' && isSettled(each) && each.fiscal?.dasOf === month)
      .toSorted((a, b) => (a.date < b.date || (a.date === b.date && a.id < b.id) ? -1 : 1))
    if (paid) return line('paid', paid)
    if (month < firstMonth) return line('unknown')
    if (proposed.has(month)) return line('proposed', proposed.get(month))
    return line(isProjected ? 'projected' : due < today ? 'late' : 'open')
  })
  const reports = openMonths(business, year).map((month) => {
    const isDelivered = delivered.includes(`monthly_report ${month}`)
    const state = isDelivered ? 'delivered' : month < firstMonth ? 'unknown' : 'due'
    return { kind: 'monthly_report', of: month, due: `${monthBy(month, 1)}-20`, state }
  })
  const declarations = [year - 1, year].flatMap((of) => {
    const due = declarationDue(business, of)
    const last = openMonths(business, of).at(-1)
    if (last === undefined || !due.startsWith(String(year))) return []
    const state = delivered.includes(`dasn ${of}`) ? 'delivered' : last < firstMonth ? 'unknown' : due < today ? 'late' : 'due'
    return [{ kind: 'dasn', of: String(of), due, state }]
  })
  const payments = das.map(({ month: of, due, state }) => {
    return { kind: 'das', of, due, state: state === 'paid' || state === 'unknown' ? state : due < today ? 'late' : 'due' }
  })

  const free = [...profile.excludedCategories, 'Retirada'].map(plain)
  const costs = transactions
    .filter(
      (each) =>
        each.type === 'expense' && isSettled(each) && each.date.startsWith(`${year}-`) && !free.includes(plain(each.category ?? '')),
    )
    .reduce((sum, { amount }) => sum + amount, 0)
  const hundredfold = profile.isCargoDriver ? revenue * 8 : (commerce + industry) * 8 + services * 32
  const exempt = Math.floor((hundredfold + 50) / 100)
  return {
    year,
    limit,
    revenue,
    share: revenue / limit,
    remaining: limit - revenue,
    projection,
    level,
    months,
    das,
    obligations: [...payments, ...reports, ...declarations],
    incomeTax: { exempt, costs, taxable: Math.max(0, revenue - costs - exempt) },
  }
}
