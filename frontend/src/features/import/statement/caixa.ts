import type { TableForm } from './table-form'

/** Caixa's text file: days without separators, the sign of an amount in a column of its own. */
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
