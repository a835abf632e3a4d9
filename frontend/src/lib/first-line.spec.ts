import { isLineAwaited, isLineMoving, promiseLine } from './first-line'

it('moves for a while, where it was promised and the first transaction came', () => {
  expect(isLineAwaited()).toBe(false)
  promiseLine()
  expect(isLineMoving()).toBe(false)
  expect(isLineAwaited()).toBe(true)
  expect(isLineAwaited()).toBe(false)
  expect(isLineMoving()).toBe(true)
})
