import { readCsv } from './test-reading'

const file = `Nome;MARINA DUARTE
Agência;0123
Conta;45678-9
;
lançamentos

data;lançamento;ag./origem;valor (R$);saldos (R$)
31/10/2026;SALDO ANTERIOR;;;1.000,00
03/11/2026;PIX TRANSF JOAO 03/11;;-250,00;
03/11/2026;REND PAGO APLIC AUT MAIS;;1,23;
03/11/2026;SALDO TOTAL DISPONÍVEL DIA;;;751,23
`

test("reads Itaú's table, whose balance rows are no entries", () => {
  expect(readCsv(file)).toMatchObject({
    bank: 'Itaú',
    accountNumber: '45678-9',
    lines: [
      { date: '2026-11-03', centavos: -25_000, description: 'PIX TRANSF JOAO 03/11' },
      { date: '2026-11-03', centavos: 123 },
    ],
    unread: [],
    opening: { date: '2026-11-02', centavos: 100_000 },
    closing: { date: '2026-11-03', centavos: 75_123 },
  })
})

test("reads Itaú's older table without a header", () => {
  const statement = readCsv('03/11/2026;PIX TRANSF JOAO;-250,00\n04/11/2026;TED RECEBIDA;1.000,00\n')
  expect(statement).toMatchObject({ bank: 'Itaú', lines: [{ centavos: -25_000 }, { centavos: 100_000 }], opening: null, closing: null })
})
