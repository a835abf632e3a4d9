import type { TableForm } from './table-form'
import { creditOrDebit } from './written-amounts'

/** C6's account. Its balance column has the balance at the end of the day. */
export const c6Account: TableForm = {
  bank: 'C6 Bank',
  columns: ['data lancamento', 'titulo', 'descricao', 'entrada(r$)', 'saida(r$)'],
  decimals: '.',
  balances: 'daily',
  read: (cell) => ({
    date: cell('data lancamento'),
    amount: creditOrDebit(cell('entrada(r$)'), cell('saida(r$)')),
    balance: cell('saldo do dia(r$)'),
    description: [cell('titulo'), cell('descricao')].filter(Boolean).join(' '),
  }),
}

/** The bill of C6's cards. Purchases are positive; instalments have their own column. */
export const c6Bill: TableForm = {
  bank: 'C6 Bank',
  columns: ['data de compra', 'final do cartao', 'descricao', 'parcela', 'valor (em r$)'],
  decimals: '.',
  card: true,
  read: (cell) => ({
    date: cell('data de compra'),
    amount: cell('valor (em r$)'),
    account: cell('final do cartao'),
    instalment: cell('parcela'),
    description: cell('descricao'),
  }),
}
