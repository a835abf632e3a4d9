import { addDays, dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { atClockTime } from '@prumo/shared/clock-time'
import type { ReminderDevice } from '@prumo/shared/reminders'
import { formatDate, weekdayOf } from '../../../lib/dates'
import type { InstallSystem } from '../../../ui/install-systems'

/** `às 8h`, `à 1h` */
export function atHour(hour: number): string {
  return `${hour < 2 ? 'à' : 'às'} ${hour}h`
}

/** The hours of a day, for a choice: `8h00`. */
export const hourOptions = Array.from({ length: 24 }, (_, hour): readonly [string, string] => [String(hour), `${hour}h00`])

/** `Assim chega na segunda, 30/11, às 8h`. @param day null for an example */
export function arrivalText(day: CalendarDate | null, hour: number, now: CalendarDate): string {
  if (day === null) return `Por exemplo, ${atHour(hour)}`
  const date = formatDate(day).slice(0, 5)
  if (day === now) return `Assim chega hoje, ${date}, ${atHour(hour)}`
  if (day === addDays(now, 1)) return `Assim chega amanhã, ${date}, ${atHour(hour)}`
  const weekday = weekdayOf(day).toLowerCase()
  return `Assim chega ${weekday.endsWith('o') ? 'no' : 'na'} ${weekday}, ${date}, ${atHour(hour)}`
}

/** `Este aparelho. Último lembrete em 23/11, às 8h00` */
export function deliveryText({ lastDeliveredAt, failedAt }: ReminderDevice, isThis: boolean): string {
  const last = lastDeliveredAt === null ? 'Nenhum lembrete ainda' : `Último lembrete em ${momentText(lastDeliveredAt)}`
  const failed = failedAt === null ? '' : `. A entrega de ${momentText(failedAt)} falhou`
  return `${isThis ? 'Este aparelho. ' : ''}${last}${failed}`
}

/** `23/11, às 8h00` */
export function momentText(moment: string): string {
  const at = Date.parse(moment)
  return `${formatDate(dateInSaoPaulo(new Date(at))).slice(0, 5)}, ${atClockTime(at)}`
}

/** `Em 2 aparelhos` */
export function devicesText(count: number): string {
  if (count === 0) return 'Nenhum aparelho permitiu ainda'
  return count === 1 ? 'Em 1 aparelho' : `Em ${count} aparelhos`
}

/** Where notifications that were denied are allowed again. */
export function allowAgainText(system: InstallSystem, isInstalled: boolean): string {
  if (system === 'ios') return 'Abra Ajustes, Notificações, Prumo, e ligue Permitir Notificações.'
  if (system === 'android' && isInstalled) return 'Segure o ícone do Prumo, toque em Informações do app e ligue as notificações.'
  return 'Abra o menu ao lado do endereço do site, entre em Permissões e permita as notificações.'
}

/** What a digest says, and when. */
export const digestContents: readonly { name: string; when?: string }[] = [
  { name: 'Vence hoje e amanhã' },
  { name: 'Atrasadas' },
  { name: 'A confirmar' },
  { name: 'Obrigações do MEI', when: '7 dias e 1 dia antes' },
  { name: 'Saldo previsto abaixo de zero', when: 'Até 7 dias à frente' },
]

export const reminderScreenTexts = {
  offline: 'Precisa de internet para mudar os lembretes.',
  noWorker: 'Não deu para ligar as notificações agora. Recarregue a página e tente de novo.',
  none: 'Este navegador não recebe notificações. Use o email, ou abra o Prumo em outro navegador.',
  off: 'As notificações não estão disponíveis agora. O email funciona.',
  amountsShown: 'Ligado: nomes e valores aparecem na tela do aparelho.',
  amountsHidden: 'Desligado: a notificação só conta, sem nomes nem valores.',
} as const
