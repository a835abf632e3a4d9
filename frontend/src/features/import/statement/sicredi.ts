import type { TableForm } from './table-form'

/** Sicredi. Its columns have common names; the lines above them name the member. */
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
