import { decodeEntities } from './ofx-leaves'
import type { TableRow } from './table'

/** Whether a text is an HTML page with a table. Some banks export such a page under the file extension of a spreadsheet. */
export function isHtmlTable(text: string): boolean {
  return /<table[\s>]/i.test(text) && /<tr[\s>]/i.test(text)
}

/** The non-blank rows of all tables of a page, in order. */
export function htmlRows(text: string): TableRow[] {
  const rows = new RowBuilder()
  let at = 0
  for (const { 0: whole, 1: name = '', index } of text.matchAll(/<!--[\s\S]*?-->|<\/?([A-Za-z][\w:]*)[^>]*>/g)) {
    rows.addText(decodeEntities(text.slice(at, index)))
    at = index + whole.length
    const tag = name.toLowerCase()
    if (tag === 'tr') rows.endRow()
    else if (tag === 'td' || tag === 'th') rows.endCell(!whole.startsWith('</'))
    else if (tag === 'br' || tag === 'p' || tag === 'div') rows.addText(' ')
  }
  rows.endRow()
  return rows.rows
}

/** Collects texts into cells, and cells into rows. */
class RowBuilder {
  readonly rows: TableRow[] = []
  #cells: string[] = []
  /** The texts of the open cell; null between cells. */
  #texts: string[] | null = null

  addText(text: string): void {
    this.#texts?.push(text)
  }

  /** Ends the present cell, if one is open. @param opensNext whether another cell begins here */
  endCell(opensNext: boolean): void {
    if (this.#texts) this.#cells.push(this.#texts.join('').replaceAll(/\s+/g, ' ').trim())
    this.#texts = opensNext ? [] : null
  }

  endRow(): void {
    this.endCell(false)
    const cells = this.#cells
    if (cells.some((cell) => cell !== '')) this.rows.push({ line: this.rows.length + 1, text: cells.join(' | '), cells })
    this.#cells = []
  }
}
