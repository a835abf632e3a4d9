import type { CalendarDate } from '@prumo/shared/calendar'
import type { Entity, QueuedCommand } from '../../data/sync/command'
import { isLapsedReset, isUndelivered, MAX_FAILURES } from '../../data/sync/queue'
import { formatsOf, wordsOf } from '../../data/sync/entity-registry'
import type { DeviceNoun } from '../../lib/sign-out-confirmation'
import { formatAsOf, formatMoment } from '../../lib/moments'

/** The texts about queued, refused and lost commands. */

interface StripText {
  title: string
  detail: string | null
}

interface DeliverySituation {
  isOffline: boolean
  waiting: readonly QueuedCommand[]
  /** Queued commands cannot be sent at the moment. */
  isHeld: boolean
  isKept: boolean
  /** The time of the figures on the screen; null without figures. */
  freshSince: number | null
}

/** The two lines of the strip; null when there is nothing to report. */
export function stripText(
  { isOffline, waiting, isHeld, isKept, freshSince }: DeliverySituation,
  device: DeviceNoun,
  now: CalendarDate,
): StripText | null {
  const held = isHeld && waiting.length > 0 ? `${countWaiting(waiting)} aguardando envio.` : null
  const unkept = isKept ? null : 'Este navegador não guarda nada: o que você lançar só dura enquanto esta página estiver aberta.'
  if (isOffline) {
    const since = freshSince === null ? null : `Dados da conta até ${formatAsOf(freshSince, now)}.`
    return { title: joinSentences('Sem internet.', held) ?? '', detail: joinSentences(since, unkept) }
  }
  if (held !== null && waiting.some(({ isUnpaid }) => isUnpaid)) {
    return {
      title: held,
      detail: unkept ?? `${waiting.length === 1 ? 'Fica guardado' : 'Ficam guardados'} neste ${device} até a assinatura voltar.`,
    }
  }
  if (held !== null)
    return {
      title: held,
      detail: unkept ?? `Está demorando. ${waiting.length === 1 ? 'Continua' : 'Continuam'} neste ${device} até chegar à conta.`,
    }
  return unkept === null ? null : { title: 'Aqui nada fica guardado.', detail: unkept }
}

/** Confirms that the delayed commands were sent. */
export function sentText(sent: number): string {
  return sent === 1 ? '1 lançamento enviado.' : `${sent} lançamentos enviados.`
}

/** The panel about refused commands. */
export function parkedText(parked: number, sent: number, device: DeviceNoun): StripText {
  const went = sent === 0 ? null : sent === 1 ? 'Outro foi enviado.' : `Outros ${sent} foram enviados.`
  const stay = parked === 1 ? `Este fica neste ${device} até você decidir.` : `Estes ficam neste ${device} até você decidir.`
  return {
    title: parked === 1 ? '1 lançamento não foi aceito' : `${parked} lançamentos não foram aceitos`,
    detail: joinSentences(went, stay),
  }
}

/** The introduction of the list of refused commands. */
export function reviewIntro(parked: number): string {
  return `${parked === 1 ? '1 lançamento não entrou' : `${parked} lançamentos não entraram`} na conta. Nada se perde enquanto você não decidir.`
}

/** `Hoje, às 13h50 · Você corrigiu` */
export function whenAndWhat({ command }: QueuedCommand, now: CalendarDate): string {
  return `${capitalize(formatMoment(Date.parse(command.at), now))} · ${wordsOf(command).pastTense}`
}

/** `Correção, hoje, às 13h50` */
export function whatAndWhen({ command }: QueuedCommand, now: CalendarDate): string {
  return `${wordsOf(command).noun}, ${formatMoment(Date.parse(command.at), now)}`
}

/** The reason why a command is not in the account. */
export function reasonText(item: QueuedCommand, now: CalendarDate): string {
  const { command, status } = item
  if (isLapsedReset(item)) return 'A confirmação venceu, e nada foi apagado. Confirme de novo que é você para apagar os dados.'
  if (isUndelivered({ status }))
    return `Tentamos ${MAX_FAILURES} vezes, e a conta não conseguiu receber. Tente de novo mais tarde: não entra duas vezes.`
  if (status.is === 'refused') {
    const { code, text } = status.reason
    return code === 'CONFLICT' ? (joinSentences(text, wordsOf(command).advice ?? null) ?? text) : text
  }
  if (status.is !== 'conflict') return ''
  const labels = formatsOf(command.entity, status.fields).map(({ label }) => label)
  const what = labels.length === 0 ? 'Mudou' : `${joinItems(labels)} ${labels.length === 1 ? 'mudou' : 'mudaram'}`
  return `${what} em outro aparelho ${formatMoment(changedAt(status.theirs) ?? status.at, now)}.`
}

/** `1 lançamento espera esta decisão: guardar R$ 200,00.`; null without dependent commands. */
export function followersText(followers: readonly QueuedCommand[]): string | null {
  if (followers.length === 0) return null
  return `${countEntries(followers.length)} ${followers.length === 1 ? 'espera' : 'esperam'} esta decisão: ${joinItems(followers.map(({ command }) => wordsOf(command).infinitive))}.`
}

/** `2 comprovantes` where nothing else waits; else `3 lançamentos`. */
function countWaiting(waiting: readonly QueuedCommand[]): string {
  const count = waiting.length
  if (!waiting.every(({ command }) => command.entity === 'attachment')) return countEntries(count)
  return count === 1 ? '1 comprovante' : `${count} comprovantes`
}

/** `1 lançamento`, `4 lançamentos` */
export function countEntries(count: number): string {
  return count === 1 ? '1 lançamento' : `${count} lançamentos`
}

/** The time of the account's version in milliseconds; null if it has none. */
export function changedAt(theirs: Entity): number | null {
  const { updatedAt } = theirs as Entity & { updatedAt?: unknown }
  return typeof updatedAt === 'string' ? Date.parse(updatedAt) : null
}

/** `Valor, categoria e data` */
export function joinItems(words: readonly string[]): string {
  const [first = '', ...rest] = words
  const last = rest.pop()
  return last === undefined ? first : `${[first, ...rest.map(lowerFirst)].join(', ')} e ${lowerFirst(last)}`
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function joinSentences(...parts: (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(' ') || null
}
