import type { TableForm } from './table-form'
import { creditOrDebit } from './written-amounts'

/** Santander, with one amount column. */
export const santander: TableForm = {
  bank: 'Santander',
  columns: ['data', 'historico', 'documento', 'valor (r$)', 'saldo (r$)'],
  above: /\bsantander\b/,
  decimals: ',',
  balances: 'running',
  read: (cell) => ({
    date: cell('data'),
    amount: cell('valor (r$)'),
    identifier: cell('documento'),
    balance: cell('saldo (r$)'),
    description: cell('historico'),
  }),
}

/** Santander, with separate columns for credits and debits. */
export const santanderTwoColumns: TableForm = {
  bank: 'Santander',
  columns: ['data', 'descricao', 'docto', 'situacao', 'credito (r$)', 'debito (r$)', 'saldo (r$)'],
  decimals: ',',
  balances: 'running',
  read: (cell) => ({
    date: cell('data'),
    amount: creditOrDebit(cell('credito (r$)'), cell('debito (r$)')),
    identifier: cell('docto'),
    balance: cell('saldo (r$)'),
    description: cell('descricao'),
  }),
}
