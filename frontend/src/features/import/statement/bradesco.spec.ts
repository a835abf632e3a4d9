import { readCsv } from './test-reading'
import { fileText } from './file-text'

const file = `Extrato de: Ag: 1234 | Conta: 56789-0 | Entre 01/11/2026 e 23/11/2026
Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)
31/10/26;SALDO ANTERIOR;;;;1.000,00
03/11/26;PIX RECEBIDO;1111111;300,00;;1.300,00
;REM: FULANO DE TAL;;;;
04/11/26;CONTA DE LUZ;2222222;;-120,50;1.179,50
05/11/26;TARIFA BANCARIA;3333333;;12,00;1.167,50
Total;;;300,00;132,50;1.167,50

Últimos Lançamentos
Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)
05/11/26;TARIFA BANCARIA;3333333;;12,00;1.167,50
`

test("reads Bradesco's table: debits of either sign, a second part that repeats the first", () => {
  const bytes = Uint8Array.from(file, (letter) => letter.charCodeAt(0))
  const statement = readCsv(fileText(bytes))
  expect(statement).toMatchObject({
    bank: 'Bradesco',
    accountNumber: '56789-0',
    lines: [
      { date: '2026-11-03', centavos: 30_000, description: 'PIX RECEBIDO REM: FULANO DE TAL', identifier: '1111111' },
      { centavos: -12_050 },
      { centavos: -1_200 },
    ],
    opening: { date: '2026-11-02', centavos: 100_000 },
    closing: { date: '2026-11-05', centavos: 116_750 },
  })
  expect(statement?.unread).toEqual([])
  expect(statement?.otherPart).toHaveLength(3)
})

test('reads a table whose empty cells are zero', () => {
  const filled = `Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)
31/10/26;SALDO ANTERIOR;;0,00;0,00;1.000,00
03/11/26;PIX RECEBIDO;1111111;300,00;0,00;1.300,00
04/11/26;CONTA DE LUZ;2222222;0,00;-120,50;1.179,50
`
  expect(readCsv(filled)).toMatchObject({
    lines: [{ centavos: 30_000 }, { centavos: -12_050 }],
    unread: [],
    opening: { centavos: 100_000 },
    closing: { centavos: 117_950 },
  })
})
