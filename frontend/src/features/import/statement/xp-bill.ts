import type { TableForm } from './table-form'

/** The bill of XP's cards, which Rico's is, too: a purchase is positive, instalments are written `3 de 10`. */
export const xpBill: TableForm = {
  bank: 'XP',
  columns: ['data', 'estabelecimento', 'portador', 'valor', 'parcela'],
  decimals: ',',
  card: true,
  read: (cell) => ({
    date: cell('data'),
    amount: cell('valor'),
    instalment: cell('parcela'),
    description: cell('estabelecimento'),
  }),
}
