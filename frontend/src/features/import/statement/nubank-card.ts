import type { TableForm } from './table-form'

/** Nubank's card: a positive amount is an expense, "Parcela 2/10" stands in the title. */
export const nubankCard: TableForm = {
  bank: 'Nubank',
  columns: ['date', 'title', 'amount'],
  decimals: '.',
  card: true,
  read: (cell) => ({ date: cell('date'), amount: cell('amount'), description: cell('title') }),
}
