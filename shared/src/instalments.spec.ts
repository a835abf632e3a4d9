import { areDifferentInstalments, findInstalment, parseInstalment } from './instalments.js'

it.each([
  ['5/12', '5/12'],
  ['3 de 10', '3/10'],
  ['Parcela 02/06', '2/6'],
  ['Única', ''],
  ['1/1', ''],
  ['7/6', ''],
  [' de 1', ''],
  ['05/09/2026', ''],
])('reads the instalment %p as %p', (text, instalment) => expect(parseInstalment(text)).toBe(instalment))

it('finds an instalment in a description only when it is called one', () => {
  expect(findInstalment('Loja Azul - Parcela 2/10')).toBe('2/10')
  expect(findInstalment('PIX TRANSF JOAO 03/11')).toBe('')
})

it('distinguishes two instalments of one purchase', () => {
  expect(areDifferentInstalments('Escola 5/12', 'ESCOLA 6/12')).toBe(true)
  expect(areDifferentInstalments('Escola 5/12', 'Escola 5/12')).toBe(false)
  expect(areDifferentInstalments('Escola 5/12', 'Escola')).toBe(false)
})
