import type { AccountContents } from '../../data/account-data'
import type { CalendarDate } from '@prumo/shared/calendar'
import { formatMoment } from '../../lib/moments'

/** The numbers of what a reset deletes. */
export function contentsText({ transactions, hasMore, goals, tasks, hasFund }: AccountContents): string {
  const parts = [
    countText(transactions, 'transação', 'transações', hasMore ? 'mais de ' : ''),
    countText(goals, 'meta', 'metas'),
    countText(tasks, 'tarefa', 'tarefas'),
    hasFund ? 'a reserva' : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return 'A conta está vazia.'
  return `${joinParts(parts)}.`
}

/** The unsent changes that would be lost too; null without any. */
export function unsentText(unsent: number): string | null {
  if (unsent === 0) return null
  return unsent === 1 ? '1 lançamento aguarda envio e também se perde.' : `${unsent} lançamentos aguardam envio e também se perdem.`
}

/** The unsent changes that an export would miss; null without any. */
export function uncopiedText(unsent: number): string | null {
  if (unsent === 0) return null
  return unsent === 1
    ? '1 lançamento aguarda envio e ainda não entra na cópia.'
    : `${unsent} lançamentos aguardam envio e ainda não entram na cópia.`
}

/** `12 comprovantes`, `3 de 12 comprovantes` */
export function attachmentsText(total: number, done?: number): string {
  const came = done === undefined ? '' : `${done.toLocaleString('pt-BR')} de `
  return `${came}${total.toLocaleString('pt-BR')} ${total === 1 ? 'comprovante' : 'comprovantes'}`
}

/** A count with its noun: `1 meta`, `2.140 metas`; null for zero. */
export function countText(count: number, one: string, many: string, before = ''): string | null {
  return count === 0 ? null : `${before}${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`
}

/** The records of a copy, and how many are restored: `497 registros`, `308 de 497 registros`. */
export function recordsText(total: number, done?: number): string {
  const plain = (count: number) => count.toLocaleString('pt-BR')
  const came = done === undefined ? '' : `${plain(done)} de `
  return `${came}${plain(total)} ${total === 1 ? 'registro' : 'registros'}`
}

function joinParts(parts: readonly string[]): string {
  const text = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}` : (parts[0] ?? '')
  return text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)
}

/** The start of this device's session: `desde hoje`, `desde 12/10/2026`. */
export function openSinceText(createdAt: string, now: CalendarDate): string {
  return `desde ${dayText(Date.parse(createdAt), now)}`
}

/** When and where another device was last active: `Visto hoje, às 9h12, 203.0.113.24`, `Visto em 18/11/2026`. */
export function seenText(lastSeenAt: string, address: string | null, now: CalendarDate): string {
  const at = Date.parse(lastSeenAt)
  const day = dayText(at, now)
  const when = /^\d/.test(day) ? `em ${day}` : formatMoment(at, now)
  return [`Visto ${when}`, address].filter((part) => part !== null).join(', ')
}

/** The question before all other devices are disconnected. */
export function othersText(count: number): string {
  return count === 1 ? 'Desconectar o outro' : `Desconectar os outros ${count}`
}

function dayText(at: number, now: CalendarDate): string {
  return formatMoment(at, now).replace(/, às? .*$/, '')
}
