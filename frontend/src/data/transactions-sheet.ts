import { toReais } from '@prumo/shared/money-fields'
import { NO_CATEGORY, stateOf, type FlowType, type TransactionState } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { TextFile } from '../lib/save-file'
import { columnName, rowsOfColumn, type SpreadsheetCell, type WorksheetColumn, type Worksheet } from '../lib/spreadsheet'
import { receiptName, stateNames } from '../lib/transaction-state-names'
import { transactionTypeNames } from './transaction-commands'
import { sideOf } from './transactions'
import { transferName } from './transfer-name'

/** What a table of several wallets adds. */
export interface SheetWallets {
  walletName: (id: string) => string
  /** The wallets of the filter; empty for all. */
  shown: readonly string[]
}

/** A column with the cell of a transaction. */
interface TransactionColumn extends WorksheetColumn {
  cell: (transaction: Transaction) => SpreadsheetCell
}

const outOf = ({ type, amount }: Transaction) => (type === 'expense' ? { centavos: amount } : null)
const intoOf = ({ type, amount }: Transaction) => (type === 'income' ? { centavos: amount } : null)

/** @param wallets null while there is only one: then nothing is said of wallets */
function columnsOf(wallets: SheetWallets | null): TransactionColumn[] {
  return [
    { header: 'Data', width: 12, cell: ({ date }) => ({ date }) },
    { header: 'Descrição', width: 44, cell: ({ description }) => description },
    { header: 'Categoria', width: 20, cell: ({ type, category }) => (type === 'transfer' ? TRANSFER : (category ?? NO_CATEGORY)) },
    ...(wallets ? [{ header: 'Conta', width: 24, cell: (transaction: Transaction) => walletsText(transaction, wallets) }] : []),
    { header: 'Situação', width: 14, cell: stateText },
    { header: 'Saiu (R$)', width: 16, isNumber: true, cell: outOf },
    { header: 'Entrou (R$)', width: 16, isNumber: true, cell: intoOf },
    // Apart, because a transfer is in no sum.
    ...(wallets
      ? [{ header: 'Entre contas (R$)', width: 18, isNumber: true as const, cell: (each: Transaction) => movedBetween(each, wallets) }]
      : []),
  ]
}

/** The state of a transaction in the words of its type. */
function stateText(transaction: Transaction): string {
  const state = stateOf(transaction)
  return state === 'not_received' && transaction.type === 'expense' ? receiptName(false, 'expense') : stateNames[state].one
}

const TRANSFER = transactionTypeNames.transfer

/** `Inter`, of a transfer `Inter → Caixa`. */
function walletsText({ walletId, toWalletId }: Transaction, { walletName }: SheetWallets): string {
  return toWalletId === null ? walletName(walletId) : transferName(walletName(walletId), walletName(toWalletId))
}

/** The amount of a transfer, with the sign of the side by which it left or came if the table is of one. */
function movedBetween(transaction: Transaction, { shown }: SheetWallets): SpreadsheetCell {
  const { type, amount } = transaction
  if (type !== 'transfer') return null
  return { centavos: sideOf(transaction, shown) === 'out' ? amount * -1 : amount }
}

/** Transactions as a worksheet in the given order, expense left and income right. Like the screen, the sums include settled ones only. */
export function transactionsSheet(transactions: readonly Transaction[], wallets: SheetWallets | null = null): Worksheet {
  const columns = columnsOf(wallets)
  return {
    name: 'Transações',
    columns: columns.map(({ cell: _cell, ...column }) => column),
    rows: transactions.map((transaction) => columns.map(({ cell }) => cell(transaction))),
    sums: sumsOf(transactions, columns),
  }
}

/** The transactions as one table with a header and no sums, because a program that reads it takes every row for a transaction. */
export function transactionsTable(transactions: readonly Transaction[], wallets: SheetWallets | null = null): SpreadsheetCell[][] {
  const { rows, columns } = transactionsSheet(transactions, wallets)
  return [columns.map(({ header }) => header), ...rows.map((row) => [...row])]
}

/** The transactions as the API lists them, with amounts in reais and the time of export. */
export function transactionsJson(name: string, transactions: readonly Transaction[], now: Date): TextFile {
  return {
    name: `${name}.json`,
    type: 'application/json',
    text: `${JSON.stringify({ exportedAt: now.toISOString(), transactions: toReais(transactions) }, null, 2)}\n`,
  }
}

function sumsOf(transactions: readonly Transaction[], columns: readonly TransactionColumn[]): SpreadsheetCell[][] {
  const count = transactions.length
  if (count === 0) return []
  const place = (header: string) => columns.findIndex((column) => column.header === header)
  const [STATE, OUT, IN] = [place('Situação'), place('Saiu (R$)'), place('Entrou (R$)')]
  const of = (state: TransactionState, type: FlowType) =>
    transactions.reduce((sum, each) => (each.type === type && stateOf(each) === state ? sum + each.amount : sum), 0)
  const sum = (state: TransactionState, type: FlowType): SpreadsheetCell => {
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
  const before = Array.from({ length: OUT - 2 }, () => null)
  const row = (name: string, ...amounts: SpreadsheetCell[]): SpreadsheetCell[] => [null, name, ...before, ...amounts]
  return [
    row(stateNames.settled.many, sum('settled', 'expense'), sum('settled', 'income')),
    row('Saldo', null, balance),
    ...(transactions.some((each) => each.type !== 'transfer' && stateOf(each) === 'pending')
      ? [row('A confirmar', sum('pending', 'expense'), sum('pending', 'income'))]
      : []),
  ]
}
