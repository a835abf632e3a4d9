import { readCsv } from './test-reading'

const file = `date,title,amount
2026-11-05,Uber *Trip,23.45
2026-11-06,Loja Azul - Parcela 2/10,99.90
2026-11-07,Estorno de Loja Azul,-10.00
2026-11-10,Pagamento recebido,-500.00
2026-11-11,,5.00
`

test("reads the table of Nubank's card: purchases are expenses, refunds income, the payment of the bill neither", () => {
  const statement = readCsv(file)
  expect(statement?.lines.map(({ centavos, description, paysBill }) => [centavos, description, paysBill])).toEqual([
    [-2_345, 'Uber *Trip', false],
    [-9_990, 'Loja Azul - Parcela 2/10', false],
    [1_000, 'Estorno de Loja Azul', false],
    [50_000, 'Pagamento recebido', true],
    [-500, 'Sem descrição', false],
  ])
  expect(statement).toMatchObject({ bank: 'Nubank', opening: null, closing: null })
})
