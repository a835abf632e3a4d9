import { unwrapCell } from './written-amounts'

/** A row as written in the file. */
export interface TableRow {
  /** The first line of the row in the file, from 1. */
  line: number
  /** The raw text. */
  text: string
  cells: readonly string[]
}

export const DELIMITERS = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** A quoted cell with more lines than this is taken for a lone quotation mark. */
const MOST_LINES_OF_CELL = 8

/**
 * The non-blank rows of a text. An unclosed quotation mark counts as text, so that no other line is lost.
 * @param most the number of rows to read
 */
export function tableRows(text: string, delimiter: Delimiter, most = Infinity): TableRow[] {
  const rows: TableRow[] = []
  let [line, from, widest] = [1, 0, 0]
  while (from < text.length && rows.length < most) {
    const { cells: found, until, lines } = rowAt(text, from, delimiter, widest)
    const cells = found.map((cell) => (cell.startsWith('=') ? unwrapCell(cell) : cell))
    widest = Math.max(widest, cells.length)
    if (cells.some((cell) => cell !== '')) rows.push({ line, text: text.slice(from, until).trim(), cells })
    line += lines
    from = until + 1
  }
  return rows
}

/** The end of a row, its cells, and its number of lines. */
interface ScannedRow {
  cells: string[]
  until: number
  lines: number
}

/** @param widest the largest number of cells so far */
function rowAt(text: string, from: number, delimiter: Delimiter, widest: number): ScannedRow {
  const end = lineEnd(text, from)
  const first = text.slice(from, end)
  if (!first.includes('"')) return { cells: first.split(delimiter).map((cell) => cell.trim()), until: end, lines: 1 }
  const { cells, isOpen } = cellsOf(first, delimiter)
  const own: ScannedRow = { cells, until: end, lines: 1 }
  if (!isOpen || cells.length >= widest) return own
  // A cell may continue on the next lines. If that adds no cells, the quotation mark was text.
  for (let lines = 2, until = end; lines <= MOST_LINES_OF_CELL && until < text.length; lines++) {
    until = lineEnd(text, until + 1)
    const joined = cellsOf(text.slice(from, until), delimiter)
    if (!joined.isOpen) return joined.cells.length > cells.length ? { cells: joined.cells, until, lines } : own
  }
  return own
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** The cells of a line, and whether one has an unclosed quotation mark. */
function cellsOf(row: string, delimiter: Delimiter): { cells: string[]; isOpen: boolean } {
  const cells: string[] = []
  let isOpen = false
  for (let from = 0; from <= row.length;) {
    const begins = from + (/^\s*/.exec(row.slice(from, from + 20))?.[0].length ?? 0)
    const closing = row[begins] === '"' ? closingQuote(row, begins, delimiter) : -1
    if (row[begins] === '"' && closing < 0) isOpen = true
    const ends = row.indexOf(delimiter, closing < 0 ? from : closing + 1)
    const until = ends < 0 ? row.length : ends
    cells.push(
      closing < 0
        ? row.slice(from, until).trim()
        : row
            .slice(begins + 1, closing)
            .replaceAll('""', '"')
            .trim(),
    )
    from = until + 1
  }
  return { cells, isOpen }
}

/** The closing quotation mark of a cell: not doubled, and followed by a delimiter or the end. */
function closingQuote(row: string, open: number, delimiter: Delimiter): number {
  for (let at = row.indexOf('"', open + 1); at >= 0; at = row.indexOf('"', at + 1)) {
    const rest = row.slice(at + 1, at + 20)
    if (rest.startsWith('"')) at++
    else if (rest.startsWith(delimiter) || rest.trimStart() === '' || rest.trimStart().startsWith(delimiter)) return at
  }
  return -1
}
