import { chartUnitFor, formatInUnit, formatNetInUnit, REAL_UNIT, type ChartUnit } from '../money-format'
import { plumbFrame, type PlumbFrame, type PlumbRow } from './plumb-geometry'
import { roundToWholeReais } from './whole-reais'

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
 * room for the bars. Each row adds up as written, and so do the rows and the balance beside them.
 */
export function plumbLayout(rows: readonly PlumbRow[], width: number): PlumbLayout {
  const largest = Math.max(...rows.map((row) => Math.max(row.income, row.expense)), 0)
  const exact = formatRows(rows, roundToWholeReais(rows), REAL_UNIT, width, largest)
  if (!exact.frame.isTight) return exact
  const unit = chartUnitFor(largest)
  // One decimal of the unit, but never finer than a real.
  return formatRows(rows, roundToWholeReais(rows, Math.max(REAL_UNIT.centavos, unit.centavos / 10)), unit, width, largest)
}

function formatRows(rows: readonly PlumbRow[], amounts: readonly PlumbRow[], unit: ChartUnit, width: number, largest: number): PlumbLayout {
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
