import type { CalendarDate } from '@prumo/shared/calendar'
import type { Forecast, ForecastDay } from '@prumo/shared/forecast-rules'
import { formatPlainCentavos } from '@prumo/shared/money'
import { shortMonthName } from '../../lib/dates'
import { formatCompact, formatInUnit, REAL_UNIT, widthInEms } from '../../ui/money-format'
import { roundToHundreds } from './forecast-texts'

/**
 * Where things go in the plumb chart turned a quarter: time runs right, money in is up, money out is down. Units are those
 * of the drawing, which is as wide as the space measured for it.
 */

const FONT = 12
const BOLD_FONT = 14
/** Room for the scale at the left and for the ends at the right. */
const LEFT = 40
const RIGHT = 44
const TOP = 22
/** Under the lowest line: the bob, and the dates. */
const FOOT = 56
const DATES = 8
/** From so wide on it is higher, and says the lowest amount. */
export const WIDE_FROM = 500
const MOST_LINES = 5
/** Dates nearer than this to a more telling one go. */
const DATE_ROOM = 44
const LINE_OF_TEXT = 15
/** From the lowest day to what is written beside it. */
const ASIDE = 9
/** How much an amount on a chart may have before it is written shorter. */
const LONGEST_WHOLE = 10_000_000
/** Half a line of text: from its middle to where it stands. */
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
  /** The y of nothing. */
  zero: number
  /** Hairlines with their amounts, zero among them. */
  scale: { y: number; text: string; isZero: boolean }[]
  /** A point a day: its x, and where the balance is by then. */
  points: { x: number; y: number }[]
  line: string
  /** Null where the past says nothing. */
  band: string | null
  /** Where money comes in and goes out. */
  ticks: { x: number; isIncome: boolean }[]
  start: { y: number; text: string; isAbove: boolean }
  lowest: { x: number; y: number; isShort: boolean; date: DateLabel; amount: (DateLabel & { y: number }) | null }
  dates: DateLabel[]
  ends: EndLabel[]
}

/** @param now that day is called `hoje` */
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
  // Nothing at all lies on the ground.
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
      amount: width < WIDE_FROM ? null : lowestAmount(lowX, at(lowest.balance), zero, formatPlainCentavos(lowest.balance), left),
    },
    dates: dateLabels(days, x, lowX, now),
    ends: spreadLabels(
      ends.map(({ centavos, ...end }) => ({ ...end, y: at(centavos) })),
      bottom,
    ),
  }
}

/** The amounts of the hairlines: 1, 2 or 5 of a power of ten apart, at most five of them with zero. In centavos. */
export function scaleOf(least: number, highest: number): number[] {
  // No finer than a real.
  for (let power = 100; ; power *= 10) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power
      const [from, to] = [Math.ceil(least / step), Math.floor(highest / step)]
      if (to - from + 1 <= MOST_LINES) return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step || 0)
    }
  }
}

/** From each day's height to the next, flat between: money does not arrive little by little. */
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

/** What is written at the right end: what is certain in whole reais, what is estimated in hundreds. */
function endTexts({ balance, low, high }: ForecastDay): { text: string; centavos: number; isCertain: boolean }[] {
  const certain = { text: amountText(balance), centavos: balance, isCertain: true }
  if (low === null || high === null) return [certain]
  const estimated = [high, low].map((centavos) => ({ text: amountText(roundToHundreds(centavos)), centavos, isCertain: false }))
  return estimated[0]?.text === estimated[1]?.text ? [certain] : [...estimated, certain]
}

/** `4.312`; from a hundred thousand on `1,3 mi` */
function amountText(centavos: number): string {
  return Math.abs(centavos) < LONGEST_WHOLE ? formatInUnit(Math.round(centavos / 100) * 100, REAL_UNIT) : formatCompact(centavos)
}

/** Labels that would lie over each other move apart, and none under the ground. */
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

/** Whether the line goes down before what is written at its beginning ends: then that stands above it. */
function isFallingSoon(points: readonly { x: number; y: number }[], start: number, left: number): boolean {
  const next = points.find(({ y }) => y !== start)
  return next !== undefined && next.x < left + DATE_ROOM && next.y > start
}

/** Today, the first of each month and the last day; what is too near to the lowest goes, and what is too near to an end. */
function dateLabels(days: readonly ForecastDay[], x: (index: number) => number, lowX: number, now: CalendarDate): DateLabel[] {
  const last = days.length - 1
  // A date at an end is written towards the middle.
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

/** Under its dot, where nothing else is; above it where the line of nothing leaves no room there. Null where neither is free. */
function lowestAmount(lowX: number, y: number, zero: number, text: string, left: number): (DateLabel & { y: number }) | null {
  const [anchor, side] = lowX - left < widthOf(text, BOLD_FONT) + ASIDE ? (['start', 1] as const) : (['end', -1] as const)
  if (y > zero) return { x: lowX + side * (ASIDE + 7), y: y + 12, text, anchor }
  const isFree = zero - y > 2 * LINE_OF_TEXT
  // The line goes up through it there.
  if (anchor === 'start' && !isFree) return null
  return { x: lowX + side * ASIDE, y: y + (isFree ? 18 : -5), text, anchor }
}

/** Under the bob, and within the drawing. */
function lowestDate(lowX: number, text: string, width: number): DateLabel {
  const half = widthOf(text, BOLD_FONT) / 2
  return { x: Math.min(Math.max(lowX, half), width - half), text, anchor: 'middle' }
}

/** `5 jan`: so near a day is of no other year. */
function shortDate(date: CalendarDate): string {
  return `${Number(date.slice(8))} ${shortMonthName(date)}`
}

/** Where the dates stand. */
export function datesAt(height: number): number {
  return height - DATES
}

/** The day that is nearest to a place on the drawing, among those that can be chosen. */
export function nearestDay(at: number, drawing: ForecastDrawing, among: readonly number[]): number {
  return among.reduce((near, each) => (Math.abs(drawing.points[each]!.x - at) < Math.abs(drawing.points[near]!.x - at) ? each : near))
}

function widthOf(text: string, font = FONT): number {
  return widthInEms(text) * font
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
