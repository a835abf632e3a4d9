import { amountProblem, tidyAmount } from './amount-text'

describe('a typed amount', () => {
  it.each([
    ['386,7', '386,70'],
    ['386.70', '386,70'],
    ['1386.7', '1.386,70'],
    ['1.386,70', '1.386,70'],
    ['R$ 386', '386,00'],
    ['R$\u00a01.234,56', '1.234,56'],
    [' 12 ', '12,00'],
  ])('%s becomes %s on blur', (typed, tidy) => {
    expect(tidyAmount(typed)).toBe(tidy)
    expect(amountProblem(typed)).toBeNull()
  })

  it('stays as typed if it is no amount', () => {
    expect(tidyAmount('doze')).toBe('doze')
    expect(tidyAmount('')).toBe('')
  })

  it.each([
    ['', 'Digite o valor'],
    ['   ', 'Digite o valor'],
    ['0', 'O valor deve ser maior que zero'],
    ['0,00', 'O valor deve ser maior que zero'],
    ['-386,70', 'Digite o valor sem o sinal de menos'],
    ['doze', 'Digite um valor como 386,70'],
    ['1,234', 'Digite um valor como 386,70'],
    ['1,2,3', 'Digite um valor como 386,70'],
    ['9999999999', 'O valor máximo é R$\u00a0999.999.999,99'],
    ['999.999.999,99', null],
  ])('%p has the error %p', (typed, problem) => {
    expect(amountProblem(typed)).toBe(problem)
  })
})
