import { monthOf, type CalendarDate, type CalendarMonth } from './calendar.js'
import { formatCentavos } from './money.js'
import { formatMonth, monthName } from './month-names.js'
import { stateOf, type TransactionFlags, type TransactionType } from './transaction-rules.js'

/** The rules of closed months, for the server that refuses and the device that says so beforehand. */

export const MIN_REASON = 3
export const MAX_REASON = 200

/** What of a transaction a closed month holds fixed. Ids are of any form, as long as both sides of a comparison have the same. */
export interface ClosableTransaction extends TransactionFlags {
  date: CalendarDate
  amount: number
  type: TransactionType
  description: string
  category: string | null
  walletId: string | null
  /** Of a transfer: where it goes, and the day on which it arrives. */
  toWalletId: string | null
  toDate: CalendarDate | null
}

const HELD_FIELDS = ['date', 'amount', 'type', 'description', 'category', 'walletId', 'toWalletId', 'toDate'] as const

/** The months that a transaction counts in: of a transfer those of both its days; none unless it is settled. */
export function settledMonths(transaction: ClosableTransaction): CalendarMonth[] {
  if (stateOf(transaction) !== 'settled') return []
  const { date, toDate } = transaction
  return [...new Set([date, ...(toDate === null ? [] : [toDate])].map(monthOf))]
}

/**
 * The months whose settled transactions a change makes others. `before` is null for a new one, `after` for a deleted one.
 * @param renames whether the change is that of a category's name, which closed months allow
 */
export function changedMonths(
  before: ClosableTransaction | null,
  after: ClosableTransaction | null,
  renames = false,
): ReadonlySet<CalendarMonth> {
  const [left, reached] = [before ? settledMonths(before) : [], after ? settledMonths(after) : []]
  const isSame =
    before !== null &&
    after !== null &&
    left.length > 0 &&
    reached.length > 0 &&
    HELD_FIELDS.every((field) => before[field] === after[field] || (renames && field === 'category'))
  return new Set(isSame ? [] : [...left, ...reached])
}

/** Whether a month has ended, so that it can be closed. */
export function hasEnded(month: CalendarMonth, today: CalendarDate): boolean {
  return month < monthOf(today)
}

/** A month that is open, in the shape of the contract. */
export function openMonthOf(month: CalendarMonth, changedSinceFirstClosing: boolean) {
  return { month, state: 'open', closedAt: null, position: null, totals: null, changedSinceFirstClosing } as const
}

/** How one settled transaction differs between two closings of its month; amounts in centavos, null where there is none. */
export interface ClosedChange {
  description: string
  amountBefore: number | null
  amountAfter: number | null
}

/** `Buffet Sol Ltda, de R$ 480,00 para R$ 540,00`, `Feira, R$ 12,00, lançada depois` */
export function changedTransactionText({ description, amountBefore, amountAfter }: ClosedChange): string {
  if (amountBefore === null) return `${description}, ${formatCentavos(amountAfter ?? 0)}, lançada depois`
  if (amountAfter === null) return `${description}, ${formatCentavos(amountBefore)}, saiu do mês`
  if (amountBefore === amountAfter) return `${description}, ${formatCentavos(amountAfter)}, corrigida`
  return `${description}, de ${formatCentavos(amountBefore)} para ${formatCentavos(amountAfter)}`
}

export const closingTexts = {
  notEnded: 'Este mês ainda não terminou. Dá para fechar a partir do dia 1º do próximo.',
  reasonMissing: 'Diga por que vai reabrir',
  reasonShort: `Use pelo menos ${MIN_REASON} letras`,
  never: 'Fechar e reabrir um mês não se desfaz. Reabra em Relatórios, com o motivo.',
  /** `Novembro de 2026 está fechado. Reabra para mudar.` */
  closed: (months: readonly CalendarMonth[]) =>
    `${monthsInWords(months)} ${months.length === 1 ? 'está fechado' : 'estão fechados'}. Reabra para mudar.`,
} as const

/** `Outubro de 2026`, `Outubro de 2026 e novembro de 2026` */
function monthsInWords(months: readonly CalendarMonth[]): string {
  const names = months.toSorted().map(formatMonth)
  const all = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}`
}

/** `Outubro`, as a sentence or a title begins with it. */
export function monthTitle(month: CalendarMonth): string {
  const name = monthName(month)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
