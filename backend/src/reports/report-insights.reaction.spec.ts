import { addDays } from '@prumo/shared/calendar'
import { isReached } from '@prumo/shared/goal-rules'
import { stateOf } from '@prumo/shared/transaction-rules'
import fc from 'fast-check'
import type { GoalDetails, GoalEvent } from '../goals/goal.events.js'
import { defaultDetails, type TransactionDetails, type TransactionEvent } from '../transactions/transaction.events.js'
import { periodTexts } from './report-insights.answer.js'
import { changesInsights } from './report-insights.reaction.js'

const TODAY = '2026-11-20'
const sold: TransactionDetails = {
  ...defaultDetails,
  description: 'Bolo',
  amount: 5_000,
  type: 'income',
  category: 'Vendas',
  date: TODAY,
  isScheduled: false,
  isConfirmed: true,
  isReceived: true,
}
const recorded = (changes: Partial<TransactionDetails>): TransactionEvent => ({
  type: 'TransactionRecorded',
  data: { after: { ...sold, ...changes } },
})
const corrected = (changes: Partial<TransactionDetails>): TransactionEvent => ({
  type: 'TransactionCorrected',
  data: { before: sold, after: { ...sold, ...changes } },
})

const goal: GoalDetails = {
  title: 'Forno',
  targetAmount: 100,
  currentAmount: 10,
  deadline: '2027-01-01',
  category: 'Outros',
  priority: 'low',
}
const goalCorrected = (changes: Partial<GoalDetails>): GoalEvent => ({
  type: 'GoalCorrected',
  data: { before: goal, after: { ...goal, ...changes } },
})

it.each([
  ['a sale of today', recorded({}), true],
  ['a sale on the first counted day', recorded({ date: '2025-12-01' }), true],
  ['a sale on the day before it', recorded({ date: '2025-11-30' }), false],
  ['a sale of tomorrow, because midnight may pass before the commit', recorded({ date: '2026-11-21' }), true],
  ['a later sale', recorded({ date: '2026-11-22' }), false],
  ['a pending sale', recorded({ isScheduled: true, isConfirmed: false, isReceived: false }), false],
  ['another description', corrected({ description: 'Torta' }), false],
  ['another category', corrected({ category: null }), true],
  ['another amount', corrected({ amount: 1 }), true],
  ['another day', corrected({ date: '2026-10-19' }), true],
  ['the other type', corrected({ type: 'expense' }), true],
  ['a deletion', { type: 'TransactionDeleted', data: { before: sold } } as const, true],
  ['a deletion of an uncounted sale', { type: 'TransactionDeleted', data: { before: { ...sold, date: '2020-01-01' } } } as const, false],
  ['a goal', { type: 'GoalSet', data: { after: goal } } as const, true],
  ['a goal with another title', goalCorrected({ title: 'Fogão' }), true],
  ['a goal with another deadline', goalCorrected({ deadline: '2027-02-01' }), true],
  ['a goal with another priority and more progress', goalCorrected({ priority: 'high', currentAmount: 99 }), false],
  ['a goal that is reached', goalCorrected({ currentAmount: 100 }), true],
  [
    'progress that reaches nothing',
    { type: 'GoalProgressed', data: { before: goal, after: { ...goal, currentAmount: 20 }, applied: 10 } } as const,
    false,
  ],
  ['a deleted goal', { type: 'GoalDeleted', data: { before: goal } } as const, true],
])('decides whether the insights change by %s', (_, event, isRelevant) => {
  expect(changesInsights(event, TODAY)).toBe(isRelevant)
})

it('never misses a correction that changes the texts, today or on the next day', () => {
  const details = fc
    .record({
      type: fc.constantFrom('income' as const, 'expense' as const),
      amount: fc.integer({ min: 1, max: 3 }),
      category: fc.constantFrom('Vendas', 'Outros', null),
      days: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -358, max: -350 }), fc.integer({ min: -800, max: 30 })),
      state: fc.constantFrom([false, true, true], [true, false, false], [true, true, true], [true, true, false]),
    })
    .map(({ days, state: [isScheduled = false, isConfirmed = false, isReceived = false], ...rest }): TransactionDetails => {
      return { ...sold, ...rest, date: addDays(TODAY, days), isScheduled, isConfirmed, isReceived }
    })
  const textsOf = ({ date, type, category, amount, ...flags }: TransactionDetails, day: string) => {
    const counts = stateOf(flags) === 'settled' && date <= day && type !== 'transfer'
    return JSON.stringify(
      periodTexts(
        { months: counts ? [{ month: date.slice(0, 7), type, category: category ?? '', amount, count: 1 }] : [], goals: [], oneOffs: [] },
        day,
      ),
    )
  }
  fc.assert(
    fc.property(details, details, fc.constantFrom(TODAY, addDays(TODAY, 1)), (before, after, day) => {
      const changes = textsOf(before, day) !== textsOf(after, day)
      expect(!changes || changesInsights({ type: 'TransactionCorrected', data: { before, after } }, TODAY)).toBe(true)
    }),
  )
})

it('never misses a correction of a goal that changes the texts', () => {
  const details = fc
    .record({
      title: fc.constantFrom('a', 'b'),
      currentAmount: fc.integer({ min: 0, max: 3 }),
      deadline: fc.constantFrom('2026-11-01', '2027-01-01'),
    })
    .map((changes): GoalDetails => ({ ...goal, targetAmount: 2, ...changes }))
  const other = { title: 'c', deadline: '2026-12-01', completed: false }
  const textsOf = (of: GoalDetails) => {
    const goals = [{ ...of, completed: isReached(of) }, other].sort((one, two) => (one.deadline < two.deadline ? -1 : 1))
    return JSON.stringify(periodTexts({ months: [], goals, oneOffs: [] }, TODAY))
  }
  fc.assert(
    fc.property(details, details, (before, after) => {
      expect(textsOf(before) === textsOf(after) || changesInsights({ type: 'GoalCorrected', data: { before, after } }, TODAY)).toBe(true)
    }),
  )
})
