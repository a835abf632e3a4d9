import { monthsText, percentText } from './fund-texts'

it.each([
  [null, '—'],
  [0, '0 meses'],
  [1, '1 mês'],
  [2, '2 meses'],
  [120, '120 meses'],
  [121, 'mais de 10 anos'],
  [12_345, 'mais de 10 anos'],
])('formats %s months as %s', (months, text) => {
  expect(monthsText(months)).toBe(text)
})

it('formats percentages in pt-BR', () => {
  expect([0, 48.3, 99.9, 100].map(percentText)).toEqual(['0%', '48,3%', '99,9%', '100%'])
})
