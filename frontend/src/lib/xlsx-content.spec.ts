/** @jest-environment node */
import { read, type WorkSheet } from '@e965/xlsx'
import fc from 'fast-check'
import { unzipSync } from 'fflate/browser'
import type { Worksheet } from './spreadsheet'
import { buildXlsx } from './xlsx-content'

const days: Worksheet = {
  name: 'Dias',
  columns: [
    { header: 'Data', width: 12 },
    { header: 'Texto', width: 30 },
    { header: 'Valor (R$)', width: 16, isNumber: true },
  ],
  rows: [
    [{ date: '2026-02-28' }, 'Pão & café "da" <casa>', { centavos: 1 }],
    [{ date: '2024-02-29' }, '=1+1', { centavos: -123_456_789 }],
    [null, '', { centavos: 10 }],
  ],
  sums: [[null, 'Total', { centavos: -123_456_778, formula: 'SUM(C2:C4)' }]],
}

async function opened(...sheets: Worksheet[]) {
  const content = await buildXlsx(sheets)
  return read(await content.arrayBuffer(), { cellDates: false, cellFormula: true, cellNF: true, cellStyles: true })
}

const cell = (sheet: WorkSheet | undefined, name: string) => sheet?.[name] as { t: string; v: unknown; f?: string; z?: string } | undefined

it('is read by another program with typed dates, numbers and texts', async () => {
  const { SheetNames, Sheets } = await opened(days)
  expect(SheetNames).toEqual(['Dias'])
  const sheet = Sheets['Dias']
  // Days since 1899-12-30, the epoch of spreadsheets.
  expect(cell(sheet, 'A2')).toMatchObject({ t: 'n', v: 46_081, z: 'dd/mm/yyyy' })
  expect(cell(sheet, 'A3')).toMatchObject({ t: 'n', v: 45_351, z: 'dd/mm/yyyy' })
  expect(cell(sheet, 'B2')).toMatchObject({ t: 's', v: 'Pão & café "da" <casa>' })
  expect(cell(sheet, 'C2')).toMatchObject({ t: 'n', v: 0.01, z: '#,##0.00' })
  expect(cell(sheet, 'C3')).toMatchObject({ t: 'n', v: -1_234_567.89 })
  expect(cell(sheet, 'A4')?.v).toBeUndefined()
})

it('treats no text as a formula', async () => {
  const text = cell((await opened(days)).Sheets['Dias'], 'B3')
  expect(text).toMatchObject({ t: 's', v: '=1+1' })
  expect(text?.f).toBeUndefined()
})

it('has sums as formulas, with their results for programs that do not calculate', async () => {
  const { Sheets } = await opened(days)
  expect(cell(Sheets['Dias'], 'C6')).toMatchObject({ t: 'n', f: 'SUM(C2:C4)', v: -1_234_567.78 })
  expect(cell(Sheets['Dias'], 'B6')).toMatchObject({ v: 'Total' })
})

it('freezes its header', async () => {
  const content = await buildXlsx([days])
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()))
  const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml'])
  expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/)
})

it('holds any text that a person may have written, except characters that XML cannot', async () => {
  const words = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('toString', 'constructor', '__proto__', ...ESCAPED))
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 20 }), async (texts) => {
      const { Sheets } = await opened({ name: 'Textos', columns: [{ header: 'Texto', width: 10 }], rows: texts.map((text) => [text]) })
      const found = texts.map((_, index) => (cell(Sheets['Textos'], `A${index + 2}`)?.v ?? '') as string)
      expect(found.map(withPlainLines)).toEqual(texts.map((text) => withPlainLines(text.replaceAll(UNWRITABLE, ''))))
    }),
    { numRuns: 50 },
  )
})

/** Characters that are written as escapes, and texts that look like one. */
const ESCAPED = ['\u007F', '\uFFFD', '\uFDD0', '\u{1FFFE}', '\u{10FFFE}b', '_x0041_', '_x005F_x0041_']

// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

function withPlainLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
