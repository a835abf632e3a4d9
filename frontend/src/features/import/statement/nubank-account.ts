import type { TableForm } from './table-form'

/** Nubank's account. Amounts have a dot before the centavos. */
export const nubankAccount: TableForm = {
  bank: 'Nubank',
  columns: ['data', 'valor', 'identificador', 'descricao'],
  decimals: '.',
  read: (cell) => ({ date: cell('data'), amount: cell('valor'), identifier: cell('identificador'), description: cell('descricao') }),
}
