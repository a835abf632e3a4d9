import fc from 'fast-check'
import { addDays } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'
import { compareTransactions, emptySummary, applyToSummary } from '../../data/transactions'
import { dayItems } from './day-row'
import { ledgerItems, splitLedger } from './ledger'

const now = '2026-11-20'

function on(date: string, id: string, state: 'settled' | 'pending' | 'not_received' = 'settled') {
  return { id, date, isScheduled: state !== 'settled', isConfirmed: state !== 'pending', isReceived: state === 'settled' } as Transaction
}

function said(items: ReturnType<typeof ledgerItems>) {
  return items.map((item) =>
    item.kind === 'expected-head' ? `expected ${item.count}` : item.kind === 'day' ? item.date : item.transaction.id,
  )
}

describe('a list by days', () => {
  it('puts each day before its transactions', () => {
    expect(said(dayItems([on('2026-11-20', 'a'), on('2026-11-20', 'b'), on('2026-11-18', 'c')]))).toEqual([
      '2026-11-20',
      'a',
      'b',
      '2026-11-18',
      'c',
    ])
  })

  it('is empty without transactions', () => {
    expect(ledgerItems(splitLedger([], now), 1, true)).toEqual([])
  })
})

describe('what is expected', () => {
  const list = [
    on('2026-12-05', 'far', 'pending'),
    on('2026-11-26', 'near', 'pending'),
    on('2026-11-20', 'today', 'pending'),
    on('2026-11-19', 'late', 'pending'),
  ]

  it('stands above the days, the next one first, as far as it is asked for', () => {
    expect(said(ledgerItems(splitLedger(list, now), 1, true))).toEqual(['expected 2', 'near', '2026-11-20', 'today', '2026-11-19', 'late'])
    expect(said(ledgerItems(splitLedger(list, now), 3, false))).toEqual(['expected 2', 'near', 'far', 'today', 'late'])
  })

  it('is nothing that is settled already, or that will not come', () => {
    const ahead = [on('2026-12-05', 'settled'), on('2026-12-04', 'gone', 'not_received')]
    expect(said(ledgerItems(splitLedger(ahead, now), 1, true))).toEqual(['2026-12-05', 'settled', '2026-12-04', 'gone'])
  })

  it('is in no sum, and what is in the sums is not expected', () => {
    const transaction = fc
      .record({
        type: fc.constantFrom('income' as const, 'expense' as const),
        state: fc.constantFrom('settled' as const, 'pending' as const, 'not_received' as const),
        days: fc.integer({ min: -40, max: 40 }),
        amount: fc.integer({ min: 1, max: 99_999_999_999 }),
      })
      .map(({ state, days, ...rest }) => ({ ...on(addDays(now, days), '', state), ...rest, createdAt: '' }))
    fc.assert(
      fc.property(fc.array(transaction, { maxLength: 30 }), (made) => {
        const listed = made.map((each, index) => ({ ...each, id: String(index) })).sort(compareTransactions)
        const { expected, counted } = splitLedger(listed, now)
        expect([...expected, ...counted].map(({ id }) => id).sort()).toEqual(listed.map(({ id }) => id).sort())
        const sumsOf = (of: readonly Transaction[]) =>
          applyToSummary(
            emptySummary,
            {},
            of.map((after) => ({ id: after.id, before: null, after })),
          )
        const [all, shown, ahead] = [sumsOf(listed), sumsOf(counted), sumsOf(expected)]
        expect([ahead.income, ahead.expense, ahead.count]).toEqual([0, 0, 0])
        expect([shown.income, shown.expense, shown.balance, shown.count]).toEqual([all.income, all.expense, all.balance, all.count])
        expect(ahead.scheduledIncome + shown.scheduledIncome).toBe(all.scheduledIncome)
      }),
    )
  })
})
