import type { TableForm } from './table-form'

/** Inter. Some lines above the header name account, period and balance; the kind of an entry stands apart from its text. */
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

/** The bill of Inter's cards: a purchase is positive, its kind names the instalment. */
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
