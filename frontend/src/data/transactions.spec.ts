import type { Transaction } from '@prumo/shared/transactions'
import { aTransaction, fresh } from './given'
import { sameRows, type ListData } from './transactions'

const rent = aTransaction({ id: 'rent', type: 'expense', amount: 900, description: 'Aluguel', category: null, date: '2026-11-05' })
const cake = aTransaction({ ...rent, id: 'cake', type: 'income', amount: 45, description: 'Bolo' })

/** What the server answers is never the same objects. */
function answered(seq: number, ...transactions: Transaction[]): ListData {
  return { pages: [fresh(seq, { transactions: transactions.map((each) => ({ ...each })), nextCursor: null })], pageParams: [null] }
}

const rowsOf = ({ pages }: ListData) => pages.flatMap(({ data }) => data.transactions)

it('keeps the rows that did not change, below a new one as well', () => {
  const before = answered(1, rent)
  const now = sameRows(before, answered(2, cake, rent))
  expect(rowsOf(now)).toEqual([cake, rent])
  expect(rowsOf(now)[1]).toBe(rowsOf(before)[0])
  expect(now.pages[0]?.seq).toBe(2)
})

it('takes over what changed', () => {
  const before = answered(1, rent)
  const raised = { ...rent, amount: 950, version: 2 }
  expect(rowsOf(sameRows(before, answered(2, raised)))).toEqual([raised])
})

it('takes the first answer as it is', () => {
  expect(rowsOf(sameRows(undefined, answered(1, rent)))).toEqual([rent])
})
