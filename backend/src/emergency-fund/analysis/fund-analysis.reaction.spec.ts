import { addDays } from '@prumo/shared/calendar'
import { averagedMonthChoices, monthsUntil } from '@prumo/shared/emergency-fund-rules'
import { stateOf } from '@prumo/shared/transaction-rules'
import fc from 'fast-check'
import { defaultDetails, type TransactionDetails, type TransactionEvent } from '../../transactions/transaction.events.js'
import { changesAnalysis } from './fund-analysis.reaction.js'

const TODAY = '2026-11-20'
const spent: TransactionDetails = {
  ...defaultDetails,
  description: 'Farinha',
  amount: 5_000,
  type: 'expense',
  category: 'Fornecedores',
  date: TODAY,
  isScheduled: false,
  isConfirmed: true,
  isReceived: true,
}
const recorded = (changes: Partial<TransactionDetails>): TransactionEvent => ({
  type: 'TransactionRecorded',
  data: { after: { ...spent, ...changes } },
})
const corrected = (changes: Partial<TransactionDetails>): TransactionEvent => ({
  type: 'TransactionCorrected',
  data: { before: spent, after: { ...spent, ...changes } },
})

it.each([
  ['an expense of today', recorded({}), true],
  ['one of the first counted day', recorded({ date: '2025-11-20' }), true],
  ['one of the day before', recorded({ date: '2025-11-19' }), false],
  ['one of tomorrow, because midnight may pass before the commit', recorded({ date: '2026-11-21' }), true],
  ['a later one', recorded({ date: '2026-11-22' }), false],
  ['income', recorded({ type: 'income' }), false],
  ['a pending expense', recorded({ isScheduled: true, isConfirmed: false, isReceived: false }), false],
  ['other words', corrected({ description: 'Ovos', category: null }), false],
  ['another amount', corrected({ amount: 1 }), true],
  ['another day', corrected({ date: '2026-11-19' }), true],
  ['a day that does not count any more', corrected({ date: '2020-01-01' }), true],
  ['the other type', corrected({ type: 'income' }), true],
  ['a deletion', { type: 'TransactionDeleted', data: { before: spent } } as const, true],
  ['a deletion of an uncounted one', { type: 'TransactionDeleted', data: { before: { ...spent, type: 'income' } } } as const, false],
])('%s: %#', (_, event, asks) => {
  expect(changesAnalysis(event, TODAY)).toBe(asks)
})

it('never misses an event that changes the expenses, today or on the next day', () => {
  const details = fc
    .record({
      type: fc.constantFrom('income' as const, 'expense' as const),
      amount: fc.integer({ min: 1, max: 3 }),
      days: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -370, max: -360 }), fc.integer({ min: -800, max: 30 })),
      state: fc.constantFrom([false, true, true], [true, false, false], [true, true, true], [true, true, false]),
    })
    .map(({ days, state: [isScheduled = false, isConfirmed = false, isReceived = false], ...rest }): TransactionDetails => {
      return { ...spent, ...rest, date: addDays(TODAY, days), isScheduled, isConfirmed, isReceived }
    })
  const spentOf = (of: TransactionDetails, day: string) =>
    averagedMonthChoices.map((months) => {
      const { from, to } = monthsUntil(day, months)
      return of.type === 'expense' && stateOf(of) === 'settled' && of.date >= from && of.date <= to ? of.amount : 0
    })
  fc.assert(
    fc.property(details, details, fc.constantFrom(TODAY, addDays(TODAY, 1)), (before, after, day) => {
      const changes = spentOf(before, day).join() !== spentOf(after, day).join()
      expect(!changes || changesAnalysis({ type: 'TransactionCorrected', data: { before, after } }, TODAY)).toBe(true)
    }),
  )
})
