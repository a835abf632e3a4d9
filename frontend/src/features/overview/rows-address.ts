import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import type { FlowType } from '@prumo/shared/transaction-rules'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

const typeParams: Readonly<Record<FlowType, string>> = { income: 'receitas', expense: 'despesas' }

/** The transactions of a month, optionally of one type. */
export function monthRowsAddress(month: CalendarMonth, type?: FlowType): string {
  return `${TRANSACTIONS_SCREEN}?mes=${month}${type ? `&tipo=${typeParams[type]}` : ''}`
}

/** The transactions that wait to be paid or received up to a day. */
export function dueRowsAddress(type: FlowType, until: CalendarDate): string {
  return `${TRANSACTIONS_SCREEN}?tipo=${typeParams[type]}&status=confirmar&ate=${until}`
}
