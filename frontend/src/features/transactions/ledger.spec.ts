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

function rowsAsText(items: ReturnType<typeof ledgerItems>) {
  return items.map((item) =>
    item.kind === 'expected-head' ? `expected ${item.count}` : item.kind === 'day' ? item.date : item.transaction.id,
  )
}

describe('a list grouped by day', () => {
  it('inserts each day before its transactions', () => {
    expect(rowsAsText(dayItems([on('2026-11-20', 'a'), on('2026-11-20', 'b'), on('2026-11-18', 'c')]))).toEqual([
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

describe('expected transactions', () => {
  const list = [
    on('2026-12-05', 'far', 'pending'),
    on('2026-11-26', 'near', 'pending'),
    on('2026-11-20', 'today', 'pending'),
    on('2026-11-19', 'late', 'pending'),
  ]

  it('come above the days, the next one first, up to the limit', () => {
    expect(rowsAsText(ledgerItems(splitLedger(list, now), 1, true))).toEqual([
      'expected 2',
      'near',
      '2026-11-20',
      'today',
      '2026-11-19',
      'late',
    ])
    expect(rowsAsText(ledgerItems(splitLedger(list, now), 3, false))).toEqual(['expected 2', 'near', 'far', 'today', 'late'])
  })

  it('exclude the settled and the not received', () => {
    const ahead = [on('2026-12-05', 'settled'), on('2026-12-04', 'gone', 'not_received')]
    expect(rowsAsText(ledgerItems(splitLedger(ahead, now), 1, true))).toEqual(['2026-12-05', 'settled', '2026-12-04', 'gone'])
  })

  it('count in no total, and the rest count in all of them', () => {
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
