import { parseStatementFile } from './parsed-statement'

const table = [
  'Dt. Mov.;Historico;Documento;Credito;Debito',
  '03/11/2026;RECEB PIX ANA LIMA;000113;150,00;',
  '04/11/2026;DEB AUT ENERGIA;000221;;397,11',
]
const toEntry = (memo: string) => `<STMTTRN><DTPOSTED>20261103<TRNAMT>-10.00<MEMO>${memo}</STMTTRN>`
const options = { accountId: '01900000-0000-7000-8000-000000000001', today: '2026-12-31', choices: {} }
const bytes = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'))

it('shows an unknown table with its first rows and the detected columns', async () => {
  const result = await parseStatementFile(bytes([...table, ...Array.from({ length: 8 }, () => table[1] ?? '')]), options)
  expect(result).toMatchObject({
    kind: 'unknown-table',
    table: { count: 10, names: ['Dt. Mov.', 'Historico', 'Documento', 'Credito', 'Debito'] },
  })
  if (result.kind !== 'unknown-table') throw new Error('It was read')
  expect(result.table.rows).toHaveLength(5)
  expect(result.table.likely).toMatchObject({ date: 'Dt. Mov.', description: 'Historico' })
})

it('reads a table by the remembered choice for its header', async () => {
  const unknown = await parseStatementFile(bytes(table), options)
  if (unknown.kind !== 'unknown-table') throw new Error('It was read')
  const choice = { date: 'Dt. Mov.', description: 'Historico', amount: { credit: 'Credito', debit: 'Debito' } }
  const result = await parseStatementFile(bytes(table), { ...options, choices: { [unknown.table.key]: choice } })
  expect(result).toMatchObject({
    kind: 'statements',
    statements: [{ account: '', lines: [{ centavos: 15_000 }, { centavos: -39_711 }] }],
  })
})

it('names lines by their text, and keeps the text of the bank', async () => {
  const ofx = ['<OFX><BANKACCTFROM><ACCTID>1</BANKACCTFROM>', ...['Compra no débito - POSTO AVENIDA', 'Almoço'].map(toEntry), '</OFX>']
  const result = await parseStatementFile(bytes(ofx), options)
  expect(result).toMatchObject({
    kind: 'statements',
    statements: [
      {
        lines: [
          { description: 'Posto Avenida', statementText: 'Compra no débito - POSTO AVENIDA' },
          { description: 'Almoço', statementText: null },
        ],
      },
    ],
  })
})

it('rejects a picture', async () => {
  expect(await parseStatementFile(new Uint8Array([137, 80, 78, 71, 0, 1]), options)).toEqual({ kind: 'no-statement', found: 'other' })
})
