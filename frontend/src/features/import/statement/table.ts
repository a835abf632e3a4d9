import Papa from 'papaparse'

/** A row of a table as its file has it. */
export interface TableRow {
  /** The line in the file on which it begins, from 1. */
  line: number
  /** The raw text. */
  text: string
  cells: readonly string[]
}

export const DELIMITERS = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** The rows of a text that are not blank. @param most how many rows are wanted, from the beginning */
export function tableRows(text: string, delimiter: Delimiter, most = Infinity): TableRow[] {
  const rows: TableRow[] = []
  let [line, begins] = [1, 0]
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, meta }, parser) => {
      const raw = text.slice(begins, meta.cursor)
      const cells = data.map((cell) => cell.trim())
      if (cells.some((cell) => cell !== '')) rows.push({ line, text: raw.trim(), cells })
      line += raw.split(/\r\n|\r|\n/).length - 1
      begins = meta.cursor
      if (rows.length >= most) parser.abort()
    },
  })
  return rows
}
