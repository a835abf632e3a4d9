import type { Transaction } from '@prumo/shared/transactions'
import { dayItems } from './day-items'

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
