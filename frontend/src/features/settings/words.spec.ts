import { contentsText, uncopiedText, unsentText } from './words'

const nothing = { transactions: 0, hasMore: false, goals: 0, tasks: 0, hasFund: false }

describe('what a reset takes', () => {
  it.each([
    [{ transactions: 214, goals: 5, tasks: 13, hasFund: true }, '214 transações, 5 metas, 13 tarefas e a reserva.'],
    [{ transactions: 1, goals: 1 }, '1 transação e 1 meta.'],
    [{ tasks: 1 }, '1 tarefa.'],
    [{ hasFund: true }, 'A reserva.'],
    [{ transactions: 12_480, hasMore: true }, 'Mais de 12.480 transações.'],
    [{}, 'A conta está vazia.'],
  ])('%j', (some, text) => {
    expect(contentsText({ ...nothing, ...some })).toBe(text)
  })
})

it('what waits is named, where something does', () => {
  expect([unsentText(0), uncopiedText(0)]).toEqual([null, null])
  expect(unsentText(1)).toBe('1 lançamento aguarda envio e também se perde.')
  expect(unsentText(4)).toBe('4 lançamentos aguardam envio e também se perdem.')
  expect(uncopiedText(2)).toBe('2 lançamentos aguardam envio e ainda não entram na cópia.')
})
