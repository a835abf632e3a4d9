import { dateInSaoPaulo, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { monthTitle } from '@prumo/shared/closing-rules'
import { formatCentavos } from '@prumo/shared/money'
import type { ActivityEntry } from '@prumo/shared/activity'
import { formatMonth, monthName } from '../../lib/dates'
import { formatMoment } from '../../lib/moments'

/** The name of a month, with its year unless that is today's: `outubro`, `dezembro de 2025` */
export function shortMonth(month: CalendarMonth, now: CalendarDate): string {
  return month.slice(0, 4) === now.slice(0, 4) ? monthName(month) : formatMonth(month)
}

/** `Outubro está fechado`, `Dezembro de 2025 está fechado` */
export function closedTitle(month: CalendarMonth, now: CalendarDate): string {
  const year = month.slice(0, 4) === now.slice(0, 4) ? '' : ` de ${month.slice(0, 4)}`
  return `${monthTitle(month)}${year} está fechado`
}

/** `Por Marina, hoje, às 10h14. O que é deste mês não muda.` */
export function closedDetail(closedAt: string | null, name: string, now: CalendarDate): string {
  const when = closedAt === null ? '' : `, ${formatMoment(Date.parse(closedAt), now)}`
  return `Por ${firstName(name)}${when}. O que é deste mês não muda.`
}

export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name
}

/** An entry of a month's history: what happened, and what is said of it. */
export interface ClosingEntry {
  isClosing: boolean
  when: string
  detail: string
}

export function closingEntry({ at, type, summary, changes }: ActivityEntry, now: CalendarDate): ClosingEntry {
  const moment = formatMoment(Date.parse(at), now)
  const when = moment.charAt(0).toUpperCase() + moment.slice(1)
  if (type !== 'MonthClosed') return { isClosing: false, when, detail: `“${summary.slice(summary.indexOf(': ') + 2)}”` }
  const after = (field: string) => changes.find((change) => change.field === field)
  const changed = after('changedTransactions')?.after
  const income = after('income')
  const isFirst =
    changes.some(({ field, before }) => field === 'count' && before === null) || (income?.before === null && income !== undefined)
  if (isFirst) {
    const number = (field: string) => Number(after(field)?.after ?? 0)
    const count = number('count')
    const transactions = count === 1 ? '1 transação' : `${count} transações`
    return {
      isClosing: true,
      when,
      detail: `${transactions}. Saiu ${formatCentavos(number('expense'))}, entrou ${formatCentavos(number('income'))}.`,
    }
  }
  if (!Array.isArray(changed) || changed.length === 0) return { isClosing: true, when, detail: 'Nada mudou desde o último fechamento.' }
  const sums = [sumChange('Entrou', income), sumChange('Saiu', after('expense'))].filter(Boolean)
  return { isClosing: true, when, detail: [`Mudou desde o último fechamento: ${changed.join('; ')}.`, ...sums].join(' ') }
}

function sumChange(name: string, change: ActivityEntry['changes'][number] | undefined): string {
  if (typeof change?.before !== 'number' || typeof change.after !== 'number') return ''
  const difference = change.after - change.before
  return `${name} ${formatCentavos(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'}.`
}

/** The day of a moment in São Paulo; ISO 8601, UTC. */
export function dayOf(at: string): CalendarDate {
  return dateInSaoPaulo(new Date(at))
}
