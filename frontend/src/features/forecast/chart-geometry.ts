import type { CalendarDate } from '@prumo/shared/calendar'
import type { Forecast, ForecastDay } from '@prumo/shared/forecast-rules'
import { formatPlainCentavos } from '@prumo/shared/money'
import { shortMonthName } from '../../lib/dates'
import { formatCompact, formatInUnit, REAL_UNIT, widthInEms } from '../../ui/money-format'
import { roundToHundreds } from './forecast-texts'

/**
 * Computes positions in the plumb chart turned by 90°: time runs right, income goes up, expenses down. Units are those of the
 * drawing, which is as wide as its measured frame.
 */

const FONT = 12
const BOLD_FONT = 14
/** Reserved for the scale at the left and for the end labels at the right. */
const LEFT = 40
const RIGHT = 44
const TOP = 22
/** Reserved below the lowest line for the bob and the dates. */
const FOOT = 56
const DATES = 8
/** From this width on the drawing is higher and labels the lowest amount. */
export const WIDE_FROM = 500
const MOST_LINES = 5
/** A date closer than this to a more important one is omitted. */
const DATE_ROOM = 44
const LINE_OF_TEXT = 15
/** The gap between the lowest day and its amount. */
const ASIDE = 9
/** Larger amounts are abbreviated. */
const LONGEST_WHOLE = 10_000_000
/** The distance from the middle of a line of text to its baseline. */
export const BASELINE = 4

export interface DateLabel {
  x: number
  text: string
  anchor: 'start' | 'middle' | 'end'
}

export interface EndLabel {
  y: number
  text: string
  isCertain: boolean
}

export interface ForecastDrawing {
  width: number
  height: number
  left: number
  right: number
  /** The y of a zero balance. */
  zero: number
  /** Hairlines with their amounts, zero included. */
  scale: { y: number; text: string; isZero: boolean }[]
  /** One point for each day: its x, and the y of its balance. */
  points: { x: number; y: number }[]
  line: string
  /** Null without an estimate from the past. */
  band: string | null
  /** Marks for the days with income or expenses. */
  ticks: { x: number; isIncome: boolean }[]
  start: { y: number; text: string; isAbove: boolean }
  lowest: { x: number; y: number; isShort: boolean; date: DateLabel; amount: (DateLabel & { y: number }) | null }
  dates: DateLabel[]
  ends: EndLabel[]
}

/** @param now labelled `hoje` */
export function forecastDrawing(forecast: Forecast, width: number, now: CalendarDate): ForecastDrawing {
  const { days, opening, lowest } = forecast
  const height = width < WIDE_FROM ? 264 : 316
  const bottom = height - FOOT
  const values = days.flatMap(({ balance, low, high }) => [balance, low ?? balance, high ?? balance])
  const highest = Math.max(0, opening.amount, ...values)
  const least = Math.min(0, opening.amount, ...values)
  const marks = scaleOf(least, highest)
  const last = days.at(-1)!
  const ends = endTexts(last)
  const left = Math.ceil(Math.max(LEFT, ...marks.map((mark) => widthOf(formatCompact(mark)) + 8)))
  const right = Math.floor(width - Math.max(RIGHT, ...ends.map(({ text }) => widthOf(text) + 8)))
  const span = highest - least || 1
  const x = (index: number) => round(left + (index * (right - left)) / (days.length - 1))
  // All balances are zero: place the line on the ground.
  const at = (centavos: number) => (highest === least ? bottom : round(TOP + ((highest - centavos) / span) * (bottom - TOP)))
  const zero = at(0)
  const points = days.map(({ balance }, index) => ({ x: x(index), y: at(balance) }))
  const low = Math.max(
    0,
    days.findIndex(({ date }) => date === lowest.date),
  )
  const lowX = x(low)
  return {
    width,
    height,
    left,
    right,
    zero,
    scale: marks.map((mark) => ({ y: at(mark), text: formatCompact(mark), isZero: mark === 0 })),
    points,
    line: `M${left} ${at(opening.amount)}${steps(points)}`,
    band: bandOf(
      days,
      points.map((point) => point.x),
      at,
    ),
    ticks: days.flatMap(({ income, expense }, index) => [
      ...(income > 0 ? [{ x: x(index), isIncome: true }] : []),
      ...(expense > 0 ? [{ x: x(index), isIncome: false }] : []),
    ]),
    start: { y: at(opening.amount), text: amountText(opening.amount), isAbove: isFallingSoon(points, at(opening.amount), left) },
    lowest: {
      x: lowX,
      y: at(lowest.balance),
      isShort: lowest.balance < 0,
      date: lowestDate(lowX, lowest.date === now ? 'hoje' : shortDate(lowest.date), width),
      amount: width < WIDE_FROM ? null : lowestAmount(points, low, { zero, left }, formatPlainCentavos(lowest.balance)),
    },
    dates: dateLabels(days, x, lowX, now),
    ends: spreadLabels(
      ends.map(({ centavos, ...end }) => ({ ...end, y: at(centavos) })),
      bottom,
    ),
  }
}

/** The amounts of the hairlines in centavos: at most five with zero, in steps of 1, 2 or 5 times a power of ten. */
export function scaleOf(least: number, highest: number): number[] {
  // The smallest step is one real.
  for (let power = 100; ; power *= 10) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power
      const [from, to] = [Math.ceil(least / step), Math.floor(highest / step)]
      if (to - from + 1 <= MOST_LINES) return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step || 0)
    }
  }
}

/** A path in steps from day to day, because balances change at once and not gradually. */
function steps(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }) => `H${x}V${y}`).join('')
}

