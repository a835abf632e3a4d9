import { monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos, formatPercent } from '@prumo/shared/money'
import type { Report } from '@prumo/shared/reports'
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

/** The last day of the current month, and its comparison with the previous one; a single month has no comparison. */
export function monthsNote({ monthly, incomeGrowth, to }: Report): string {
  const running = capitalizeFirst(monthName(to))
  const until = `${running} vai até hoje, dia ${Number(to.slice(8))}.`
  const lively = monthly.filter(({ income, expense }) => income > 0 || expense > 0)
  if (monthly.length === 1) return `${until} Um mês só não se compara com nada.`
  if (lively.length === 1) return `${until} Só ${monthName(lively[0]!.month)} tem transações: com um mês ainda não há o que comparar.`
  const before = monthly.at(-2)
  if (incomeGrowth === null || !before) return until
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
    ? '1 lançamento aguarda envio e ainda não está nestas contas.'
    : `${waiting} lançamentos aguardam envio e ainda não estão nestas contas.`
}

const plain = new Intl.NumberFormat('pt-BR')

/** Splits `1 transação em 3 meses` into its number and the rest, for separate styles. */
export function countText(count: number, during: string): { number: string; words: string } {
  return { number: plain.format(count), words: `${count === 1 ? 'transação' : 'transações'} em ${during}` }
}

function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
