import fc from 'fast-check'
import { addDays } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'
import { compareTransactions, emptySummary, applyToSummary } from '../../data/transactions'
import { dayItems } from './day-row'
import { ledgerItems } from './ledger'
import { splitRegister } from './register'

const now = '2026-11-20'
const UNTIL = '2026-11-30'

function on(date: string, id: string, state: 'settled' | 'pending' | 'not_received' = 'settled') {
  return { id, date, isScheduled: state !== 'settled', isConfirmed: state !== 'pending', isReceived: state === 'settled' } as Transaction
}

function rowsAsText(items: ReturnType<typeof ledgerItems>) {
  return items.map((item) => {
    if (item.kind === 'expected-head') return `expected ${item.count}`
    if (item.kind === 'later-head') return 'later'
    return item.kind === 'day' ? item.date : item.transaction.id
  })
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
    expect(ledgerItems(splitRegister([], null, UNTIL), 1, true)).toEqual([])
  })
})

describe('what is not confirmed yet', () => {
  const list = [
    on('2027-01-05', 'far', 'pending'),
    on('2026-11-26', 'near', 'pending'),
    on('2026-11-20', 'settled'),
    on('2026-11-19', 'late', 'pending'),
    on('2026-11-18', 'gone', 'not_received'),
  ]

  it('comes first, the oldest at the top, and apart from what lies after the day of its sums', () => {
    const parts = splitRegister(list, null, UNTIL)
    expect(rowsAsText(ledgerItems(parts, Infinity, false))).toEqual(['expected 3', 'late', 'near', 'later', 'far', 'settled', 'gone'])
    expect(rowsAsText(ledgerItems(parts, 1, true))).toEqual(['expected 3', 'late', '2026-11-20', 'settled', '2026-11-18', 'gone'])
  })

  it('comes from the whole of it, where the list is only read in part', () => {
    const all = [on('2026-11-26', 'near', 'pending'), on('2026-03-01', 'old', 'pending')]
    expect(rowsAsText(ledgerItems(splitRegister(list.slice(1, 3), all, UNTIL), Infinity, false))).toEqual([
      'expected 2',
      'old',
      'near',
      'settled',
    ])
  })

  it('counts in no total, and the rest counts in all of them', () => {
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
        const { expected, later, counted } = splitRegister(listed, null, UNTIL)
        expect([...expected, ...later, ...counted].map(({ id }) => id).sort()).toEqual(listed.map(({ id }) => id).sort())
        const sumsOf = (of: readonly Transaction[]) =>
          applyToSummary(
            emptySummary,
            {},
            of.map((after) => ({ id: after.id, before: null, after })),
          )
        const [all, shown, ahead] = [sumsOf(listed), sumsOf(counted), sumsOf([...expected, ...later])]
        expect(ahead).toEqual({ ...emptySummary, scheduledIncome: all.scheduledIncome, scheduledExpense: all.scheduledExpense })
        expect(shown).toEqual({ ...all, scheduledIncome: 0, scheduledExpense: 0 })
      }),
    )
  })
})
