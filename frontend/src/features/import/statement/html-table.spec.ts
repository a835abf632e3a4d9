import { readStatements } from './read-statements'

it('reads an HTML table with the extension of a spreadsheet', async () => {
  const page = `<html><body><table><tr><td colspan="4">Extrato Santander</td></tr>
<tr><th>Data</th><th>Hist&oacute;rico</th><th>Documento</th><th>Valor (R$)</th><th>Saldo (R$)</th></tr>
<tr><td>01/09/2026</td><td>Padaria<br>Alvorada</td><td>1</td><td>-5,00</td><td>95,00</td></tr>
<tr><td>02/09/2026<td>Luz &amp; g&aacute;s<td>2<td>-5,00<td>90,00</tr></table></body></html>`
  const read = await readStatements(new TextEncoder().encode(page), { today: '2026-12-31', walletId: 'wallet', choices: {} })
  expect(read).toMatchObject({
    kind: 'statements',
    statements: [
      {
        bank: 'Santander',
        lines: [
          { centavos: -500, description: 'Padaria Alvorada' },
          { centavos: -500, description: 'Luz & gás' },
        ],
      },
    ],
  })
})
