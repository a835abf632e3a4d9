import { countText } from './filter-bar'

it.each([
  [0, '0 transações'],
  [1, '1 transação'],
  [10_000, '10.000 transações'],
])('%d reads %s', (count, text) => {
  expect(countText(count)).toBe(text)
})
