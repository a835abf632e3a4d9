import { isBalance } from './balance-words'
import { plainText } from './statement'
import type { TableForm } from './table-form'

/** PagBank, in windows-1252. The kind of an entry and its text have separate columns. */
export const pagBank: TableForm = {
  bank: 'PagBank',
  columns: ['codigo da transacao', 'data', 'tipo', 'descricao', 'valor'],
  decimals: ',',
  read: (cell) => {
    const [kind, text] = [cell('tipo'), cell('descricao')]
    const description = text === '' || plainText(text) === plainText(kind) ? kind : `${kind}: ${text}`
    const row = { date: cell('data'), amount: cell('valor'), identifier: cell('codigo da transacao'), description }
    return isBalance(kind || text) ? { ...row, kind: 'balance' } : row
  },
}
