import type { TableForm } from './table-form'

/** Sicredi. Its column names are common; the rows above them identify it. */
export const sicredi: TableForm = {
  bank: 'Sicredi',
  columns: ['data', 'descricao', 'documento', 'valor (r$)', 'saldo (r$)'],
  above: /\b(sicredi|associado)\b/,
  decimals: '.',
  balances: 'running',
  read: (cell) => ({
    date: cell('data'),
    amount: cell('valor (r$)'),
    balance: cell('saldo (r$)'),
    description: cell('descricao'),
  }),
}
