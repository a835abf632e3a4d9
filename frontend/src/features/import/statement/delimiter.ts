import { DELIMITERS, tableRows, type Delimiter, type TableRow } from './table'
import { isHeader } from './column-words'

const LOOKED_AT = 60

/** The delimiter that yields the best table: a header with known names, and the same number of columns in most rows. */
export function delimiterOf(text: string): Delimiter {
  const scores = DELIMITERS.map((delimiter) => score(tableRows(text, delimiter, LOOKED_AT)))
  return DELIMITERS[scores.indexOf(Math.max(...scores))] as Delimiter
}

function score(rows: readonly TableRow[]): number {
  const counts = rows.map(({ cells }) => cells.length).toSorted((one, other) => one - other)
  const middle = counts[Math.floor(counts.length / 2)] ?? 0
  const header = rows.find(({ cells }) => cells.length > 2 && isHeader(cells))?.cells.length ?? 0
  return Math.max(middle, header) * 2 + (header > 0 ? 1 : 0)
}
