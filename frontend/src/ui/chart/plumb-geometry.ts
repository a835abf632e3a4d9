/**
 * The geometry of the plumb chart, in units of the drawing, which is as wide as its measured space. Larger text makes the units
 * larger, so that labels keep their room.
 */

/** A row of the chart, newest last; amounts in centavos. */
export interface PlumbRow {
  /** Short: `nov`. */
  label: string
  /** In full, for the table and the sentence: `novembro de 2026`. */
  name?: string
  income: number
  expense: number
  /** The list of the transactions behind these numbers. */
  href?: string
}

export const ROW = 32
export const BAR = 13
export const RADIUS = 3
/** The least width for the column of nets. */
export const NET_COLUMN_FROM = 340

/** The least useful length for bars. */
const LEAST_REACH = 24

const FIRST_ROW = 34
const FOOT = 46
/** Half the line and the gap beside it. */
const BAR_START = 1.6
const EDGE = 10
const GAP = 7
/** The least space left of the bob for the toggle. */
const TOGGLE_BESIDE_FROM = 150
const DIGIT = 6.9

export interface PlumbFrame {
  width: number
  height: number
  /** The x of the line. */
  axis: number
  /** The longest bar of each side. */
  reach: number
  /** Whether the texts leave too little room for the bars. */
  isTight: boolean
  /** Whether there is room for the column of nets. */
  showsNet: boolean
  /** The y where the line ends. */
  lineEnd: number
  /** The x where the labels begin. */
  left: number
  /** The x where the column of nets ends. */
  right: number
}

/** The frame for a width. @param longest the length of the longest text of each column, in characters */
export function plumbFrame(width: number, rows: number, longest: { label: number; value: number; net: number }): PlumbFrame {
  const showsNet = width >= NET_COLUMN_FROM
  // Extra spacing on wide charts.
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
    lineEnd: rowsEnd + 12,
    left: EDGE,
    right: width - EDGE,
  }
}

/**
 * The props of the element around a chart and its table, which gives both the same space, so that switching moves nothing. The toggle is below them, or beside the bob if the
 * drawing leaves room.
 */
export function chartSpaceProps({ height, axis }: PlumbFrame, rows: number, scale: number, isToggled: boolean) {
  return {
    style: { '--drawing': `${height * scale}px`, '--rows': rows, '--axis': `${axis}px` } as object,
    'data-toggled': isToggled,
    'data-over': isToggled && axis > TOGGLE_BESIDE_FROM,
  }
}

/** The y of a row's middle; the newest row is at the bottom. */
export function rowMiddle(index: number): number {
  return FIRST_ROW + index * ROW + ROW / 2
}

/** The length of a bar on the scale of both sides; a positive amount is always visible. */
export function barLength(centavos: number, largest: number, reach: number): number {
  return centavos <= 0 || largest <= 0 ? 0 : Math.max(1.5, (centavos / largest) * reach)
}

/** The path of a bar, square at the line and rounded at its end. @param side -1 for expenses, 1 for income */
export function barPath(axis: number, middle: number, length: number, side: -1 | 1): string {
  const radius = Math.min(RADIUS, length)
  const start = round(axis + side * BAR_START)
  const straight = round(axis + side * (BAR_START + length - radius))
  const sweep = side === 1 ? 1 : 0
  const upright = BAR - radius * 2
  return `M${start} ${middle - BAR / 2}H${straight}a${radius} ${radius} 0 0 ${sweep} ${side * radius} ${radius}v${upright}a${radius} ${radius} 0 0 ${sweep} ${-side * radius} ${radius}H${start}z`
}

/** The x where the amount beside a bar begins. */
export function valueStart(axis: number, length: number, side: -1 | 1): number {
  return round(axis + side * (BAR_START + length + GAP))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
