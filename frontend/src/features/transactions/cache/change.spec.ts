import { QueryClient } from '@tanstack/react-query'
import type { Transaction } from '@prumo/shared/transactions'
import { aTransaction } from './test-transaction'
import type { CachedList } from './cached-lists'
import { applyChange, findCached } from './change'
import { transactionKeys } from './transaction-query'

const sale = aTransaction({ id: 'sale' })
const rent = aTransaction({ id: 'rent', type: 'expense', date: '2026-11-18' })

function holding(...transactions: Transaction[]): QueryClient {
  const client = new QueryClient()
  const list: CachedList = { pages: [{ transactions, nextCursor: null }], pageParams: [null] }
  client.setQueryData(transactionKeys.list({}), list)
  client.setQueryData(transactionKeys.list({ type: 'expense' }), { ...list, pages: [{ transactions: transactions.filter(({ type }) => type === 'expense'), nextCursor: null }] })
  client.setQueryData(transactionKeys.summary({}), { income: 100, expense: 100, balance: 0, scheduledIncome: 0, scheduledExpense: 0, count: 2 })
  return client
}

function listed(client: QueryClient, query: object): string[] | undefined {
  return client.getQueryData<CachedList>(transactionKeys.list(query))?.pages.flatMap((page) => page.transactions.map(({ id }) => id))
}

describe('a change in what the browser holds', () => {
  it('reaches every list, the totals and the transaction itself', () => {
    const client = holding(sale, rent)
    applyChange(client, { before: rent, after: { ...rent, type: 'income', amount: 30, version: 2 } })
    expect(listed(client, {})).toEqual(['sale', 'rent'])
    expect(listed(client, { type: 'expense' })).toEqual([])
    expect(client.getQueryData(transactionKeys.summary({}))).toMatchObject({ income: 130, expense: 0, balance: 130 })
    expect(findCached(client, 'rent')).toMatchObject({ amount: 30, version: 2 })
  })

  it('is taken back by the same change the other way round', () => {
    const client = holding(sale, rent)
    const before = { lists: [listed(client, {}), listed(client, { type: 'expense' })], summary: client.getQueryData(transactionKeys.summary({})) }
    const changes = [
      { before: rent, after: null },
      { before: null, after: aTransaction({ id: 'new' }) },
      { before: sale, after: { ...sale, amount: 7, date: '2026-11-01' } },
    ]
    for (const change of changes) {
      applyChange(client, change)
      applyChange(client, { before: change.after, after: change.before })
      expect({ lists: [listed(client, {}), listed(client, { type: 'expense' })], summary: client.getQueryData(transactionKeys.summary({})) }).toEqual(before)
    }
  })

  it('leaves alone what was never read', () => {
    const client = new QueryClient()
    applyChange(client, { before: null, after: sale })
    expect(listed(client, {})).toBeUndefined()
    expect(findCached(client, 'sale')).toBeUndefined()
  })
})
