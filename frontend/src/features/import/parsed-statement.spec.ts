import { parseStatementFile } from './parsed-statement'

const table = [
  'Dt. Mov.;Historico;Documento;Credito;Debito',
  '03/11/2026;RECEB PIX ANA LIMA;000113;150,00;',
  '04/11/2026;DEB AUT ENERGIA;000221;;397,11',
]
const options = { accountId: '01900000-0000-7000-8000-000000000001', today: '2026-12-31', choices: {} }
const bytes = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'))

it('a table of unknown form is shown with its first rows and what its columns seem to be', async () => {
  const told = await parseStatementFile(bytes([...table, ...Array.from({ length: 8 }, () => table[1] ?? '')]), options)
  expect(told).toMatchObject({
    kind: 'unknown-table',
    table: { count: 10, names: ['Dt. Mov.', 'Historico', 'Documento', 'Credito', 'Debito'] },
  })
  if (told.kind !== 'unknown-table') throw new Error('It was read')
  expect(told.table.rows).toHaveLength(5)
  expect(told.table.likely).toMatchObject({ date: 'Dt. Mov.', description: 'Historico' })
})

it('is read by the choice that was made for its header', async () => {
  const asked = await parseStatementFile(bytes(table), options)
  if (asked.kind !== 'unknown-table') throw new Error('It was read')
  const choice = { date: 'Dt. Mov.', description: 'Historico', amount: { credit: 'Credito', debit: 'Debito' } }
  const told = await parseStatementFile(bytes(table), { ...options, choices: { [asked.table.key]: choice } })
  expect(told).toMatchObject({
    kind: 'statements',
    statements: [{ accountHash: null, lines: [{ centavos: 15_000 }, { centavos: -39_711 }] }],
  })
})

it('a picture is no statement', async () => {
  expect(await parseStatementFile(new Uint8Array([137, 80, 78, 71, 0, 1]), options)).toEqual({ kind: 'no-statement', found: 'other' })
})
