import type { Fiscal } from '@prumo/shared/fiscal-marks'
import { formatMonth } from './dates'

export const activityNames: Readonly<Record<string, string>> = { commerce: 'Comércio', industry: 'Indústria', services: 'Serviços' }

/** What a transaction says for the MEI, such as `Com nota, Serviços`. */
export function fiscalText(fiscal: Fiscal | null): string {
  if (!fiscal) return 'Nada'
  const { countsAsRevenue, activity, competence, hasInvoice, dasOf } = fiscal
  const parts = [
    countsAsRevenue === null ? '' : countsAsRevenue ? 'É receita do MEI' : 'Não é receita do MEI',
    activity === null ? '' : (activityNames[activity] ?? activity),
    competence === null ? '' : `venda de ${formatMonth(competence)}`,
    hasInvoice ? 'com nota fiscal' : '',
    dasOf === null ? '' : `DAS de ${formatMonth(dasOf)}`,
  ]
  return parts.filter(Boolean).join(', ') || 'Nada'
}
