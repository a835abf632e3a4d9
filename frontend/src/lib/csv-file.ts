import { formatPercent } from '@prumo/shared/money'
import { formatDate } from './dates'
import type { TextFile } from './save-file'
import type { SpreadsheetCell } from './spreadsheet'

/** Excel reads UTF-8 only with it. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A table for a Brazilian spreadsheet: semicolons, decimal commas, CRLF line ends.
 * @param name without extension
 */
export function csvFile(name: string, rows: readonly (readonly SpreadsheetCell[])[]): TextFile {
  return {
    name: `${name}.csv`,
    type: 'text/csv;charset=utf-8',
    text: BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(';')}\r\n`).join(''),
  }
}

function cellText(cell: SpreadsheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return quoteCell(neutralizeFormula(cell))
  if ('date' in cell) return formatDate(cell.date)
  if ('month' in cell) return `${cell.month.slice(5)}/${cell.month.slice(0, 4)}`
  if ('share' in cell) return formatPercent(cell.share)
  return reais(cell.centavos)
}

/** A spreadsheet would run a text that begins like a formula. */
function neutralizeFormula(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
}

function quoteCell(text: string): string {
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `-1234,56`: without thousands separators, so that a spreadsheet reads a number. */
function reais(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}
