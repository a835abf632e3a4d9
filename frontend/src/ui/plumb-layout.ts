import { chartUnitFor, formatInUnit, formatNetInUnit, REAL_UNIT, type ChartUnit } from './money-format'
import { plumbFrame, type PlumbFrame, type PlumbRow } from './plumb-geometry'

/** A row with what is written beside its bars. */
export interface WrittenRow {
  row: PlumbRow
  expense: string
  income: string
  net: string
}

export interface PlumbLayout {
  unit: ChartUnit
  rows: readonly WrittenRow[]
  frame: PlumbFrame
  /** The largest amount of either side, in centavos. */
  largest: number
}

/**
 * What is written in a plumb chart of some width, and where.
 * @param whole the rows in whole reais, which are written where there is room for them instead of the unit of the largest amount
 */
export function plumbLayout(rows: readonly PlumbRow[], width: number, whole?: readonly PlumbRow[]): PlumbLayout {
  const largest = Math.max(...rows.map((row) => Math.max(row.income, row.expense)), 0)
  const exact = whole && written(rows, whole, REAL_UNIT, width, largest)
  return exact && !exact.frame.isTight ? exact : written(rows, rows, chartUnitFor(largest), width, largest)
}

function written(rows: readonly PlumbRow[], amounts: readonly PlumbRow[], unit: ChartUnit, width: number, largest: number): PlumbLayout {
  const texts = amounts.map(({ income, expense }, index) => ({
    row: rows[index]!,
    expense: formatInUnit(expense, unit),
    income: formatInUnit(income, unit),
    net: formatNetInUnit(income - expense, unit),
  }))
  const longest = {
    label: Math.max(...rows.map((row) => row.label.length), 0),
    value: Math.max(...texts.map((text) => Math.max(text.expense.length, text.income.length)), 0),
    net: Math.max(...texts.map((text) => text.net.length), 'Sobrou'.length),
  }
  return { unit, rows: texts, frame: plumbFrame(width, rows.length, longest), largest }
}
