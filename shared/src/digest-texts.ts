import type { MeiObligation } from './mei-obligations.js'
import { formatMonth } from './month-names.js'

/** Texts of reminders that mails, notifications and the calendar share. */

/** `DAS de novembro de 2026` */
export function obligationName({ kind, of }: Pick<MeiObligation, 'kind' | 'of'>): string {
  if (kind === 'dasn') return `Declaração anual do MEI de ${of}`
  return kind === 'das' ? `DAS de ${formatMonth(of)}` : `Relatório mensal do MEI de ${formatMonth(of)}`
}

/** The message that shows whether reminders arrive. */
export const testMessage = {
  title: 'Teste do Prumo',
  body: 'Os lembretes chegam assim.',
  tag: 'prumo-teste',
  path: '/dashboard/settings?aba=lembretes',
} as const

/** What ends a mail. @param settings the address of the settings */
export function mailFooter(settings: string): string {
  return `Para mudar a hora ou desligar estes lembretes: ${settings}`
}
