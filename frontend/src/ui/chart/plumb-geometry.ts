/**
 * Where things go in the plumb chart. Units are those of the drawing, which is as wide as the space measured
 * for it; a reader's larger text makes the units larger, so a label is never squeezed.
 */

/** A row of the chart, newest last; amounts in centavos. */
export interface PlumbRow {
  /** Short, as in `nov`. */
  label: string
  /** In full, as in `novembro de 2026`; for the table and for the sentence. */
  name?: string
  income: number
  expense: number
  /** Where the rows behind these numbers are listed. */
  href?: string
}

export const ROW = 32
export const BAR = 13
export const RADIUS = 3
/** The least space for the column of nets. */
export const NET_COLUMN_FROM = 340

/** A bar that is to tell anything needs so much. */
const LEAST_REACH = 24

const FIRST_ROW = 34
const FOOT = 46
/** Half the line and the gap beside it. */
const BAR_START = 1.6
const EDGE = 10
const GAP = 7
/** The least room left of the bob that a toggle finds its place in. */
const TOGGLE_BESIDE_FROM = 150
const DIGIT = 6.9

export interface PlumbFrame {
  width: number
  height: number
  /** The x of the line. */
  axis: number
  /** The longest bar of either side. */
  reach: number
  /** The texts leave the bars too little room. */
  isTight: boolean
  showsNet: boolean
  lineHeight: number
  left: number
  right: number
}

/** The frame for a width and the longest texts of its columns. */
export function plumbFrame(width: number, rows: number, longest: { label: number; value: number; net: number }): PlumbFrame {
  const showsNet = width >= NET_COLUMN_FROM
  // Room to breathe, only where there is room.
  const air = width > 520 ? 1 : 0
  const value = GAP + longest.value * DIGIT
  const before = EDGE + longest.label * DIGIT + GAP + value + air * 22
  const after = value + EDGE + (showsNet ? GAP + longest.net * DIGIT + air * 46 : 0)
  const room = (width - before - after) / 2
  const reach = Math.max(LEAST_REACH, room)
  const rowsEnd = FIRST_ROW + rows * ROW
  return {
    width,
    height: rowsEnd + FOOT,
    axis: Math.round(before + reach),
    reach: reach - BAR_START,
    isTight: room < LEAST_REACH,
    showsNet,
    lineHeight: rowsEnd + 12,
    left: EDGE,
    right: width - EDGE,
  }
}

/**
 * The room that a chart and its table both take, so that turning one into the other moves nothing; the toggle has its
 * own below, or beside the bob where the drawing leaves some.
 */
export function chartRoom({ height, axis }: PlumbFrame, rows: number, scale: number, isToggled: boolean) {
  return {
    style: { '--drawing': `${height * scale}px`, '--rows': rows, '--axis': `${axis}px` } as object,
    'data-toggled': isToggled,
    'data-over': isToggled && axis > TOGGLE_BESIDE_FROM,
  }
}

/** The middle of a row, the newest at the bottom. */
export function rowMiddle(index: number): number {
  return FIRST_ROW + index * ROW + ROW / 2
}

/** The length of a bar on the scale both sides share; something that is not nothing is always seen. */
export function barLength(centavos: number, largest: number, reach: number): number {
  return centavos <= 0 || largest <= 0 ? 0 : Math.max(1.5, (centavos / largest) * reach)
}

/** A bar that is square at the line and round at its end; `side` is -1 for money out, 1 for money in. */
export function barPath(axis: number, middle: number, length: number, side: -1 | 1): string {
  const radius = Math.min(RADIUS, length)
  const start = round(axis + side * BAR_START)
  const straight = round(axis + side * (BAR_START + length - radius))
  const sweep = side === 1 ? 1 : 0
  const upright = BAR - radius * 2
  return `M${start} ${middle - BAR / 2}H${straight}a${radius} ${radius} 0 0 ${sweep} ${side * radius} ${radius}v${upright}a${radius} ${radius} 0 0 ${sweep} ${-side * radius} ${radius}H${start}z`
}

/** Where the amount beside a bar begins. */
export function valueStart(axis: number, length: number, side: -1 | 1): number {
  return round(axis + side * (BAR_START + length + GAP))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
