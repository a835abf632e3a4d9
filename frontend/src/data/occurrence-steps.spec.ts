import { addDays } from '@prumo/shared/calendar'
import { expectedOf, occurrencesOf } from '@prumo/shared/recurrence-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { occurrenceId } from '../lib/occurrence-id'
import { changePlan, planOf, planSteps } from './occurrence-steps'
import { aTransaction } from './test-fixtures'

const ID = '0190d3a0-0000-7000-8000-00000000000a'
const now = '2026-11-20'
const plan = planOf({
  kind: 'recurring',
  type: 'expense',
  description: 'Aluguel',
  category: 'Aluguel',
  walletId: 'w1',
  amount: 210_000,
  start: '2026-11-23',
  every: 'week',
  interval: 1,
  weekend: 'keep',
  count: null,
  firstNumber: 1,
  until: null,
})
const known = occurrencesOf(plan, addDays(now, 45)).map((occurrence): Transaction => {
  const { nominal, ...expected } = expectedOf('expense', occurrence)
  return aTransaction({
    ...expected,
    walletId: 'w1',
    id: occurrenceId(ID, nominal),
    recurrenceId: ID,
    isScheduled: true,
    isConfirmed: false,
    isReceived: false,
  })
})

it('a new date withdraws the occurrences that follow it and records them again, but not in the place of a changed or deleted one', () => {
  const [first, , changed, deleted, ...others] = known as [Transaction, Transaction, Transaction, Transaction, ...Transaction[]]
  const present = known.filter(({ id }) => id !== deleted.id).map((each) => (each.id === changed.id ? { ...each, amount: 1 } : each))
  const change = { from: '2026-11-30', date: '2026-12-02' }
  const steps = planSteps(ID, plan, changePlan(plan, change, { id: ID, known: present, now }), present, { now, from: change.from })
  const withdrawn = steps.filter(({ after }) => after === null).map(({ id }) => id)
  expect(withdrawn).toEqual([known[1], ...others].map((each) => each?.id))
  expect(withdrawn).not.toContain(first.id)
  const added = steps.flatMap(({ on, after }) => (on === null && after ? [after.date] : []))
  expect(added).toEqual(['2026-12-02', '2026-12-23', '2026-12-30'])
})
