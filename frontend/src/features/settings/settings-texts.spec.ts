import { contentsText, openSinceText, othersText, seenText, uncopiedText, unsentText } from './settings-texts'

const nothing = { transactions: 0, hasMore: false, goals: 0, tasks: 0, hasFund: false }

describe('the contents of a reset', () => {
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

it('unsent changes are mentioned if there are any', () => {
  expect([unsentText(0), uncopiedText(0)]).toEqual([null, null])
  expect(unsentText(1)).toBe('1 lançamento aguarda envio e também se perde.')
  expect(unsentText(4)).toBe('4 lançamentos aguardam envio e também se perdem.')
  expect(uncopiedText(2)).toBe('2 lançamentos aguardam envio e ainda não entram na cópia.')
})

describe('the devices', () => {
  const now = '2026-11-20'

  it.each([
    ['Visto hoje, às 9h12, 203.0.113.24', '2026-11-20T12:12:00.000Z', '203.0.113.24'],
    ['Visto ontem, à 1h05', '2026-11-19T04:05:00.000Z', null],
    ['Visto em 18/11/2026, 198.51.100.7', '2026-11-18T12:00:00.000Z', '198.51.100.7'],
  ])('%s', (text, at, address) => {
    expect(seenText(at, address, now)).toBe(text)
  })

  it('describes the start of this session, and the number of others', () => {
    expect(openSinceText('2026-10-12T12:00:00.000Z', now)).toBe('desde 12/10/2026')
    expect(openSinceText('2026-11-20T12:00:00.000Z', now)).toBe('desde hoje')
    expect([othersText(1), othersText(2)]).toEqual(['Desconectar o outro', 'Desconectar os outros 2'])
  })
})
