import type { TableForm } from './table-form'

/** Inter. Rows above the header have account, period and balance. The kind of an entry and its text have separate columns. */
export const inter: TableForm = {
  bank: 'Inter',
  columns: ['data lancamento', 'descricao', 'valor', 'saldo'],
  decimals: ',',
  balances: 'running',
  closesByColumn: true,
  read: (cell) => ({
    date: cell('data lancamento'),
    amount: cell('valor'),
    balance: cell('saldo'),
    description: [cell('historico'), cell('descricao')].filter(Boolean).join(': '),
  }),
}

/** The bill of Inter's cards. Purchases are positive; the kind of an entry names the instalment. */
export const interBill: TableForm = {
  bank: 'Inter',
  columns: ['data', 'lancamento', 'categoria', 'tipo', 'valor'],
  decimals: ',',
  card: true,
  read: (cell) => ({
    date: cell('data'),
    amount: cell('valor'),
    instalment: cell('tipo'),
    description: cell('lancamento'),
  }),
}
