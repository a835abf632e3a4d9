import type { Transaction } from '@prumo/shared/transactions'
import { aTransaction } from './test-transaction'
import { withoutTransaction, withTransaction, type CachedList } from './cached-lists'

function on(date: string, id: string, about: Partial<Transaction> = {}) {
  return aTransaction({ id, date, createdAt: `${date}T12:00:00.000Z`, ...about })
}

function list(pages: Transaction[][], hasMore = false): CachedList {
  return {
    pages: pages.map((transactions, index) => ({ transactions, nextCursor: index < pages.length - 1 || hasMore ? `after-${index}` : null })),
    pageParams: pages.map((_, index) => (index === 0 ? null : `after-${index - 1}`)),
  }
}

function ids(cached: CachedList): string[][] {
  return cached.pages.map((page) => page.transactions.map(({ id }) => id))
}

const twoPages = list([
  [on('2026-11-20', 'a'), on('2026-11-18', 'b')],
  [on('2026-11-10', 'c'), on('2026-11-02', 'd')],
])

describe('a transaction in a list that was read', () => {
  it('is put where its date belongs, on whichever page', () => {
    expect(ids(withTransaction(twoPages, {}, on('2026-11-19', 'new')))).toEqual([['a', 'new', 'b'], ['c', 'd']])
    expect(ids(withTransaction(twoPages, {}, on('2026-11-05', 'new')))).toEqual([['a', 'b'], ['c', 'new', 'd']])
  })

  it('comes before the others of its day when it was created after them', () => {
    expect(ids(withTransaction(twoPages, {}, on('2026-11-20', 'new', { createdAt: '2026-11-20T13:00:00.000Z' })))).toEqual([['new', 'a', 'b'], ['c', 'd']])
    expect(ids(withTransaction(twoPages, {}, on('2026-11-20', 'new', { createdAt: '2026-11-20T11:00:00.000Z' })))).toEqual([['a', 'new', 'b'], ['c', 'd']])
  })

  it('comes last only when there is nothing more to read', () => {
    expect(ids(withTransaction(twoPages, {}, on('2026-01-01', 'new')))).toEqual([['a', 'b'], ['c', 'd', 'new']])
    expect(ids(withTransaction(list([[on('2026-11-20', 'a')]], true), {}, on('2026-01-01', 'new')))).toEqual([['a']])
    expect(ids(withTransaction(list([[]]), {}, on('2026-01-01', 'new')))).toEqual([['new']])
  })

  it('moves when its date changes, and is there once', () => {
    expect(ids(withTransaction(twoPages, {}, on('2026-11-01', 'a')))).toEqual([['b'], ['c', 'd', 'a']])
  })

  it('leaves a list whose filters it no longer meets', () => {
    const expenses = withTransaction(twoPages, { type: 'income' }, on('2026-11-20', 'a', { type: 'expense' }))
    expect(ids(expenses)).toEqual([['b'], ['c', 'd']])
    expect(ids(withTransaction(twoPages, { month: '2026-11' }, on('2026-12-01', 'a')))).toEqual([['b'], ['c', 'd']])
  })

  it.each([
    [{ search: 'BALCAO' }, true],
    [{ search: 'vendas' }, true],
    [{ search: 'aluguel' }, false],
    [{ category: '' }, false],
    [{ category: 'Vendas' }, true],
    [{ from: '2026-11-20', to: '2026-11-20' }, true],
    [{ from: '2026-11-21' }, false],
    [{ status: 'settled' as const }, true],
    [{ status: 'pending' as const }, false],
  ])('is shown by %p: %p', (query, isShown) => {
    expect(ids(withTransaction(list([[]]), query, on('2026-11-20', 'new')))).toEqual([isShown ? ['new'] : []])
  })

  it('can be taken out; a list without it is the same list', () => {
    expect(ids(withoutTransaction(twoPages, 'c'))).toEqual([['a', 'b'], ['d']])
    expect(withoutTransaction(twoPages, 'x')).toBe(twoPages)
  })

  it('leaves what was read as it was', () => {
    withTransaction(twoPages, {}, on('2026-11-19', 'new'))
    withoutTransaction(twoPages, 'a')
    expect(ids(twoPages)).toEqual([['a', 'b'], ['c', 'd']])
  })
})
