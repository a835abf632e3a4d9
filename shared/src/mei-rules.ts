import { addMonths, daysBetween, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from './calendar.js'
import { revenueLimitIn } from './mei-tables.js'
import { divideCentavos } from './money.js'

/** The profile of a MEI (microempreendedor individual), its limit of revenue, and the pace at which the year ends. */

export const meiActivities = ['commerce', 'industry', 'services'] as const
export type MeiActivity = (typeof meiActivities)[number]

export interface MeiProfile {
  openedOn: CalendarDate
  /** One to three different ones; the first that is not services receives what has no other activity. */
  activities: readonly MeiActivity[]
  /** A "MEI caminhoneiro", who transports cargo and does nothing else. */
  isCargoDriver: boolean
  /** The day of the baixa; may lie ahead. */
  closedOn: CalendarDate | null
  /** Categories of income that are no revenue, and of expenses that are no cost. */
  excludedCategories: readonly string[]
  hasEmployee: boolean
}

/** What a profile has where the first request leaves it out. */
export const meiDefaults: Readonly<Omit<MeiProfile, 'openedOn' | 'activities'>> = {
  isCargoDriver: false,
  closedOn: null,
  excludedCategories: ['Investimentos', 'Aporte', 'Empréstimo'],
  hasEmployee: false,
}

/** The profile after a request: what it leaves out stays, or has its default the first time. */
export function profileAfter(
  before: MeiProfile | null,
  settings: Pick<MeiProfile, 'openedOn' | 'activities'> & { [Name in keyof MeiProfile]?: MeiProfile[Name] | undefined },
): MeiProfile {
  const { isCargoDriver, closedOn, excludedCategories, hasEmployee } = before ?? meiDefaults
  return {
    openedOn: settings.openedOn,
    activities: settings.activities,
    isCargoDriver: settings.isCargoDriver ?? isCargoDriver,
    closedOn: settings.closedOn === undefined ? closedOn : settings.closedOn,
    excludedCategories: settings.excludedCategories ?? excludedCategories,
    hasEmployee: settings.hasEmployee ?? hasEmployee,
  }
}

/** The first year that is shown, or the year of a later opening. */
export const FIRST_MEI_YEAR = 2025

export const MAX_EXCLUDED_CATEGORIES = 50

export const meiTexts = {
  openedInFuture: 'A abertura não pode ser num dia que ainda não chegou',
  closedBeforeOpening: 'A baixa não pode vir antes da abertura',
  activitiesMissing: 'Escolha o que o MEI faz: comércio, indústria ou serviços',
  activityTwice: 'Escolha cada atividade uma vez só',
  categoryMissing: 'Escolha uma categoria',
  tooManyCategories: 'Deixe de fora no máximo 50 categorias',
  kindMissing: 'Escolha relatório mensal ou declaração anual',
  monthMissing: 'Escolha um mês',
  yearMissing: 'Escolha um ano',
  notEnded: 'Este período ainda não terminou. Salve quando ele acabar.',
  notActive: 'O MEI não estava aberto neste período.',
  onlyIncome: 'Só uma receita pode ter isto',
  onlyExpense: 'Só uma despesa pode ser o DAS de um mês',
} as const

/** The first field that contradicts the profile, with the text for it; null for a sound profile. */
export function profileProblem(
  { openedOn, closedOn }: Pick<MeiProfile, 'openedOn' | 'closedOn'>,
  today: CalendarDate,
): { field: 'openedOn' | 'closedOn'; text: string } | null {
  if (openedOn > today) return { field: 'openedOn', text: meiTexts.openedInFuture }
  return closedOn !== null && closedOn < openedOn ? { field: 'closedOn', text: meiTexts.closedBeforeOpening } : null
}

/** The year of a date or of a month. */
export function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4))
}

/** The month that many months later; earlier when negative. */
export function monthAfter(month: CalendarMonth, months: number): CalendarMonth {
  return monthOf(addMonths(`${month}-01`, months))
}

/** Whether the MEI is open in a month: from the month of the opening to that of the baixa, both whole. */
export function isActiveMonth({ openedOn, closedOn }: Pick<MeiProfile, 'openedOn' | 'closedOn'>, month: CalendarMonth): boolean {
  return month >= monthOf(openedOn) && (closedOn === null || month <= monthOf(closedOn))
}

