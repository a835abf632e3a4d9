import writeXlsxFile, { type CellObject, type Feature } from 'write-excel-file/universal'
import type { SpreadsheetAmount, SpreadsheetCell, WorksheetColumn, Worksheet } from './spreadsheet'

/** An XLSX file of worksheets: typed dates and numbers, a frozen header, sums as formulas. */
export function buildXlsx(sheets: readonly Worksheet[]): Promise<Blob> {
  const written = sheets.map(({ name, columns, rows, sums = [] }) => ({
    sheet: name,
    columns: columns.map(({ width }) => ({ width })),
    data: [
      columns.map(headerOf),
      ...rows.map((row) => row.map(cellOf)),
      ...(sums.length > 0 ? [[], ...sums.map((row) => row.map((cell): CellObject | null => boldOf(cellOf(cell))))] : []),
    ],
    stickyRowsCount: 1,
  }))
  return writeXlsxFile(written, { features: [resultsOf(sheets)] }).toBlob()
}

function headerOf({ header, isNumber = false }: WorksheetColumn): CellObject {
  return { value: header, type: String, fontWeight: 'bold', ...(isNumber && { align: 'right' }) }
}

const MONEY = '#,##0.00'

function cellOf(cell: SpreadsheetCell): CellObject | null {
  // The package writes an empty text as a typed cell without a value.
  if (cell === null || cell === '') return null
  if (typeof cell === 'string') return { value: escapeText(cell), type: String }
  if (typeof cell === 'number') return { value: cell, type: Number, format: '#,##0' }
  if ('date' in cell) return { value: dayOf(cell.date), type: Date, format: 'dd/mm/yyyy' }
  if ('month' in cell) return { value: dayOf(`${cell.month}-01`), type: Date, format: 'mm/yyyy' }
  if ('share' in cell) return { value: cell.share, type: Number, format: '0.0%' }
  if (cell.formula !== undefined) return { value: cell.formula, type: 'Formula', format: MONEY }
  return { value: cell.centavos / 100, type: Number, format: MONEY }
}

function boldOf(cell: CellObject | null): CellObject | null {
  return cell && { ...cell, fontWeight: 'bold' }
}

/** The package counts days in UTC. */
function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

/**
 * Characters that the package drops although XML allows them, and an underscore that readers would take for the start of an escape.
 */
const ESCAPED = /[\u007F-\u0084\u0086-\u009F\uFFFD]|(?![\uFFFE\uFFFF])\p{Noncharacter_Code_Point}|_(?=x[\dA-Fa-f]{4}_)/gu

/**
 * Escapes a text as the format requires, `_x007F_`. The package deduplicates texts by the keys of a plain object, where `toString`
 * would match an inherited property. A character that XML cannot represent makes the key distinct; the package leaves it out of the
 * file.
 */
function escapeText(text: string): string {
  const escaped = text.replaceAll(ESCAPED, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeCharacter(character, at)).join(''),
  )
  return escaped in Object.prototype ? `${escaped}\u0000` : escaped
}

/** @param at the index of a surrogate in a pair */
function escapeCharacter(character: string, at: number): string {
  return `_x${character.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}_`
}

/** Adds the results of formulas, for programs that do not calculate: previews of phones and e-mail clients. */
function resultsOf(sheets: readonly Worksheet[]): Feature<Blob> {
  const results = new Map<string, number>()
  const amounts = sheets.flatMap(({ rows, sums = [] }) => [...rows, ...sums].flat()).filter(isAmount)
  for (const { formula, centavos } of amounts) if (formula !== undefined) results.set(formula, centavos)
  const withResult = (whole: string, formula: string): string => {
    const centavos = results.get(unescapeXml(formula))
    return centavos === undefined ? whole : `${whole}<v>${centavos / 100}</v>`
  }
  return {
    files: {
      transform: { 'xl/worksheets/sheet{id}.xml': { transform: (content) => content.replaceAll(/<f>([^<]*)<\/f>/g, withResult) } },
    },
  }
}

function isAmount(cell: SpreadsheetCell): cell is SpreadsheetAmount {
  return typeof cell === 'object' && cell !== null && 'centavos' in cell
}

function unescapeXml(xml: string): string {
  return xml.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
