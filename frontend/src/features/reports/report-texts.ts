import { monthBounds, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos, formatPercent } from '@prumo/shared/money'
import type { OneOff, Report, ReportChange, ReportComparison } from '@prumo/shared/reports'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import { formatMonth, monthName } from '../../lib/dates'

/** `1º de junho a 20 de novembro de 2026` */
export function rangeText(from: CalendarDate, to: CalendarDate): string {
  const end = `${dayNumber(to)} de ${formatMonth(monthOf(to))}`
  if (from === to) return end
  if (monthOf(from) === monthOf(to)) return `${dayNumber(from)} a ${end}`
  const year = from.slice(0, 4) === to.slice(0, 4) ? '' : ` de ${from.slice(0, 4)}`
  return `${dayNumber(from)} de ${monthName(from)}${year} a ${end}`
}

function dayNumber(date: CalendarDate): string {
  const day = Number(date.slice(8))
  return day === 1 ? '1º' : String(day)
}

const HUNDRED = 10_000

/** The share of income that remained or was missing, per hundred reais. */
export function shareText({ income: came, expense: went }: Report['totals']): string | null {
  if (came === 0) return went === 0 ? null : 'Nada entrou neste período.'
  if (went === 0) return 'Nada saiu neste período.'
  const spent = Math.round((went / came) * HUNDRED)
  if (went > came) return `Para cada ${formatCentavos(HUNDRED)} que entraram, saíram ${formatCentavos(spent)}.`
  return `De cada ${formatCentavos(HUNDRED)} que entraram, ${formatCentavos(spent)} saíram e ${formatCentavos(HUNDRED - spent)} ficaram.`
}

/** What a report is compared with: `junho a agosto`, up to the same day while the current month runs. */
export function comparedText({ from, to }: ReportComparison, report: Pick<Report, 'to'>): string {
  const [first, last] = [monthOf(from), monthOf(to)]
  const ends = last.slice(0, 4) === report.to.slice(0, 4) ? monthName(last) : formatMonth(last)
  const begins = first.slice(0, 4) === last.slice(0, 4) ? monthName(first) : formatMonth(first)
  const months = first === last ? ends : `${begins}–${ends}`
  return isCut({ to }) ? `${months}, até o dia ${Number(to.slice(8))}` : months
}

/** The days on both sides of the comparison, as a note. */
export function comparisonNote(comparison: ReportComparison): string {
  const { from, to } = comparison
  return isCut(comparison)
    ? `Por categoria, comparado com os mesmos dias: ${rangeText(from, to)}.`
    : `Por categoria, comparado com ${rangeText(from, to)}.`
}

/** Whether the compared days end before their month does, because the current month runs. */
function isCut({ to }: Pick<ReportComparison, 'to'>): boolean {
  return to !== monthBounds(monthOf(to)).to
}

/** `R$ 812,00 a mais` and `Saiu: de R$ 3.200,00 para R$ 4.012,00.` */
export function changeTexts({ type, total, previousTotal }: ReportChange): { difference: string; amounts: string } {
  const difference = `${formatCentavos(Math.abs(total - previousTotal))} a ${total > previousTotal ? 'mais' : 'menos'}`
  const isIncome = type === 'income'
  if (previousTotal === 0) return { difference, amounts: `Antes não tinha ${isIncome ? 'entrado' : 'saído'} nada.` }
  if (total === 0) return { difference, amounts: `Agora não ${isIncome ? 'entrou' : 'saiu'} nada.` }
  return { difference, amounts: `${isIncome ? 'Entrou' : 'Saiu'}: de ${formatCentavos(previousTotal)} para ${formatCentavos(total)}.` }
}

/** A one-off inside a change: `Inclui Batedeira nova, de 12/11: R$ 1.890,00, uma vez só.` */
export function oneOffWithin({ description, date, amount }: OneOff): string {
  return `Inclui ${description}, de ${formatShort(date)}: ${formatCentavos(amount)}, uma vez só.`
}

/** A one-off by itself: `Batedeira nova, em 12/11: R$ 1.890,00, 86,0% de Equipamentos no mês.` */
export function oneOffAlone({ description, date, amount, category, share }: OneOff): string {
  const part = category === NO_CATEGORY ? 'do que ficou sem categoria' : `de ${category}`
  return `${description}, em ${formatShort(date)}: ${formatCentavos(amount)}, ${formatPercent(share)} ${part} no mês.`
}

/** `12/11` */
function formatShort(date: CalendarDate): string {
  return `${date.slice(8)}/${date.slice(5, 7)}`
}

/** The one-offs of the changes that rose, one each, and the others. */
export function placeOneOffs({ comparison, oneOffs }: Report): { within: ReadonlyMap<ReportChange, OneOff>; others: readonly OneOff[] } {
  const within = new Map<ReportChange, OneOff>()
  for (const change of comparison?.changes ?? []) {
    if (change.total < change.previousTotal) continue
    const found = oneOffs.find(({ category, type }) => category === change.category && type === change.type)
    if (found) within.set(change, found)
  }
  const placed = new Set(within.values())
  return { within, others: oneOffs.filter((one) => !placed.has(one)) }
}

/**
 * The last day of the current month, and its comparison with the previous one unless an insight has it; a single month has none.
 */
export function monthsNote({ monthly, incomeGrowth, insights, to }: Report): string {
  const running = capitalizeFirst(monthName(to))
  const until = `${running} vai até hoje, dia ${Number(to.slice(8))}.`
  const lively = monthly.filter(({ income, expense }) => income > 0 || expense > 0)
  if (monthly.length === 1) return `${until} Um mês só não se compara com nada.`
  if (lively.length === 1) return `${until} Só ${monthName(lively[0]!.month)} tem transações: com um mês ainda não há o que comparar.`
  const before = monthly.at(-2)
  if (incomeGrowth === null || !before || insights.some(({ kind }) => kind === 'income_growth')) return until
  const change = formatPercent(Math.abs(incomeGrowth))
  const same = change === formatPercent(0)
  return `${until} Entrou ${same ? 'o mesmo' : `${change} a ${incomeGrowth > 0 ? 'mais' : 'menos'}`} que em ${monthName(before.month)} inteiro.`
}

/** The share outside the listed categories; null when they are complete. */
export function leftOutText({ totals, categories }: Report): string | null {
  const missing = (type: 'income' | 'expense') =>
    categories.reduce((rest, one) => (one.type === type ? rest - one.total : rest), totals[type])
  const [expense, income] = [missing('expense'), missing('income')]
  const parts = [expense > 0 && `${formatCentavos(expense)} de despesas`, income > 0 && `${formatCentavos(income)} de receitas`].filter(
    Boolean,
  )
  if (parts.length === 0) return null
  const all = [expense > 0 && `saíram ${formatCentavos(totals.expense)}`, income > 0 && `entraram ${formatCentavos(totals.income)}`].filter(
    Boolean,
  )
  return `Fora da lista: ${parts.join(' e ')}. Com isso, ${all.join(' e ')}.`
}

/** The queued changes of this device that the figures do not include; null without any. */
export function waitingText(waiting: number): string | null {
  if (waiting === 0) return null
  return waiting === 1
    ? '1 lançamento aguarda envio e ainda não está neste relatório.'
    : `${waiting} lançamentos aguardam envio e ainda não estão neste relatório.`
}

const plain = new Intl.NumberFormat('pt-BR')

/** Splits `1 transação em 3 meses` into its number and the rest, for separate styles. */
export function countText(count: number, during: string): { number: string; words: string } {
  return { number: plain.format(count), words: `${count === 1 ? 'transação' : 'transações'} em ${during}` }
}

function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
