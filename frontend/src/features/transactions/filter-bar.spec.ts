import { countText } from './filter-bar'

it.each([
  [0, false, '0 transações'],
  [1, false, '1 transação'],
  [38, false, '38 transações'],
  [10_000, false, '10.000 transações'],
  [100, true, 'Mais de 100 transações'],
])('%d, has more: %p', (count, hasMore, text) => {
  expect(countText(count, hasMore)).toBe(text)
})
