import { plainText } from './statement'
import type { TableForm } from './table-form'
import { creditOrDebit, saysNothing } from './written-values'

/** Bradesco. Credits and debits have a column each, debits with or without a minus; a second part repeats the header. */
export const bradesco: TableForm = {
  bank: 'Bradesco',
  columns: ['data', 'historico', 'docto.', 'credito (r$)', 'debito (r$)', 'saldo (r$)'],
  decimals: ',',
  read: (cell) => {
    const [credit, debit, description] = [cell('credito (r$)'), cell('debito (r$)'), cell('historico')]
    const row = {
      date: cell('data'),
      amount: creditOrDebit(credit, debit),
      identifier: cell('docto.'),
      balance: cell('saldo (r$)'),
      description,
    }
    if (plainText(row.date) === 'total') return { ...row, kind: 'none' as const }
    return /^saldo\b/.test(plainText(description)) && saysNothing(row.amount) ? { ...row, kind: 'balance' as const } : row
  },
  preamble: (rows) => ({ accountNumber: /Conta:?\s*([\d.-]+)/i.exec(rows.map(({ text }) => text).join('\n'))?.[1] ?? null }),
}
