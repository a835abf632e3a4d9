import { plainText } from './statement'
import type { TableRow } from './table'
import type { TableForm, WrittenRow } from './table-form'
import { signedCentavos, writtenDate } from './written-values'

/** Itaú. Lines "SALDO …" are no entries: they say what there was. */
export const itau: TableForm = {
  bank: 'Itaú',
  columns: ['data', 'lancamento', 'ag./origem', 'valor (r$)', 'saldos (r$)'],
  decimals: ',',
  read: (cell) =>
    asEntry({ date: cell('data'), amount: cell('valor (r$)'), balance: cell('saldos (r$)'), description: cell('lancamento') }),
  preamble: (rows) => ({ accountNumber: rows.find(({ cells }) => plainText(cells[0] ?? '').startsWith('conta'))?.cells[1] ?? null }),
}

/** Itaú's older files: day, text and amount, without a header. */
export const itauWithoutHeader: TableForm & { isOf(rows: readonly TableRow[]): boolean } = {
  bank: 'Itaú',
  columns: ['data', 'lancamento', 'valor'],
  decimals: ',',
  read: (cell) => asEntry({ date: cell('data'), amount: cell('valor'), description: cell('lancamento') }),
  isOf: (rows) => rows.length > 0 && rows.every(isOldRow),
}

function asEntry(row: WrittenRow): WrittenRow {
  if (!/^saldo\b/.test(plainText(row.description))) return row
  return { ...row, kind: 'balance', balance: row.balance || row.amount }
}

function isOldRow({ cells }: TableRow): boolean {
  const [date = '', text = '', amount = ''] = cells
  return cells.length === 3 && writtenDate(date) !== null && text !== '' && /,\d{2}$/.test(amount) && signedCentavos(amount, ',') !== null
}
