import type { TableForm } from './table-form'

/** Nubank's card. Positive amounts are expenses; titles contain "Parcela 2/10". */
export const nubankCard: TableForm = {
  bank: 'Nubank',
  columns: ['date', 'title', 'amount'],
  decimals: '.',
  card: true,
  read: (cell) => ({ date: cell('date'), amount: cell('amount'), description: cell('title') }),
}
