import { utils, write } from '@e965/xlsx'
import { zipSync, strToU8 } from 'fflate/browser'
import { readStatements } from './read-statements'
import { spreadsheetRows, SpreadsheetError } from './spreadsheet'

const context = { today: '2026-12-31', walletId: 'wallet', choices: {} }
const bookOf = (rows: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx') => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { cellDates: false }), 'Extrato')
  return new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer)
}

it('reads texts, numbers and dates of the first sheet', () => {
  const day = { t: 'n', v: 46_266, z: 'dd/mm/yyyy' }
  const rows = spreadsheetRows(bookOf([['Data', 'Histórico & cia', 'Valor'], [day, 'Café <1>', -1234.5], [], ['', 'só texto']]))
  expect(rows).toMatchObject([
    { line: 1, cells: ['Data', 'Histórico & cia', 'Valor'] },
    { line: 2, cells: ['2026-09-01', 'Café <1>', '-1234.50'] },
    { line: 4, cells: ['', 'só texto', ''] },
  ])
})

it("reads a bank's table in it like a CSV one", async () => {
  const file = bookOf([
    ['Conta', '12345678'],
    ['Data Lançamento', 'Histórico', 'Descrição', 'Valor', 'Saldo'],
    ['01/09/2026', 'Pix', 'Ana', 100.5, 1100.5],
    ['02/09/2026', 'Tarifa', 'Cesta', -12, 1088.5],
  ])
  expect(await readStatements(file, context)).toMatchObject({
    kind: 'statements',
    statements: [
      { bank: 'Inter', accountNumber: '12345678', lines: [{ centavos: 10_050 }, { centavos: -1_200 }], closing: { centavos: 108_850 } },
    ],
  })
})

it('identifies an old spreadsheet and a damaged one', async () => {
  expect(await readStatements(bookOf([['a']], 'biff8'), context)).toEqual({ kind: 'no-statement', found: 'old-spreadsheet' })
  const cut = bookOf([['a']]).slice(0, 300)
  expect(await readStatements(cut, context)).toEqual({ kind: 'no-statement', found: 'damaged-spreadsheet' })
})

it('unpacks no spreadsheet of more than 50 MB', () => {
  const huge = zipSync({ 'xl/workbook.xml': strToU8('<workbook/>'), 'xl/worksheets/sheet1.xml': new Uint8Array(51 * 1024 * 1024) })
  expect(huge.length).toBeLessThan(1_000_000)
  expect(() => spreadsheetRows(huge)).toThrow(SpreadsheetError)
})
