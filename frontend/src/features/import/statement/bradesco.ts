import type { TableForm, WrittenRow } from './table-form'
import { creditOrDebit } from './written-amounts'

/** Bradesco. Credits and debits have separate columns, debits with or without a minus. A second part repeats the header. */
export const bradesco: TableForm = {
  bank: 'Bradesco',
  columns: ['data', 'historico', 'docto.', 'credito (r$)', 'debito (r$)', 'saldo (r$)'],
  decimals: ',',
  balances: 'running',
  closesByColumn: true,
  read: (cell) => rowOf(cell, 'historico', 'docto.'),
}

/** Bradesco Net Empresa, with other column names. */
export const bradescoNetEmpresa: TableForm = {
  ...bradesco,
  columns: ['data', 'lancamento', 'dcto.', 'credito (r$)', 'debito (r$)', 'saldo (r$)'],
  read: (cell) => rowOf(cell, 'lancamento', 'dcto.'),
}

function rowOf(cell: (column: string) => string, text: string, document: string): WrittenRow {
  return {
    date: cell('data'),
    amount: creditOrDebit(cell('credito (r$)'), cell('debito (r$)')),
    identifier: cell(document),
    balance: cell('saldo (r$)'),
    description: cell(text),
  }
}
