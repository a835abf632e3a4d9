import { plainText } from './statement'
import type { TableForm } from './table-form'

/** Inter. Some lines above the header name account, period and balance; the kind of an entry stands apart from its text. */
export const inter: TableForm = {
  bank: 'Inter',
  columns: ['data lancamento', 'descricao', 'valor', 'saldo'],
  decimals: ',',
  read: (cell) => ({
    date: cell('data lancamento'),
    amount: cell('valor'),
    balance: cell('saldo'),
    description: [cell('historico'), cell('descricao')].filter(Boolean).join(': '),
  }),
  preamble: (rows) => ({ accountNumber: rows.find(({ cells }) => plainText(cells[0] ?? '') === 'conta')?.cells[1] ?? null }),
}
