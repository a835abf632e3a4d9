import { readCsv } from './test-reading'

const file = `INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE
100,00;1.250,00;-49,90;1.300,10

RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE
01-11-2026;Liberação de dinheiro;9001;1.250,00;1.350,00
02-11-2026;Pagamento com QR Pix;9002;-39,90;1.310,10
02-11-2026;Tarifa;9002;-10,00;1.300,10
`

test("reads Mercado Pago's table: a table of balances above, repeated ids", () => {
  expect(readCsv(file)).toMatchObject({
    bank: 'Mercado Pago',
    lines: [
      { date: '2026-11-01', centavos: 125_000, identifier: '9001' },
      { centavos: -3_990, identifier: '9002' },
      { centavos: -1_000, identifier: '9002' },
    ],
    opening: { date: '2026-10-31', centavos: 10_000 },
    closing: { date: '2026-11-02', centavos: 130_010 },
  })
})
