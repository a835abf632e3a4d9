import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import { divideCentavos } from '@prumo/shared/money'
import { formatMonth, monthName } from '@prumo/shared/month-names'
import { largestExpense, type ReportFigures } from './report-figures.js'
import type { ReportScope } from './report-insights.js'
import { cameIn, inCategory, remained, untilToday, wentOut } from './report-words.js'

/** The period in a paragraph: averages and the largest expense. It repeats neither the totals nor the insights beside it. */
export function summaryOf(figures: ReportFigures, { period, today }: ReportScope): string {
  const { income, expense, count, monthly } = figures
  const span = spanOf(monthly.map(({ month }) => month))
  if (count === 0) return `Nenhuma transação realizada ${period === '1month' ? 'em' : 'de'} ${span}.`
  const largest = expense <= income && largestExpense(figures)
  return [averagesText(figures, today), ...(largest ? [`O maior gasto ${inCategory(largest.name)}.`] : [])].join(' ')
}

/** The averages per month, from the first month with a transaction on; where that is the current month, per day up to today. */
function averagesText({ income, expense, monthly }: ReportFigures, today: CalendarDate): string {
  const months = monthly.slice(monthly.findIndex(({ count }) => count > 0)).map(({ month }) => month)
  const isMonth = months.length === 1
  const average = (centavos: number) => divideCentavos(centavos, isMonth ? Number(today.slice(8)) : months.length)
  const main = expense > 0 ? wentOut(average(expense)) : cameIn(average(income))
  const rest = isMonth || expense === 0 || income === expense ? '' : `, e ${remained(average(income - expense))}`
  const during = isMonth ? `Em ${spanOf(months)}, ${untilToday(today)},` : `De ${spanOf(months)}`
  return `${during} ${main} por ${isMonth ? 'dia' : 'mês'}, em média${rest}.`
}

/** `junho a novembro de 2026`, `dezembro de 2025 a novembro de 2026`, `novembro de 2026` */
function spanOf(months: readonly CalendarMonth[]): string {
  const [first, last] = [months[0] ?? '', months.at(-1) ?? '']
  if (first === last) return formatMonth(last)
  const begins = first.slice(0, 4) === last.slice(0, 4) ? monthName(first) : formatMonth(first)
  return `${begins} a ${formatMonth(last)}`
}
