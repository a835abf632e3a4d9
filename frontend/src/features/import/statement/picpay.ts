import type { TableForm } from './table-form'

/** PicPay. The kind of an entry and the other party have separate columns. */
export const picPay: TableForm = {
  bank: 'PicPay',
  columns: ['data', 'hora', 'tipo', 'origem / destino', 'valor'],
  decimals: ',',
  balances: 'running',
  read: (cell) => ({
    date: cell('data'),
    amount: cell('valor'),
    balance: cell('saldo'),
    description: [cell('tipo'), cell('origem / destino')].filter(Boolean).join(': '),
  }),
}
