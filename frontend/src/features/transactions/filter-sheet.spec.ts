import { showButtonText } from './filter-sheet'

it.each([
  [null, 'Ver transações'],
  ['0 transações', 'Nenhuma transação'],
  ['21 transações', 'Ver 21 transações'],
])('with %p the button reads %s', (count, text) => {
  expect(showButtonText(count)).toBe(text)
})
