import type { TableForm } from './table-form'

/** Caixa's text file. Dates have no separators; the sign of an amount has its own column. */
export const caixa: TableForm = {
  bank: 'Caixa',
  columns: ['conta', 'data_mov', 'nr_doc', 'historico', 'valor', 'deb_cred'],
  decimals: '.',
  read: (cell) => ({
    date: cell('data_mov'),
    amount: cell('valor'),
    direction: cell('deb_cred'),
    identifier: cell('nr_doc'),
    account: cell('conta'),
    description: cell('historico'),
  }),
}
