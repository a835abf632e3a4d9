import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { daysOfPeriod, growthOf, monthsOfPeriod, TOP_CATEGORIES, type ReportPeriod } from '@prumo/shared/report-rules'
import type { Report } from '@prumo/shared/reports'
import { NO_CATEGORY, type FlowType } from '@prumo/shared/transaction-rules'
import type { CategoryMonth } from './category-months.js'

/** A month of a report; amounts in centavos. */
export interface ReportMonthFigures {
  month: CalendarMonth
  income: number
  expense: number
  count: number
}

/** A category of a report; amounts in centavos. */
export interface CategoryFigures {
  /** The displayed name. */
  name: string
  type: FlowType
  total: number
  count: number
}

/** The figures of a report; amounts in centavos. */
export interface ReportFigures {
  income: number
  expense: number
  count: number
  /** Every month of the period, oldest first. */
  monthly: readonly ReportMonthFigures[]
  /** Largest first. */
  categories: readonly CategoryFigures[]
}

/** Sums the settled transactions in the months of a period; ignores others. */
export function figuresOf(settled: readonly CategoryMonth[], period: ReportPeriod, today: CalendarDate): ReportFigures {
  const monthly = new Map<CalendarMonth, ReportMonthFigures>(
    monthsOfPeriod(period, today).map((month) => [month, { month, income: 0, expense: 0, count: 0 }]),
  )
  const categories = new Map<string, CategoryFigures>()
  for (const { month, type, category, amount, count } of settled) {
    const sums = monthly.get(month)
    if (!sums) continue
    sums[type] += amount
    sums.count += count
    const name = category || NO_CATEGORY
    const key = `${type} ${name}`
    const so = categories.get(key) ?? { name, type, total: 0, count: 0 }
    categories.set(key, { ...so, total: so.total + amount, count: so.count + count })
  }
  const sum = (of: 'income' | 'expense' | 'count') => [...monthly.values()].reduce((total, month) => total + month[of], 0)
  return {
    income: sum('income'),
    expense: sum('expense'),
    count: sum('count'),
    monthly: [...monthly.values()],
    categories: [...categories.values()].sort(largestFirst),
  }
}

const byName = new Intl.Collator('pt-BR')

/** Ties are ordered by name, then expenses before income. */
function largestFirst(one: CategoryFigures, other: CategoryFigures): number {
  return other.total - one.total || byName.compare(one.name, other.name) || (one.type < other.type ? -1 : 1)
}

/** The category with the largest sum of expenses; undefined without expenses. */
export function largestExpense({ categories }: ReportFigures): CategoryFigures | undefined {
  return categories.find(({ type }) => type === 'expense')
}

/** The last two months of a period; null for a period of one month. */
export function lastTwo({ monthly }: ReportFigures): { before: ReportMonthFigures; last: ReportMonthFigures } | null {
  const [before, last] = monthly.slice(-2)
  return before && last ? { before, last } : null
}

/** The figures in the shape of the API, amounts in reais. */
export function toReport(
  figures: ReportFigures,
  period: ReportPeriod,
  today: CalendarDate,
): Omit<OnWire<Report>, 'comparison' | 'oneOffs' | 'insights' | 'summaryText' | 'computedAt' | 'stale'> {
  const { income, expense, count, monthly, categories } = figures
  const two = lastTwo(figures)
  return {
    period,
    ...daysOfPeriod(period, today),
    totals: { ...inReais({ income, expense }), transactionCount: count },
    monthly: monthly.map(({ month, ...sums }, index) => ({ month, ...inReais(sums), partial: index === monthly.length - 1 })),
    categories: categories.slice(0, TOP_CATEGORIES).map(({ name, type, total, count: rows }) => {
      return { category: name, type, total: centavosToReais(total), count: rows, share: total / figures[type] }
    }),
    incomeGrowth: two && growthOf(two.before.income, two.last.income),
  }
}

function inReais({ income, expense }: { income: number; expense: number }): { income: number; expense: number; balance: number } {
  return { income: centavosToReais(income), expense: centavosToReais(expense), balance: centavosToReais(income - expense) }
}
