import { NO_CATEGORY, stateOf, type TransactionState, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { columnName, rowsOfColumn, type SpreadsheetCell, type WorksheetColumn, type Worksheet } from '../../lib/spreadsheet'
import { stateNames } from '../../lib/transaction-state-names'

const columns: readonly WorksheetColumn[] = [
  { header: 'Data', width: 12 },
  { header: 'Descrição', width: 44 },
  { header: 'Categoria', width: 20 },
  { header: 'Situação', width: 14 },
  { header: 'Saiu (R$)', width: 16, isNumber: true },
  { header: 'Entrou (R$)', width: 16, isNumber: true },
]
const [STATE, OUT, IN] = [3, 4, 5]

/** Transactions as a worksheet in the given order, expense left and income right. Like the screen, the sums include settled ones only. */
export function transactionsSheet(transactions: readonly Transaction[]): Worksheet {
  return {
    name: 'Transações',
    columns,
    rows: transactions.map((transaction) => {
      const { date, description, category, type, amount } = transaction
      const money = { centavos: amount }
      const [out, into] = type === 'expense' ? [money, null] : [null, money]
      return [{ date }, description, category ?? NO_CATEGORY, stateNames[stateOf(transaction)].one, out, into]
    }),
    sums: sumsOf(transactions),
  }
}

/** The transactions as one table with a header and no sums, because a program that reads it takes every row for a transaction. */
export function transactionsTable(transactions: readonly Transaction[]): SpreadsheetCell[][] {
  const { rows } = transactionsSheet(transactions)
  return [columns.map(({ header }) => header), ...rows.map((row) => [...row])]
}

function sumsOf(transactions: readonly Transaction[]): SpreadsheetCell[][] {
  const count = transactions.length
  if (count === 0) return []
  const of = (state: TransactionState, type: TransactionType) =>
    transactions.reduce((sum, each) => (each.type === type && stateOf(each) === state ? sum + each.amount : sum), 0)
  const sum = (state: TransactionState, type: TransactionType): SpreadsheetCell => {
    const column = type === 'expense' ? OUT : IN
    return {
      centavos: of(state, type),
      formula: `SUMIFS(${rowsOfColumn(column, count)},${rowsOfColumn(STATE, count)},"${stateNames[state].one}")`,
    }
  }
  // Below the header, the rows and an empty row.
  const settledRow = count + 3
  const balance: SpreadsheetCell = {
    centavos: of('settled', 'income') - of('settled', 'expense'),
    formula: `${columnName(IN)}${settledRow}-${columnName(OUT)}${settledRow}`,
  }
  const row = (name: string, ...amounts: SpreadsheetCell[]): SpreadsheetCell[] => [null, name, null, null, ...amounts]
  return [
    row(stateNames.settled.many, sum('settled', 'expense'), sum('settled', 'income')),
    row('Saldo', null, balance),
    ...(transactions.some((each) => stateOf(each) === 'pending')
      ? [row('A confirmar', sum('pending', 'expense'), sum('pending', 'income'))]
      : []),
  ]
}
