import type { CalendarMonth } from '@prumo/shared/calendar'
import { MEI_DECLARATION_SCREEN, MEI_REPORT_SCREEN, MEI_SCREEN, TRANSACTIONS_SCREEN } from '../../data/screens'
import { formAddress } from '../../lib/form-address'

export const YEAR_PARAM = 'ano'
export const MONTH_PARAM = 'mes'

export function meiYearAddress(year: number): string {
  return `${MEI_SCREEN}?${YEAR_PARAM}=${year}`
}

export function monthlyReportAddress(month: CalendarMonth): string {
  return `${MEI_REPORT_SCREEN}?${MONTH_PARAM}=${month}`
}

export function declarationAddress(year: number | string): string {
  return `${MEI_DECLARATION_SCREEN}?${YEAR_PARAM}=${year}`
}

export function transactionAddress(id: string): string {
  return formAddress(TRANSACTIONS_SCREEN, id)
}
