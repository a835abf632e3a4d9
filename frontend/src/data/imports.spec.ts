import { answerAt, aTransaction } from './test-fixtures'
import { emptySummary } from './transactions'
import { fetchCarriedBalance, otherSidesOf } from './imports'

const balanceBefore = (day: string, source: 'stated' | 'sums' = 'stated') => {
  const read = jest
    .fn()
    .mockResolvedValue(answerAt(1, { summary: { ...emptySummary, balance: 30_000, transferIn: 15_000, transferOut: 20_000 } }))
  const get = jest.fn().mockResolvedValue({ wallet: { balance: { amount: 140_215, date: '2026-11-27', source } } })
  const found = fetchCarriedBalance({ get, read } as never, 'inter', day, new AbortController().signal)
  return { found, read }
}

it("takes what was settled since, transfers included, from a wallet's balance of today", async () => {
  const { found, read } = balanceBefore('2026-11-03')
  expect(await found).toBe(140_215 - 30_000 - 15_000 + 20_000)
  expect(read).toHaveBeenCalledWith(
    '/transactions/summary',
    { from: '2026-11-03', to: '2026-11-27', walletId: ['inter'] },
    expect.anything(),
  )
})

it('claims no balance that is the sum of what was recorded', async () => {
  const { found, read } = balanceBefore('2026-11-03', 'sums')
  expect(await found).toBeNull()
  expect(read).not.toHaveBeenCalled()
})

it('finds the other side of lines of a new wallet: the nearest of the opposite direction, each once', () => {
  const line = { key: 'k', date: '2026-11-20', amount: 20_000, type: 'income', description: 'Saque' } as const
  const found = (state: 'new' | 'known', transactionId: string | null = null) => ({
    key: 'k',
    state,
    transactionId,
    category: null,
    suggestion: null,
    payment: false,
  })
  const spent = (id: string, date: string) => aTransaction({ id, date, amount: 20_000, type: 'expense' })
  const standing = [spent('far', '2026-11-23'), spent('near', '2026-11-19'), spent('later', '2026-11-24'), spent('kept', '2026-11-20')]
  const income = aTransaction({ id: 'income', amount: 20_000, date: '2026-11-20' })
  const lines = [line, line, line, line]
  const states = [found('new'), found('new'), found('new'), found('known', 'kept')]
  expect(otherSidesOf(lines, states, [...standing, income]).map((each) => each?.id ?? null)).toEqual(['near', 'far', null, null])
})
