import { strFromU8, unzipSync } from 'fflate/browser'
import { decodeEntities } from './ofx-leaves'
import type { TableRow } from './table'
import { serialDate } from './written-dates'

/** The largest unpacked size in bytes. Guards against archives that expand enormously. */
const LARGEST = 50 * 1024 * 1024

/** Thrown for a spreadsheet that cannot be read. */
export class SpreadsheetError extends Error {}

/**
 * The non-blank rows of an XLSX file's first sheet. Dates become `2026-11-23`, numbers have a dot.
 * Throws a SpreadsheetError for a damaged or too large file.
 */
export function spreadsheetRows(bytes: Uint8Array): TableRow[] {
  const files = unzip(bytes)
  const text = (name: string) => (files[name] ? strFromU8(files[name]) : '')
  const sheet = firstSheet(text('xl/workbook.xml'), text('xl/_rels/workbook.xml.rels'), Object.keys(files))
  const shared = texts(text('xl/sharedStrings.xml'), 'si')
  const dated = datedStyles(text('xl/styles.xml'))
  return rowsOf(text(sheet), shared, dated)
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  let size = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/.test(name))
          return false
        size += originalSize
        if (size > LARGEST) throw new SpreadsheetError('The spreadsheet is too large')
        return true
      },
    })
  } catch (failure) {
    throw failure instanceof SpreadsheetError ? failure : new SpreadsheetError('The spreadsheet is damaged')
  }
}

function attribute(tag: string, name: string): string {
  return decodeEntities(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

/** The path of the first sheet in display order. */
function firstSheet(workbook: string, relations: string, names: readonly string[]): string {
  const first = /<(?:\w+:)?sheet\s[^>]*>/.exec(workbook)?.[0] ?? ''
  const id = attribute(first, 'r:id')
  const relation = (relations.match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? []).find((tag) => attribute(tag, 'Id') === id) ?? ''
  const target = attribute(relation, 'Target').replace(/^\/?(xl\/)?/, '')
  const path = `xl/${target}`
  return names.includes(path) ? path : (names.filter((name) => name.startsWith('xl/worksheets/')).sort()[0] ?? '')
}

/** The joined texts within each element of a name. */
function texts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?(?:/>|>([\\s\\S]*?)</${name}>)`, 'g'))].map(([, inner = '']) => textIn(inner))
}

function textIn(xml: string): string {
  const inner = xml.replaceAll(/<rPh[\s>][\s\S]*?<\/rPh>/g, '')
  return [...inner.matchAll(/<t(?:\s[^>]*)?>([\s\S]*?)<\/t>/g)].map(([, text = '']) => decodeEntities(text)).join('')
}

/** The built-in number formats of dates. */
const DATES = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57])

/** Whether each cell style formats dates. */
function datedStyles(styles: string): boolean[] {
  const own = new Map(
    (styles.match(/<numFmt\s[^>]*>/g) ?? []).map((tag) => {
      const code = attribute(tag, 'formatCode').replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
      return [Number(attribute(tag, 'numFmtId')), /[dy]/i.test(code)] as const
    }),
  )
  const [cells = ''] = /<cellXfs[\s\S]*?<\/cellXfs>/.exec(styles) ?? []
  return (cells.match(/<xf\s[^>]*>/g) ?? []).map((tag) => {
    const format = Number(attribute(tag, 'numFmtId'))
    return own.get(format) ?? DATES.has(format)
  })
}

function rowsOf(sheet: string, shared: readonly string[], dated: readonly boolean[]): TableRow[] {
  const rows: TableRow[] = []
  for (const [, attributes = '', inner = ''] of sheet.matchAll(/<row(\s[^>]*)?>([\s\S]*?)<\/row>/g)) {
    const cells: string[] = []
    for (const [, tag = '', content = ''] of inner.matchAll(/<c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const column = columnIndex(attribute(tag, 'r'))
      const index = column < 0 ? cells.length : column
      while (cells.length < index) cells.push('')
      cells[index] = cellText(tag, content, shared, dated)
    }
    if (cells.some((cell) => cell !== '')) {
      rows.push({ line: Number(attribute(attributes, 'r')) || rows.length + 1, text: cells.join(' | '), cells })
    }
  }
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return rows.map((row) => ({ ...row, cells: [...row.cells, ...Array<string>(width - row.cells.length).fill('')] }))
}

/** `B7` is in column 1; -1 without a column, or beyond any table of a bank. */
function columnIndex(reference: string): number {
  const letters = /^[A-Z]{1,2}(?=\d)/.exec(reference)?.[0] ?? ''
  return letters === ''
    ? -1
    : Array.from(letters, (letter) => Number.parseInt(letter, 36) - 9).reduce((sum, digit) => sum * 26 + digit, 0) - 1
}

function cellText(tag: string, content: string, shared: readonly string[], dated: readonly boolean[]): string {
  const type = attribute(tag, 't')
  if (type === 'inlineStr') return textIn(content).trim()
  const value = decodeEntities(/<v(?:\s[^>]*)?>([\s\S]*?)<\/v>/.exec(content)?.[1] ?? '').trim()
  if (type === 's') return (shared[Number(value)] ?? '').trim()
  if (type === 'str' || type === 'd' || type === 'e' || type === 'b' || value === '') return value
  const day = dated[Number(attribute(tag, 's'))] ? serialDate(value) : null
  return day ?? plainNumber(value)
}

/** Formats a number as an amount, without floating-point noise such as `12.300000000000001`. */
function plainNumber(value: string): string {
  const number = Number(value)
  if (!Number.isFinite(number) || Number.isInteger(number)) return value
  const rounded = number.toFixed(2)
  return Math.abs(Number(rounded) - number) < 1e-6 ? rounded : value
}
