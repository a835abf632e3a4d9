import type { ActivityEntry } from '@prumo/shared/activity'
import { dateInSaoPaulo, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { formatLastDay } from '@prumo/shared/guest-texts'

/** `AR` of Ana Ribeiro. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase('pt-BR')
}

/** `Até 31/12/2026`; without a last day, until it is ended. */
export function termText(until: string | null): string {
  return until === null ? 'Até você encerrar' : `Até ${formatLastDay(until)}`
}

/** Someone whose access has ended. */
export interface FormerGuest {
  grantId: string
  name: string
  endedOn: CalendarDate
}

/** The most of them that are shown. */
const MAX_FORMER = 3

/** The people whose access has ended, the latest first, each once. @param present names of those who have access again */
export function formerGuests(entries: readonly ActivityEntry[], present: readonly string[]): FormerGuest[] {
  const known = new Set(present)
  const found: FormerGuest[] = []
  for (const { type, entityId: grantId, at, changes } of entries) {
    if (type !== 'GuestAccessEnded' && type !== 'GuestAccessExpired') continue
    const name = String(changes.find(({ field }) => field === 'name')?.before ?? '')
    if (name === '' || known.has(name)) continue
    known.add(name)
    found.push({ grantId, name, endedOn: dateInSaoPaulo(new Date(at)) })
  }
  return found.slice(0, MAX_FORMER)
}

/** The last day of the year, or of the next one where this year ends within a month. */
export function yearEnd(now: CalendarDate): CalendarDate {
  const year = Number(now.slice(0, 4))
  return `${monthOf(now).endsWith('-12') ? year + 1 : year}-12-31`
}

/** The same day of the next year; of 29 February the 28th. */
export function yearLater(now: CalendarDate): CalendarDate {
  const day = now.slice(5) === '02-29' ? '02-28' : now.slice(5)
  return `${Number(now.slice(0, 4)) + 1}-${day}`
}

/** The line below an entry: when the invitation ends. */
export function entryDetail({ type, changes }: ActivityEntry): string | null {
  if (type !== 'GuestInvited') return null
  const after = (name: string) => changes.find(({ field }) => field === name)?.after ?? null
  const until = after('until')
  return [after('email'), until === null ? null : `até ${formatLastDay(String(until))}`].filter(Boolean).join(', ')
}
