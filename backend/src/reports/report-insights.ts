import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos, formatPercent } from '@prumo/shared/money'
import { monthAsOf, monthName } from '@prumo/shared/month-names'
import { goalsTone, growthOf, growthTone, periodNames, type ReportPeriod } from '@prumo/shared/report-rules'
import type { Insight } from '@prumo/shared/reports'
import type { GoalProgressFact } from './category-months.js'
import { largestExpense, lastTwo, type ReportMonthFigures, type ReportFigures } from './report-figures.js'
import { cameIn, capital, inCategory, listed, remained, untilToday } from './report-words.js'

/** The period and day of a report. */
export interface ReportScope {
  period: ReportPeriod
  today: CalendarDate
}

/** The insights of figures and goals, in the contract's order; only those that apply. */
export function insightsOf(figures: ReportFigures, goals: readonly GoalProgressFact[], of: ReportScope): Insight[] {
  return [growthInsight(figures, of), balanceInsight(figures, of), goalsInsight(goals), categoryInsight(figures)].filter(
    (insight) => insight !== null,
  )
}

function growthInsight(figures: ReportFigures, { today }: ReportScope): Insight | null {
  const two = lastTwo(figures)
  const tone = two && growthTone(two.before.income, two.last.income)
  if (!two || !tone) return null
  const { before, last } = two
  const change = formatPercent(Math.abs(growthOf(before.income, last.income) ?? 0))
  return {
    kind: 'income_growth',
    tone,
    title: `A receita ${tone === 'positive' ? 'subiu' : 'caiu'} ${change} em ${monthName(last.month)}.`,
    // The text names the running month as incomplete, because it is compared with a whole one.
    detail: `${capital(cameIn(last.income))} ${untilToday(today)}; em ${monthAsOf(before.month, today)} inteiro, ${formatCentavos(before.income)}.`,
  }
}

/** The figure itself is in the totals, so the text says only how the months were. */
function balanceInsight({ income, expense, count, monthly }: ReportFigures, { period, today }: ReportScope): Insight | null {
  if (count === 0) return null
  const tone = income === expense ? 'neutral' : income > expense ? 'positive' : 'warning'
  const during = monthly.length === 1 ? `Em ${nameOf(period, today)}, ${untilToday(today)},` : `No total de ${nameOf(period, today)},`
  const happened = { neutral: 'entrou e saiu o mesmo valor', positive: 'sobrou dinheiro', warning: 'faltou dinheiro' }[tone]
  return { kind: 'balance', tone, title: `${during} ${happened}.`, detail: monthly.length === 1 ? '' : monthsText(monthly, today) }
}

/** The most names in a sentence; of further ones it gives the number. */
const MOST_NAMED = 3

/** The months with a negative balance, and how the others were. */
function monthsText(monthly: readonly ReportMonthFigures[], today: CalendarDate): string {
  const short = monthly.filter(({ income, expense }) => income < expense)
  const over = monthly.filter(({ income, expense }) => income > expense)
  const all = monthly.length
  const [first] = short
  if (!first) return over.length === all ? `Sobrou em todos os ${all} meses.` : 'Em nenhum mês faltou.'
  if (short.length === all) return `Faltou em todos os ${all} meses.`
  if (short.length === 1) {
    const others = over.length === all - 1 ? `; nos outros ${numerals[over.length]} meses sobrou` : ''
    return `Em ${monthAsOf(first.month, today)} ${remained(first.income - first.expense)}${others}.`
  }
  const named = short.length <= MOST_NAMED ? `: ${listed(short.map(({ month }) => monthAsOf(month, today)))}` : ''
  return `Faltou em ${short.length} dos ${all} meses${named}.`
}

/** Numbers from two on, the least number of other months. */
const numerals: readonly string[] = ['', '', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze']

function goalsInsight(goals: readonly GoalProgressFact[]): Insight | null {
  const open = goals.filter(({ completed }) => !completed).map(({ title }) => title)
  const [total, completed] = [goals.length, goals.length - open.length]
  const tone = goalsTone({ completed, total })
  if (!tone) return null
  const named = open.length > MOST_NAMED ? [...open.slice(0, MOST_NAMED), `mais ${open.length - MOST_NAMED}`] : open
  return {
    kind: 'goals',
    tone,
    title: `Você concluiu ${completed} de ${total} ${total === 1 ? 'meta' : 'metas'}, ${formatPercent(completed / total)}.`,
    detail: open.length === 0 ? 'Nenhuma em andamento.' : `Em andamento: ${listed(named)}.`,
  }
}

function categoryInsight(figures: ReportFigures): Insight | null {
  const { income, expense } = figures
  const largest = largestExpense(figures)
  if (expense <= income || !largest) return null
  return {
    kind: 'top_category',
    tone: 'warning',
    title: `Saiu mais do que entrou, e o maior gasto ${inCategory(largest.name)}.`,
    detail: `${formatPercent(largest.total / expense)} do que saiu.`,
  }
}

/** The period after `em`: `novembro`, `6 meses` */
function nameOf(period: ReportPeriod, today: CalendarDate): string {
  return period === '1month' ? monthName(today) : periodNames[period]
}
