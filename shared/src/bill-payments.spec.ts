import { paysBill } from './bill-payments.js'

it.each([
  ['Pagamento de fatura', -1, false, true],
  ['PAGTO CARTÃO CRÉDITO NUBANK', -1, false, true],
  ['Débito automático fatura', -1, false, true],
  ['Compra no débito cartão pag*loja', -1, false, false],
  ['Pagamento de boleto', -1, false, false],
  ['Pagamento de fatura', 1, false, false],
  ['Pagamento recebido', 1, true, true],
  ['Pagamento recebido', -1, true, false],
  ['Pagamento com boleto Google', 1, true, false],
])('knows whether %s of %i (on a card: %s) pays a bill', (description, centavos, isCard, expected) => {
  expect(paysBill(description, centavos, isCard)).toBe(expected)
})
