import type { CalendarMonth } from '@prumo/shared/calendar'
import { divideCentavos, formatCentavos } from '@prumo/shared/money'
import { formatMonth, monthName } from '@prumo/shared/month-names'
import type { ReportFigures } from './report-figures.js'
import type { ReportScope } from './report-insights.js'
import { cameIn, capital, inCategory, remained, untilToday, wentOut } from './report-words.js'

/** The period in a paragraph. */
export function summaryOf(figures: ReportFigures, { period, today }: ReportScope): string {
  const { income, expense, count, monthly, categories } = figures
  const isMonth = period === '1month'
  const span = spanOf(monthly.map(({ month }) => month))
  if (count === 0) return `Nenhuma transação realizada ${isMonth ? `em ${span}` : `de ${span}`}.`
  const largest = categories.find(({ type }) => type === 'expense')
  return [
    `${isMonth ? `Em ${span}, ${untilToday(today)},` : `De ${span}`} ${cameIn(income)} e ${wentOut(expense)}.`,
    income === expense ? 'Entrou e saiu o mesmo valor.' : `${capital(remained(income - expense))}${monthlyAverageText(figures)}.`,
    ...(largest ? [`O maior gasto ${inCategory(largest.name)}, ${formatCentavos(largest.total)}.`] : []),
  ].join(' ')
}

/** The average per month, from the first month with a transaction on; empty for a single month. */
function monthlyAverageText({ income, expense, monthly }: ReportFigures): string {
  const months = monthly.length - monthly.findIndex(({ count }) => count > 0)
  return months < 2 ? '' : `, o equivalente a ${formatCentavos(divideCentavos(Math.abs(income - expense), months))} por mês`
}

/** `junho a novembro de 2026`, `dezembro de 2025 a novembro de 2026`, `novembro de 2026` */
function spanOf(months: readonly CalendarMonth[]): string {
  const [first, last] = [months[0] ?? '', months.at(-1) ?? '']
  if (first === last) return formatMonth(last)
  const begins = first.slice(0, 4) === last.slice(0, 4) ? monthName(first) : formatMonth(first)
  return `${begins} a ${formatMonth(last)}`
}
