import type { Transaction } from '@prumo/shared/transactions'
import { dayItems, waitingWords } from './day-row'

function on(date: string, id: string) {
  return { id, date } as Transaction
}

describe('a list by days', () => {
  it('puts each day before its transactions', () => {
    const items = dayItems([on('2026-11-20', 'a'), on('2026-11-20', 'b'), on('2026-11-18', 'c')])
    expect(items.map((item) => (item.kind === 'day' ? item.date : item.transaction.id))).toEqual(['2026-11-20', 'a', 'b', '2026-11-18', 'c'])
  })

  it('is empty without transactions', () => {
    expect(dayItems([])).toEqual([])
  })
})

describe('what waits, beside a day', () => {
  it('is counted here and elsewhere', () => {
    expect(waitingWords(0, [])).toBe('')
    expect(waitingWords(3, [])).toBe('3 aguardando aqui')
    expect(waitingWords(3, ['transaction', 'emergency-fund', 'transaction'])).toBe('3 aguardando aqui, 1 na Reserva')
    expect(waitingWords(0, ['task', 'goal', 'task'])).toBe('1 aguardando em Metas, 2 em Tarefas')
  })
})
