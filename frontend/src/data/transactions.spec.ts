import type { Transaction } from '@prumo/shared/transactions'
import { aTransaction, answerAt } from './test-fixtures'
import { keepUnchangedRows, type TransactionListData } from './transactions'

const rent = aTransaction({ id: 'rent', type: 'expense', amount: 90_000, description: 'Aluguel', category: null, date: '2026-11-05' })
const cake = aTransaction({ ...rent, id: 'cake', type: 'income', amount: 4500, description: 'Bolo' })

/** Copies, because answers never contain the same objects. */
function answered(seq: number, ...transactions: Transaction[]): TransactionListData {
  return { pages: [answerAt(seq, { transactions: transactions.map((each) => ({ ...each })), nextCursor: null })], pageParams: [null] }
}

const rowsOf = ({ pages }: TransactionListData) => pages.flatMap(({ data }) => data.transactions)

it('keeps unchanged rows as the same objects, also below a new one', () => {
  const before = answered(1, rent)
  const now = keepUnchangedRows(before, answered(2, cake, rent))
  expect(rowsOf(now)).toEqual([cake, rent])
  expect(rowsOf(now)[1]).toBe(rowsOf(before)[0])
  expect(now.pages[0]?.seq).toBe(2)
})

it('replaces changed rows', () => {
  const before = answered(1, rent)
  const raised = { ...rent, amount: 95_000, version: 2 }
  expect(rowsOf(keepUnchangedRows(before, answered(2, raised)))).toEqual([raised])
})

it('takes the first answer unchanged', () => {
  expect(rowsOf(keepUnchangedRows(undefined, answered(1, rent)))).toEqual([rent])
})
