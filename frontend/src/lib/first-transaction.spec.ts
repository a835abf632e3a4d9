import { isFirstTransactionPending, isFirstChartAnimated, awaitFirstTransaction } from './first-transaction'

it('moves for a while, where it was promised and the first transaction came', () => {
  expect(isFirstTransactionPending()).toBe(false)
  awaitFirstTransaction()
  expect(isFirstChartAnimated()).toBe(false)
  expect(isFirstTransactionPending()).toBe(true)
  expect(isFirstTransactionPending()).toBe(false)
  expect(isFirstChartAnimated()).toBe(true)
})
