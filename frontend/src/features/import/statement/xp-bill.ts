import type { TableForm } from './table-form'

/** The bill of XP's and Rico's cards. Purchases are positive; instalments are written `3 de 10`. */
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