function bandOf(days: readonly ForecastDay[], xs: readonly number[], y: (centavos: number) => number): string | null {
  if (days.some(({ low, high }) => low === null || high === null)) return null
  const edge = (of: 'low' | 'high') => days.map((day, index) => ({ x: xs[index]!, y: y(day[of] ?? 0) }))
  const [upper, lower] = [edge('high'), edge('low')]
  const back = lower
    .slice(0, -1)
    .map(({ y: before }, index) => `H${xs[index + 1]}V${before}`)
    .toReversed()
  return `M${xs[0]} ${upper[0]!.y}${steps(upper)}V${lower.at(-1)!.y}${back.join('')}H${xs[0]}Z`
}

/** The labels at the right end: certain amounts in whole reais, estimates in hundreds. */
function endTexts({ balance, low, high }: ForecastDay): { text: string; centavos: number; isCertain: boolean }[] {
  const certain = { text: amountText(balance), centavos: balance, isCertain: true }
  if (low === null || high === null) return [certain]
  const estimated = [high, low].map((centavos) => ({ text: amountText(roundToHundreds(centavos)), centavos, isCertain: false }))
  return estimated[0]?.text === estimated[1]?.text ? [certain] : [...estimated, certain]
}

/** `4.312`; abbreviated when large: `1,3 mi` */
function amountText(centavos: number): string {
  return Math.abs(centavos) < LONGEST_WHOLE ? formatInUnit(centavos, REAL_UNIT) : formatCompact(centavos)
}

/** Moves overlapping labels apart, and keeps them above the ground. */
function spreadLabels(labels: readonly EndLabel[], bottom: number): EndLabel[] {
  const sorted = [...labels].sort((one, other) => one.y - other.y)
  const excess = Math.max(0, sorted.length - 1)
  let least = TOP
  const down = sorted.map((label) => {
    const y = Math.max(label.y, least)
    least = y + LINE_OF_TEXT
    return { ...label, y }
  })
  let most = Math.max(bottom, TOP + excess * LINE_OF_TEXT)
  return down
    .toReversed()
    .map((label) => {
      const y = Math.min(label.y, most)
      most = y - LINE_OF_TEXT
      return { ...label, y }
    })
    .toReversed()
}

/** Whether the line falls below its label at the start. The label then goes above it. */
function isFallingSoon(points: readonly { x: number; y: number }[], start: number, left: number): boolean {
  const next = points.find(({ y }) => y !== start)
  return next !== undefined && next.x < left + DATE_ROOM && next.y > start
}

/** Labels today, each first of a month and the last day. Omits dates too close to the lowest day or to an end. */
function dateLabels(days: readonly ForecastDay[], x: (index: number) => number, lowX: number, now: CalendarDate): DateLabel[] {
  const last = days.length - 1
  // A date at an end is anchored towards the middle.
  const isFree = ({ x: at, text, anchor }: DateLabel) =>
    Math.abs(at - lowX) >= DATE_ROOM + (anchor === 'middle' || (anchor === 'end' ? lowX > at : lowX < at) ? 0 : widthOf(text) / 2)
  const first: DateLabel = { x: x(0), text: days[0]!.date === now ? 'hoje' : shortDate(days[0]!.date), anchor: 'start' }
  const end: DateLabel = { x: x(last), text: shortDate(days[last]!.date), anchor: 'end' }
  const ends = [first, end].filter(isFree)
  const months = days
    .map(({ date }, index) => ({ x: x(index), text: shortDate(date), anchor: 'middle' as const, isFirst: date.endsWith('-01') }))
    .filter((label) => label.isFirst && isFree(label) && [first, end].every((other) => Math.abs(other.x - label.x) >= DATE_ROOM))
    .map(({ isFirst: _isFirst, ...label }) => label)
  return [...ends, ...months]
}

/** The label of the lowest amount: below its dot, or above it when zero is too close. Null where it would cover the line. */
function lowestAmount(
  points: ForecastDrawing['points'],
  low: number,
  { zero, left }: { zero: number; left: number },
  text: string,
): ForecastDrawing['lowest']['amount'] {
  const { x: lowX, y } = points[low]!
  const width = widthOf(text, BOLD_FONT) + ASIDE
  const [anchor, side] = lowX - left < width ? (['start', 1] as const) : (['end', -1] as const)
  if (y > zero) return { x: lowX + side * (ASIDE + 7), y: y + 12, text, anchor }
  const isFree = zero - y > 2 * LINE_OF_TEXT
  // The rising line passes through this place.
  if (anchor === 'start' && !isFree) return null
  const before = points.slice(0, low).filter((_, day) => points[day + 1]!.x > lowX - width)
  if (!isFree && before.some((point) => y - point.y < LINE_OF_TEXT + 5)) return null
  return { x: lowX + side * ASIDE, y: y + (isFree ? 18 : -5), text, anchor }
}

/** Centred under the bob, but inside the drawing. */
function lowestDate(lowX: number, text: string, width: number): DateLabel {
  const half = widthOf(text, BOLD_FONT) / 2
  return { x: Math.min(Math.max(lowX, half), width - half), text, anchor: 'middle' }
}

/** `5 jan`. The year is clear: the forecast covers a few months. */
function shortDate(date: CalendarDate): string {
  return `${Number(date.slice(8))} ${shortMonthName(date)}`
}

/** The y of the dates. */
export function datesAt(height: number): number {
  return height - DATES
}

/** The index of the selectable day nearest to an x of the drawing. */
export function nearestDay(at: number, drawing: ForecastDrawing, among: readonly number[]): number {
  return among.reduce((near, each) => (Math.abs(drawing.points[each]!.x - at) < Math.abs(drawing.points[near]!.x - at) ? each : near))
}

function widthOf(text: string, font = FONT): number {
  return widthInEms(text) * font
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
