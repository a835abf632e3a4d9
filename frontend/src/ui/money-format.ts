import { formatCentavos, roundCentavos } from '@prumo/shared/money'
import type { TransactionType } from '@prumo/shared/transaction-rules'

/** The formats of amounts in centavos. The sign is that of `Intl` for pt-BR, so that a copied amount stays a number. */

const signedFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', signDisplay: 'exceptZero' })

/** The side by which a transfer left or came, seen from some wallets. */
export type TransferSide = 'out' | 'in'

/**
 * `+R$ 1.450,00` for income, `-R$ 386,70` for an expense: the type carries the sign. A transfer has one only seen from one of its
 * sides.
 */
export function formatFlow(centavos: number, type: TransactionType, side: TransferSide | null = null): string {
  if (type === 'transfer' && side === null) return formatCentavos(centavos)
  return signedFormat.format((type === 'income' || side === 'in' ? centavos : -centavos) / 100)
}

/** For screen readers: `Receita de R$ 1.450,00`. */
export function speakFlow(centavos: number, type: TransactionType): string {
  return `${typeNames[type]} de ${formatCentavos(centavos)}`
}

const typeNames: Record<TransactionType, string> = { income: 'Receita', expense: 'Despesa', transfer: 'Transferência' }

const spokenFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', trailingZeroDisplay: 'stripIfInteger' })

/** An amount in a spoken sentence, without `,00`: `R$ 5.200`. */
export function speakCentavos(centavos: number): string {
  return spokenFormat.format(centavos / 100)
}

/** The pieces of a large amount, whose currency and cents are set smaller. */
export function partsOfCentavos(centavos: number): { sign: string; currency: string; whole: string; cents: string } {
  const parts = { sign: '', currency: '', whole: '', cents: '' }
  for (const { type, value } of signedFormat.formatToParts(centavos / 100)) {
    if (type === 'minusSign') parts.sign = value
    else if (type === 'currency') parts.currency = value
    else if (type === 'integer' || type === 'group') parts.whole += value
    else if (type === 'decimal' || type === 'fraction') parts.cents += value
  }
  return parts
}

const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
const bareFormat = new Intl.NumberFormat('pt-BR', cents)
const plusFormat = new Intl.NumberFormat('pt-BR', { ...cents, signDisplay: 'exceptZero' })

/** `+1.450,00` for income, `-386,70` for an expense: `formatFlow` without the currency. */
export function formatPlainFlow(centavos: number, type: TransactionType, side: TransferSide | null = null): string {
  if (type === 'transfer' && side === null) return bareFormat.format(centavos / 100)
  return plusFormat.format((type === 'income' || side === 'in' ? centavos : -centavos) / 100)
}

/** The parts of an amount around its comma, without the currency: `+8.480` and `,00`. */
export function partsOfAmount(centavos: number, withPlus = false): { whole: string; cents: string } {
  const text = (withPlus ? plusFormat : bareFormat).format(centavos / 100)
  return { whole: text.slice(0, -3), cents: text.slice(-3) }
}

const DIGIT_EM = 0.52
const SEPARATOR_EM = 0.28

/** The width of a half-size currency before an amount, in ems of the amount. */
export const CURRENCY_EM = 0.75

/** The approximate width of an amount in ems, so that a long one can be set smaller rather than cut. */
export function widthInEms(text: string): number {
  const separators = text.replace(/[^.,\s\u00a0]/g, '').length
  return Math.ceil(((text.length - separators) * DIGIT_EM + separators * SEPARATOR_EM) * 100) / 100
}

const compactFormat = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 })

/** `12,9 mil`, `1,3 mi`: for axes only. */
export function formatCompact(centavos: number): string {
  return compactFormat.format(centavos / 100)
}

/** The unit of all amounts of a chart, chosen by the largest. */
export interface ChartUnit {
  heading: 'R$' | 'R$\u00a0mil' | 'R$\u00a0mi' | 'R$\u00a0bi'
  centavos: number
}

export const REAL_UNIT: ChartUnit = { heading: 'R$', centavos: 100 }

const CHART_UNITS: readonly ChartUnit[] = [
  { heading: 'R$\u00a0bi', centavos: 1e11 },
  { heading: 'R$\u00a0mi', centavos: 1e8 },
  { heading: 'R$\u00a0mil', centavos: 1e5 },
]

export function chartUnitFor(largestCentavos: number): ChartUnit {
  return CHART_UNITS.find((unit) => largestCentavos >= unit.centavos) ?? REAL_UNIT
}

const oneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const signedOneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 })
const signedWhole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0, signDisplay: 'exceptZero' })

/** An amount in the chart's unit, such as `12,9` in thousands; without decimals in reais. */
export function formatInUnit(centavos: number, unit: ChartUnit): string {
  return centavos === 0 ? '0' : (unit.centavos === 100 ? whole : oneDecimal).format(roundInUnit(centavos, unit))
}

/** Like `formatInUnit`, with the sign: `+3,2`, `-0,9`; without one if rounded to zero, `0,0`. */
export function formatNetInUnit(centavos: number, unit: ChartUnit): string {
  return centavos === 0 ? '0' : (unit.centavos === 100 ? signedWhole : signedOneDecimal).format(roundInUnit(centavos, unit))
}

/** The amount in the unit, to the real or to a tenth of a larger unit. */
function roundInUnit(centavos: number, { centavos: unit }: ChartUnit): number {
  return roundCentavos(centavos, unit === 100 ? unit : unit / 10) / unit
}
