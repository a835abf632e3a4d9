import { readCsv } from './test-reading'

const file = ` Extrato Conta Corrente
Conta ;12345678
Período ;01/11/2026 a 23/11/2026
Saldo ;4.312,40

Data Lançamento;Histórico;Descrição;Valor;Saldo
23/11/2026;Pix enviado ;Embalagens Aurora;-491,26;4.312,40
22/11/2026;Pix recebido;Osvaldo Teixeira;824,59;4.803,66
05/11/2026;Pix enviado ;Imobiliária Souza;-1.400,00;3.979,07
23/11/2026;Saldo do dia;;;4.312,40
`

test("reads Inter's table, newest first, with its balances", () => {
  expect(readCsv(file)).toMatchObject({
    bank: 'Inter',
    accountNumber: '12345678',
    lines: [
      { line: 7, date: '2026-11-23', centavos: -49_126, description: 'Pix enviado: Embalagens Aurora' },
      { centavos: 82_459 },
      { centavos: -140_000 },
    ],
    unread: [],
    otherLines: [{ line: 10, kind: 'balance', text: '23/11/2026;Saldo do dia;;;4.312,40' }],
    opening: { date: '2026-11-04', centavos: 537_907 },
    closing: { date: '2026-11-23', centavos: 431_240 },
  })
})
