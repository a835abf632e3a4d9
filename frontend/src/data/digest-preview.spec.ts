import { addDays } from '@prumo/shared/calendar'
import { previewOf, type PreviewFacts } from './digest-preview'

const FRIDAY = '2026-11-27'
const MONDAY = '2026-11-30'
const pending = (description: string, date: string, amount = 10_000, type: 'expense' | 'income' = 'expense') => ({
  id: description,
  description,
  date,
  amount,
  type,
})
const known = (facts: Partial<PreviewFacts>): PreviewFacts => ({ pending: [], obligations: [], balances: [], ...facts })
const bills = [
  pending('Enel', MONDAY, 20_000),
  pending('Aluguel da cozinha', MONDAY, 90_000),
  pending('Fibra Vale', MONDAY),
  pending('Ótica Vale', MONDAY, 25_000, 'income'),
]

it('is the first message of the days ahead, which counts on a lock screen', () => {
  expect(previewOf(known({ pending: bills }), FRIDAY, 'counts')).toEqual({
    day: addDays(MONDAY, -1),
    digest: expect.objectContaining({ title: '3 contas vencem amanhã', lines: ['1 entrada prevista para amanhã.'] }),
  })
  expect(previewOf(known({ pending: bills }), MONDAY, 'counts').digest).toMatchObject({
    title: '3 contas vencem hoje',
    lines: ['1 entrada prevista para hoje.'],
  })
})

it('names the largest first, as the server does', () => {
  expect(previewOf(known({ pending: bills }), MONDAY, 'names').digest.lines).toEqual([
    'Aluguel da cozinha, Enel e Fibra Vale.',
    'Entra hoje: Ótica Vale.',
  ])
  const many = ['c', 'b', 'a', 'd'].map((description) => pending(description, MONDAY))
  expect(previewOf(known({ pending: many }), MONDAY, 'names').digest.lines).toEqual(['a, b, c e mais 1.'])
})

it('waits for the Monday with what is overdue, and says a forecast below zero', () => {
  expect(previewOf(known({ pending: [pending('Luz', '2026-11-01')] }), FRIDAY, 'counts')).toMatchObject({
    day: MONDAY,
    digest: { title: '1 conta atrasada' },
  })
  const balances = [100, -50].map((balance, ahead) => ({ date: addDays(FRIDAY, ahead), balance }))
  expect(previewOf(known({ balances }), FRIDAY, 'counts')).toMatchObject({
    day: FRIDAY,
    digest: { title: 'O saldo previsto fica abaixo de zero em 28/11' },
  })
})

it('is an example where nothing is ahead', () => {
  expect(previewOf(known({ pending: [pending('Longe', addDays(FRIDAY, 30))] }), FRIDAY, 'counts')).toMatchObject({
    day: null,
    digest: { title: '2 contas vencem hoje', lines: ['1 entrada prevista para hoje.'] },
  })
})

it('names what a MEI has to pay seven days and one day before, and nothing that is paid', () => {
  const das = { kind: 'das', of: '2026-11', due: addDays(FRIDAY, 9), state: 'due' } as const
  expect(previewOf(known({ obligations: [das] }), FRIDAY, 'counts')).toMatchObject({
    day: addDays(FRIDAY, 2),
    digest: { title: 'DAS de novembro de 2026 vence em 7 dias, 06/12', path: '/dashboard/mei' },
  })
  expect(previewOf(known({ obligations: [das] }), addDays(FRIDAY, 3), 'counts')).toMatchObject({
    day: addDays(FRIDAY, 8),
    digest: { title: 'DAS de novembro de 2026 vence amanhã' },
  })
  expect(previewOf(known({ obligations: [{ ...das, state: 'paid' }] }), FRIDAY, 'counts').day).toBeNull()
})
