import type { TableRow } from './table'
import type { TableForm } from './table-form'
import { signedCentavos } from './written-amounts'
import { writtenDate } from './written-dates'

/** Itaú. */
export const itau: TableForm = {
  bank: 'Itaú',
  columns: ['data', 'lancamento', 'ag./origem', 'valor (r$)', 'saldos (r$)'],
  decimals: ',',
  read: (cell) => ({
    date: cell('data'),
    amount: cell('valor (r$)'),
    balance: cell('saldos (r$)'),
    description: cell('lancamento'),
  }),
}

/** Itaú's older format: date, text and amount, without a header. */
export const itauWithoutHeader: TableForm & { isOf(rows: readonly TableRow[]): boolean } = {
  bank: 'Itaú',
  columns: ['data', 'lancamento', 'valor'],
  decimals: ',',
  read: (cell) => ({ date: cell('data'), amount: cell('valor'), description: cell('lancamento') }),
  isOf: (rows) => rows.length > 0 && rows.every(isOldRow),
}

function isOldRow({ cells }: TableRow): boolean {
  const [date = '', text = '', amount = ''] = cells
  return cells.length === 3 && writtenDate(date) !== null && text !== '' && /,\d{2}$/.test(amount) && signedCentavos(amount, ',') !== null
}
