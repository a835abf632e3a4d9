import { readCsv } from './test-reading'

const file = `Data,Valor,Identificador,Descrição
01/11/2026,-50.00,6543a,"Transferência enviada pelo Pix - PADARIA, LTDA"
02/11/2026,1200.50,6543b,Transferência recebida pelo Pix - MARIA
03/11/2026,-800.00,6543c,Pagamento de fatura
`

test("reads the table of Nubank's account", () => {
  expect(readCsv(file)).toMatchObject({
    bank: 'Nubank',
    account: '',
    lines: [
      { line: 2, date: '2026-11-01', centavos: -5_000, identifier: '6543a', description: 'Transferência enviada pelo Pix - PADARIA, LTDA' },
      { line: 3, date: '2026-11-02', centavos: 120_050, paysBill: false },
      { line: 4, date: '2026-11-03', centavos: -80_000, paysBill: true },
    ],
    unread: [],
    opening: null,
    closing: null,
  })
})