/** The months of a year in which the MEI is open, oldest first. */
export function activeMonths(profile: Pick<MeiProfile, 'openedOn' | 'closedOn'>, year: number): CalendarMonth[] {
  return Array.from({ length: 12 }, (_, index) => monthAfter(`${year}-01`, index)).filter((month) => isActiveMonth(profile, month))
}

/**
 * The limit of revenue of a year, in centavos. In the year of the opening it is the monthly limit for each month from the
 * opening's to December. A baixa does not lower it. LC 123/2006, art. 18-A, §§ 1º and 2º, and art. 18-F.
 */
export function limitOf({ openedOn, isCargoDriver }: Pick<MeiProfile, 'openedOn' | 'isCargoDriver'>, year: number): number {
  const limit = revenueLimitIn(year)
  if (yearOf(openedOn) !== year) return isCargoDriver ? limit.yearlyOfCargoDriver : limit.yearly
  const months = 13 - Number(openedOn.slice(5, 7))
  return months * (isCargoDriver ? limit.monthlyOfCargoDriver : limit.monthly)
}

export const limitLevels = ['normal', '70', '90', 'over', 'over20'] as const
export type LimitLevel = (typeof limitLevels)[number]

/** `70` and `90` from that percentage of the limit on, `over` above the limit, `over20` above 120 % of it. Compares whole centavos. */
export function levelOf(revenue: number, limit: number): LimitLevel {
  if (revenue * 5 > limit * 6) return 'over20'
  if (revenue > limit) return 'over'
  if (revenue * 10 >= limit * 9) return '90'
  return revenue * 10 >= limit * 7 ? '70' : 'normal'
}

/**
 * The day on which a MEI that exceeded the limit leaves the regime: by up to 20 % on 1 January of the next year, by more on
 * 1 January of the same year or at an opening in it. Null within the limit. LC 123/2006, art. 18-A, § 7º, III and IV.
 */
export function leavesRegimeOn(level: LimitLevel, year: number, openedOn: CalendarDate): CalendarDate | null {
  if (level === 'over') return `${year + 1}-01-01`
  if (level !== 'over20') return null
  return yearOf(openedOn) === year ? openedOn : `${year}-01-01`
}

/** The revenue at which the year ends: null without a full month to take the pace from. Centavos. */
export interface RevenueProjection {
  amount: number | null
  basis: 'pace' | 'none'
}

/** At most so many full months before this one give the pace. */
const PACE_MONTHS = 3

export interface PaceInput {
  profile: Pick<MeiProfile, 'openedOn' | 'closedOn'>
  year: number
  today: CalendarDate
  firstMonth: CalendarMonth
  /** The revenue of the year so far, in centavos. */
  revenue: number
  /** The revenue of any month, in centavos. */
  revenueOf: (month: CalendarMonth) => number
}

/**
 * The full months that give the pace, oldest first: of the three before this one those that lie after the opening and not before
 * the account's first transaction.
 */
export function paceMonths({ profile, today, firstMonth }: Pick<PaceInput, 'profile' | 'today' | 'firstMonth'>): CalendarMonth[] {
  return Array.from({ length: PACE_MONTHS }, (_, index) => monthAfter(monthOf(today), index - PACE_MONTHS)).filter(
    (month) => `${month}-01` >= profile.openedOn && month >= firstMonth,
  )
}

/**
 * The revenue so far and, for the rest of the year, the mean of the last full months: once for each month left, and for the days
 * left of this month their share. Rounded once. A year other than the current one and a closed MEI have no projection.
 */
export function projectRevenue(input: PaceInput): RevenueProjection {
  const { profile, year, today, revenue, revenueOf } = input
  const months = paceMonths(input)
  const isClosed = profile.closedOn !== null && profile.closedOn < today
  if (yearOf(today) !== year || isClosed || months.length === 0) return { amount: null, basis: 'none' }
  const month = monthOf(today)
  const { to } = monthBounds(month)
  const daysOfMonth = Number(to.slice(8))
  const monthsLeft = 12 - Number(month.slice(5))
  const sum = months.reduce((total, each) => total + revenueOf(each), 0)
  const days = monthsLeft * daysOfMonth + daysBetween(today, to)
  return { amount: revenue + divideCentavos(sum * days, months.length * daysOfMonth), basis: 'pace' }
}
