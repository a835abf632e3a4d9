import { choiceOf, rolesOf, roleOf, withRole } from './column-roles'

const one = { date: 'Dia', description: 'Texto', amount: 'Valor' }
const two = { date: 'Dia', description: 'Texto', amount: { credit: 'Crédito', debit: 'Débito' } }

it.each([one, two])('converts a choice to roles and back', (choice) => {
  expect(choiceOf(rolesOf(choice))).toEqual(choice)
})

it('replaces one amount column by two, and the reverse', () => {
  const half = withRole(rolesOf(one), 'Crédito', 'credit')
  expect([roleOf(half, 'Valor'), choiceOf(half)]).toEqual(['unused', null])
  const whole = withRole(half, 'Débito', 'debit')
  expect(choiceOf(whole)).toEqual(two)
  expect(choiceOf(withRole(whole, 'Valor', 'amount'))).toEqual(one)
})

it('gives a role to one column only', () => {
  const moved = withRole(rolesOf(one), 'Documento', 'description')
  expect([roleOf(moved, 'Texto'), roleOf(moved, 'Documento')]).toEqual(['unused', 'description'])
  expect(choiceOf(withRole(moved, 'Documento', 'unused'))).toBeNull()
})
