import { movementDraftOf, movementRules, valuesOfDraft } from './movement-rules'

const NBSP = '\u00a0'
const problem = (kind: 'deposit' | 'withdrawal', amount: string, balance = 435_000) =>
  movementRules(kind, balance).amount?.(amount, { amount, description: '' })

it('refuses invalid amounts', () => {
  expect(problem('deposit', '')).toBe('Digite o valor')
  expect(problem('withdrawal', '0')).toBe('O valor deve ser maior que zero')
  expect(problem('deposit', 'abc')).toBe('Digite um valor como 386,70')
})

it('refuses a withdrawal above the balance', () => {
  expect(problem('withdrawal', '4350,00')).toBeNull()
  expect(problem('withdrawal', '4350,01')).toBe(`Você tem R$${NBSP}4.350,00 na reserva.`)
  expect(problem('withdrawal', '0,01', 0)).toBe(`Você tem R$${NBSP}0,00 na reserva.`)
})

it('refuses a deposit above the limit of a fund', () => {
  expect(problem('deposit', '999.995.649,99')).toBeNull()
  expect(problem('deposit', '999.995.650,00')).toBe('A reserva pode ter no máximo R$ 999.999.999,99.')
})

it('converts values to a draft and back', () => {
  const draft = { kind: 'deposit', centavos: 30_050, description: 'Sobra de novembro' } as const
  expect(movementDraftOf('deposit', { amount: '300,5', description: ' Sobra de novembro ' })).toEqual(draft)
  expect(movementDraftOf('deposit', { amount: '1', description: '  ' }).description).toBeNull()
  expect(valuesOfDraft(draft)).toEqual({ amount: '300,50', description: 'Sobra de novembro' })
})
