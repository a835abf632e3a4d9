import { addDays } from '@prumo/shared/calendar'
import { previewOf } from './digest-preview'

const FRIDAY = '2026-11-27'
const MONDAY = '2026-11-30'
const pending = (description: string, date: string, amount = 10_000, type: 'expense' | 'income' = 'expense') => ({
  id: description,
  description,
  date,
  amount,
  type,
})
const bills = [
  pending('Enel', MONDAY, 20_000),
  pending('Aluguel da cozinha', MONDAY, 90_000),
  pending('Fibra Vale', MONDAY),
  pending('Ótica Vale', MONDAY, 25_000, 'income'),
]

it('is the first message of the days ahead, which counts on a lock screen', () => {
  expect(previewOf(bills, [], FRIDAY, 'counts')).toEqual({
    day: addDays(MONDAY, -1),
    digest: expect.objectContaining({ title: '3 contas vencem amanhã', lines: ['1 entrada prevista para amanhã.'] }),
  })
  expect(previewOf(bills, [], MONDAY, 'counts').digest).toMatchObject({
    title: '3 contas vencem hoje',
    lines: ['1 entrada prevista para hoje.'],
  })
})

it('names the largest first, as the server does', () => {
  expect(previewOf(bills, [], MONDAY, 'names').digest.lines).toEqual(['Aluguel da cozinha, Enel e Fibra Vale.', 'Entra hoje: Ótica Vale.'])
  const many = ['c', 'b', 'a', 'd'].map((description) => pending(description, MONDAY))
  expect(previewOf(many, [], MONDAY, 'names').digest.lines).toEqual(['a, b, c e mais 1.'])
})

it('waits for the Monday with what is overdue, and says a forecast below zero', () => {
  expect(previewOf([pending('Luz', '2026-11-01')], [], FRIDAY, 'counts')).toMatchObject({
    day: MONDAY,
    digest: { title: '1 conta atrasada' },
  })
  const balances = [100, -50].map((balance, ahead) => ({ date: addDays(FRIDAY, ahead), balance }))
  expect(previewOf([], balances, FRIDAY, 'counts')).toMatchObject({
    day: FRIDAY,
    digest: { title: 'O saldo previsto fica abaixo de zero em 28/11' },
  })
})

it('is an example where nothing is ahead', () => {
  expect(previewOf([pending('Longe', addDays(FRIDAY, 30))], [], FRIDAY, 'counts')).toMatchObject({
    day: null,
    digest: { title: '2 contas vencem hoje', lines: ['1 entrada prevista para hoje.'] },
  })
})
