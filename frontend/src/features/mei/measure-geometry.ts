import type { CalendarMonth } from '@prumo/shared/calendar'

/**
 * Where the parts of the measure stand, in pixels from its ceiling: zero is the ceiling, the ground is the limit. Texts are placed
 * by their middle, and never closer than `LEAST_GAP`.
 */

export const LEAST_GAP = 14
/** The bob is so high, and its string ends so far above its tip. */
export const BOB = 34
const STRING_ABOVE_TIP = 25
/** The highest place of the tip, so that the whole bob hangs below the ceiling. */
const HIGHEST_TIP = 50
/** Around a text as large as the percentage, and around the sum of today. */
const LARGE_GAP = 26

export interface MeasureInput {
  /** The height of 120 % of the limit, in pixels. */
  height: number
  limit: number
  revenue: number
  projection: number | null
  /** Months with their revenue, oldest first; those without data have null. */
  months: readonly { month: CalendarMonth; revenue: number | null }[]
}

export interface MeasureMonth {
  /** Several without data are one. */
  first: CalendarMonth
  last: CalendarMonth
  revenue: number | null
  label: number
  /** Its running sum; null without data. */
  tick: number | null
}

export interface MeasureMark {
  percent: 70 | 90 | 100 | 120
  amount: number
  tick: number
  label: number
}

export interface MeasurePlaces {
  height: number
  ground: number
  tip: number
  lineEnd: number
  percentage: number
  marks: MeasureMark[]
  months: MeasureMonth[]
  /** The upper edge of the sum of today. */
  today: number
  /** The ring and the text of the pace; null without one. */
  pace: { ring: number; label: number } | null
  /** The name of the ground; null where another text needs the place. */
  groundLabel: number | null
}

export function measurePlaces({ height, limit, revenue, projection, months }: MeasureInput): MeasurePlaces {
  const most = Math.max(limit * 1.2, revenue, projection ?? 0)
  // More than 120 % pushes the ground up; its scale stays that of the whole.
  const at = (amount: number) => (amount / most) * height
  const ground = at(limit)
  const tip = Math.max(at(revenue), HIGHEST_TIP)
  const isOver = revenue > limit
  const percentage = isOver ? Math.max(tip - 6, ground + LARGE_GAP - 4) : Math.min(tip - 6, ground - LARGE_GAP / 2 - 3)
  const placed = placeMonths(foldUnknown(months), at, tip)
  const today = Math.max(tip + 1, (placed.at(-1)?.label ?? 0) + LEAST_GAP / 2 + 4)
  const pace = projection === null ? null : { ring: at(projection), label: paceLabel(at(projection), today + LARGE_GAP / 2, ground) }
  const named = ground + LEAST_GAP - 1
  const isFree =
    Math.abs(today + LARGE_GAP / 2 - named) >= LARGE_GAP + 2 &&
    [pace?.label ?? 0, ...placed.map(({ label }) => label)].every((other) => Math.abs(other - named) >= LEAST_GAP + 6)
  return {
    height,
    ground,
    tip,
    lineEnd: tip - STRING_ABOVE_TIP,
    percentage,
    marks: placeMarks(limit, at, percentage, isOver),
    months: placed,
    today,
    pace,
    groundLabel: isFree ? named : null,
  }
}

/** Below the sum of today, and not on the ground's rule. */
function paceLabel(ring: number, today: number, ground: number): number {
  const label = Math.max(ring, today + LARGE_GAP - 2)
  if (Math.abs(label - ground) >= 10) return label
  return label < ground && ground - 10 >= today + LARGE_GAP - 8 ? ground - 10 : ground + LEAST_GAP - 1
}

/** The marks, each with its label where neither the percentage nor the next mark stands. */
function placeMarks(limit: number, at: (amount: number) => number, percentage: number, isOver: boolean): MeasureMark[] {
  const clear = (wanted: number) => {
    const distance = wanted - percentage
    return Math.abs(distance) >= LARGE_GAP ? wanted : percentage + (distance < 0 ? -LARGE_GAP : LARGE_GAP)
  }
  const ground = at(limit)
  // Above its rule, or below it where the percentage stands.
  const onGround = !isOver && Math.abs(ground - 12 - percentage) < LARGE_GAP ? ground + 12 : ground - 12
  const wanted = { 70: clear(at(limit * 0.7)), 90: clear(at(limit * 0.9)), 100: onGround, 120: clear(at(limit * 1.2) - 12) }
  const marks = ([70, 90, 100, 120] as const).map((percent): MeasureMark => {
    const amount = Math.round((limit * percent) / 100)
    return { percent, amount, tick: at(amount), label: wanted[percent] }
  })
  // From the ground upwards, and from it downwards.
  for (const index of [1, 0]) {
    const [mark, below] = [marks[index]!, marks[index + 1]!]
    mark.label = Math.min(mark.label, below.label - LEAST_GAP - 2)
  }
  marks[3]!.label = Math.max(marks[3]!.label, marks[2]!.label + LEAST_GAP + 2)
  return marks
}

interface FoldedMonth {
  first: CalendarMonth
  last: CalendarMonth
  revenue: number | null
}

/** Consecutive months without data as one. */
function foldUnknown(months: MeasureInput['months']): FoldedMonth[] {
  const folded: FoldedMonth[] = []
  for (const { month, revenue } of months) {
    const before = folded.at(-1)
    if (revenue === null && before?.revenue === null) before.last = month
    else folded.push({ first: month, last: month, revenue })
  }
  return folded
}

/** Each month in the middle of its part of the line, moved up or down as far as its neighbours need. */
function placeMonths(months: readonly FoldedMonth[], at: (amount: number) => number, tip: number): MeasureMonth[] {
  let sum = 0
  const placed = months.map(({ first, last, revenue }): MeasureMonth => {
    const before = at(sum)
    sum += revenue ?? 0
    return { first, last, revenue, tick: revenue === null ? null : at(sum), label: (before + at(sum)) / 2 }
  })
  let least = LEAST_GAP
  for (const month of placed) {
    month.label = Math.max(month.label, least)
    least = month.label + LEAST_GAP
  }
  // Upwards from today, where all of them fit above it.
  let most = tip - LEAST_GAP + 2
  if (placed.length * LEAST_GAP <= most) {
    for (const month of placed.toReversed()) {
      month.label = Math.min(month.label, most)
      most = month.label - LEAST_GAP
    }
  }
  return placed
}
