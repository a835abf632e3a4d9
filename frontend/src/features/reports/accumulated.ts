import type { CalendarMonth } from '@prumo/shared/calendar'
import type { Report } from '@prumo/shared/reports'
import { formatCentavos } from '@prumo/shared/money'
import { formatMonth, shortMonthName } from '../../lib/dates'
import { chartUnitFor, formatInUnit, REAL_UNIT, widthInEms } from '../../ui/money-format'

/** The cumulative balance at the end of a month, counted from the start of the period. In centavos. */
export interface AccumulatedMonth {
  month: CalendarMonth
  net: number
  total: number
}

export function accumulateMonths({ monthly }: Pick<Report, 'monthly'>): AccumulatedMonth[] {
  let total = 0
  return monthly.map(({ month, income, expense }) => {
    total += income - expense
    return { month, net: income - expense, total }
  })
}

/** A point of the line with its text. */
export interface AccumulatedPoint {
  label: string
  value: number
  /** Empty where it does not fit; the table shows it. */
  text: string
  isShort: boolean
  /** Placed below the point, because the line comes from above. */
  isBelow: boolean
}

/** In pixels at the default text size. */
const FONT = 13
const GAP = 4
const MONTH_LABEL = 26
/** How far an amount extends right of its point. */
export const PAST_POINT = 10

/** The points, and the free space left of the first and right of the last. */
interface AccumulatedSize {
  points: AccumulatedPoint[]
  unit: string
  left: number
  right: number
}

/** Fits the texts to the width: whole reais, else the unit of the largest value, if necessary at every second point. */
export function pointsOf(months: readonly AccumulatedMonth[], width: number): AccumulatedSize {
  const largest = Math.max(...months.map(({ total }) => Math.abs(total)), 0)
  const whole = months.map(({ total }) => formatInUnit(total, REAL_UNIT))
  const unit = widthOf(whole) <= roomOf(whole, width).slot ? REAL_UNIT : chartUnitFor(largest)
  const texts = unit === REAL_UNIT ? whole : months.map(({ total }) => formatInUnit(total, unit))
  const { slot, ...sides } = roomOf(texts, width)
  const every = Math.max(1, Math.ceil(widthOf(texts) / slot))
  const everyLabel = Math.max(1, Math.ceil(MONTH_LABEL / slot))
  const points = months.map(({ month, total }, index): AccumulatedPoint => {
    const fromEnd = months.length - 1 - index
    return {
      label: fromEnd % everyLabel === 0 ? shortMonthName(month) : '',
      value: total,
      text: fromEnd % every === 0 ? (texts[index] ?? '') : '',
      isShort: (texts[index] ?? '').startsWith('-'),
      isBelow: total < (months[index - 1]?.total ?? 0),
    }
  })
  return { points, unit: unit.heading, ...sides }
}

/** Reserves half a month on either side, or more if the first or last text needs it. `slot` is the distance between points. */
function roomOf(texts: readonly string[], width: number): { left: number; right: number; slot: number } {
  const least = Math.max(width / Math.max(1, texts.length), MONTH_LABEL) / 2
  const left = Math.max(least, widthOf(texts) - GAP - PAST_POINT)
  const right = Math.max(least, PAST_POINT)
  return { left, right, slot: (width - left - right) / Math.max(1, texts.length - 1) }
}

function widthOf(texts: readonly string[]): number {
  return Math.max(...texts.map(widthInEms), 0) * FONT + GAP
}

/** The description of the line for screen readers. */
export function speakAccumulated(months: readonly AccumulatedMonth[]): string {
  const last = months.at(-1)
  if (!last) return 'Saldo acumulado: nada para mostrar.'
  const lowest = months.reduce((low, month) => (month.total < low.total ? month : low))
  const dip =
    lowest.total < 0 && lowest !== last ? ` O ponto mais baixo foi ${formatCentavos(lowest.total)}, em ${formatMonth(lowest.month)}.` : ''
  return `Saldo acumulado desde ${formatMonth(months[0]!.month)}: ${formatCentavos(last.total)} em ${formatMonth(last.month)}.${dip}`
}
