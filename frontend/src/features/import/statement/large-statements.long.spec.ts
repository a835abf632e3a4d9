import { readStatements } from './read-statements'

/** So many rows that quadratic time would exceed the time limit. */
const ROWS = 60_000

const context = { today: '2026-12-31', walletId: 'wallet', choices: {} }
const rows = (row: (index: number) => string) => Array.from({ length: ROWS }, (_, index) => row(index)).join('\n')
const inter = 'Data Lançamento;Histórico;Descrição;Valor;Saldo\n'

it.each([
  [
    'entries in OFX',
    `<OFX><STMTRS>${rows((index) => `<STMTTRN><DTPOSTED>20260101<TRNAMT>-1.10<FITID>${index}<MEMO>COMPRA ${index}`)}</STMTRS>`,
    ROWS,
  ],
  ['rows of a table', inter + rows((index) => `01/01/2026;Pix;Loja ${index};-10,00;1,00`), ROWS],
  ['rows with a lone quotation mark', inter + rows((index) => `01/01/2026;Pix;"Loja ${index};-10,00;1,00`), ROWS],
  ['rows that go on with the text of the first', `${inter}01/01/2026;Pix;Loja;-10,00;1,00\n${rows((index) => `;;texto ${index};;`)}`, 1],
])('reads 60,000 %s', async (_, text, count) => {
  const read = await readStatements(new TextEncoder().encode(text), context)
  if (read.kind !== 'statements') throw new Error(`It is ${read.kind}`)
  expect(read.statements.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(count)
})
