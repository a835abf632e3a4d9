import { aTransaction } from './test-transaction'
import { adjusted } from './cached-summary'

const november = { income: 14_930, expense: 11_711.6, balance: 3_218.4, scheduledIncome: 980, scheduledExpense: 0, count: 38 }
const month = { month: '2026-11' }

describe('a summary after a transaction changed', () => {
  it('counts a new one', () => {
    expect(adjusted(november, month, null, aTransaction({ amount: 0.1 }))).toEqual({ ...november, income: 14_930.1, balance: 3_218.5, count: 39 })
    expect(adjusted(november, month, null, aTransaction({ type: 'expense', amount: 4_000 }))).toEqual({
      ...november,
      expense: 15_711.6,
      balance: -781.6,
      count: 39,
    })
  })

  it('takes back one that is gone', () => {
    expect(adjusted(november, month, aTransaction({ amount: 30 }), null)).toEqual({ ...november, income: 14_900, balance: 3_188.4, count: 37 })
  })

  it('moves an amount that was confirmed from what is expected to what is there', () => {
    const pending = aTransaction({ amount: 980, isScheduled: true, isConfirmed: false, isReceived: false })
    const received = { ...pending, isConfirmed: true, isReceived: true }
    expect(adjusted(november, month, pending, received)).toEqual({ ...november, income: 15_910, balance: 4_198.4, scheduledIncome: 0, count: 39 })
  })

  it('counts what was not received nowhere', () => {
    const pending = aTransaction({ amount: 980, isScheduled: true, isConfirmed: false, isReceived: false })
    expect(adjusted(november, month, pending, { ...pending, isConfirmed: true })).toEqual({ ...november, scheduledIncome: 0 })
  })

  it('is of its month alone, or of all time', () => {
    const december = aTransaction({ date: '2026-12-01', amount: 70 })
    expect(adjusted(november, month, null, december)).toEqual(november)
    expect(adjusted(november, {}, null, december)).toMatchObject({ income: 15_000, count: 39 })
    expect(adjusted(november, month, aTransaction({ amount: 30 }), { ...december, amount: 30 })).toMatchObject({ income: 14_900, count: 37 })
  })

  it('adds centavos, never floats', () => {
    const summary = adjusted({ ...november, income: 0.1, expense: 0, balance: 0.1 }, month, null, aTransaction({ amount: 0.2 }))
    expect(summary).toMatchObject({ income: 0.3, balance: 0.3 })
  })
})
