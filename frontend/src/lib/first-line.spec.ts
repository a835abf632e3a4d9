import { isLineAwaited, promiseLine, takeLine } from './first-line'

it('moves once, after it was promised and the first transaction came', () => {
  expect(isLineAwaited()).toBe(false)
  expect(takeLine()).toBe(false)
  promiseLine()
  expect(takeLine()).toBe(false)
  expect(isLineAwaited()).toBe(true)
  expect(takeLine()).toBe(true)
  expect(takeLine()).toBe(false)
})
