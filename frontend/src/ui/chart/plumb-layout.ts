import { chartUnitFor, formatInUnit, formatNetInUnit, REAL_UNIT, type ChartUnit } from '../money-format'
import { plumbFrame, type PlumbFrame, type PlumbRow } from './plumb-geometry'

/** A row with the texts beside its bars. */
export interface PlumbRowText {
  row: PlumbRow
  expense: string
  income: string
  net: string
}

export interface PlumbLayout {
  unit: ChartUnit
  rows: readonly PlumbRowText[]
  frame: PlumbFrame
  /** The largest amount of either side, in centavos. */
  largest: number
}

/**
 * Texts and frame of a plumb chart of some width: in whole reais, or in the unit of the largest amount if those leave too little
 * room for the bars. Each figure is rounded by itself; the table has the centavos.
 */
export function plumbLayout(rows: readonly PlumbRow[], width: number): PlumbLayout {
  const largest = Math.max(...rows.map((row) => Math.max(row.income, row.expense)), 0)
  const exact = formatRows(rows, REAL_UNIT, width, largest)
  return exact.frame.isTight ? formatRows(rows, chartUnitFor(largest), width, largest) : exact
}

function formatRows(rows: readonly PlumbRow[], unit: ChartUnit, width: number, largest: number): PlumbLayout {
  const texts = rows.map((row) => ({
    row,
    expense: formatInUnit(row.expense, unit),
    income: formatInUnit(row.income, unit),
    net: formatNetInUnit(row.income - row.expense, unit),
  }))
  const longest = {
    label: Math.max(...rows.map((row) => row.label.length), 0),
    value: Math.max(...texts.map((text) => Math.max(text.expense.length, text.income.length)), 0),
    net: Math.max(...texts.map((text) => text.net.length), 'Sobrou'.length),
  }
  return { unit, rows: texts, frame: plumbFrame(width, rows.length, longest), largest }
}
