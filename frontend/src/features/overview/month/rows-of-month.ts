import type { CalendarMonth } from '@prumo/shared/calendar'
import type { TransactionType } from '@prumo/shared/transaction-rules'

/** Where the rows behind a month's number are listed. */
export function rowsOfMonth(month: CalendarMonth, type?: TransactionType): string {
  const kind = type ? `&tipo=${type === 'income' ? 'receitas' : 'despesas'}` : ''
  return `/dashboard/transactions?mes=${month}${kind}`
}
