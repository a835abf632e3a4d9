it('moves for a while, where it was promised and the first transaction came', async () => {
  // A spec beside this one may have promised it.
  jest.resetModules()
  const { isFirstTransactionPending, isFirstChartAnimated, awaitFirstTransaction } = await import('./first-transaction')
  expect(isFirstTransactionPending()).toBe(false)
  awaitFirstTransaction()
  expect(isFirstChartAnimated()).toBe(false)
  expect(isFirstTransactionPending()).toBe(true)
  expect(isFirstTransactionPending()).toBe(false)
  expect(isFirstChartAnimated()).toBe(true)
})
