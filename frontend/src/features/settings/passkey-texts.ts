import { addDays, dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import type { Passkey } from '@prumo/shared/passkeys'

/** `Criada em 12/10, usada hoje` */
export function passkeyLine({ createdAt, lastUsedAt }: Pick<Passkey, 'createdAt' | 'lastUsedAt'>, today: CalendarDate): string {
  return `Criada ${dayOf(createdAt, today)}, ${lastUsedAt === null ? 'ainda não usada' : `usada ${dayOf(lastUsedAt, today)}`}`
}

function dayOf(at: string, today: CalendarDate): string {
  const day = dateInSaoPaulo(new Date(at))
  if (day === today) return 'hoje'
  if (day === addDays(today, -1)) return 'ontem'
  const [year, month, date] = day.split('-')
  return year === today.slice(0, 4) ? `em ${date}/${month}` : `em ${date}/${month}/${year}`
}

const devices: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Celular Android'],
  [/Android/, 'Tablet Android'],
  [/Windows/, 'Computador com Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Computador com Linux'],
]

/** The default name of a new passkey: the kind of device. */
export function deviceName(userAgent: string): string {
  return devices.find(([kind]) => kind.test(userAgent))?.[1] ?? 'Chave de acesso'
}
