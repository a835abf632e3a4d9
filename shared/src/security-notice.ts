import { TIME_ZONE } from './calendar.js'
import { atClockTime } from './clock-time.js'

/** A notice to a user that access to their account changed. */
export interface SecurityNotice {
  to: string
  subject: string
  /** A sentence that says what happened. */
  happened: string
  /** When, in milliseconds since 1970. */
  at: number
  /** The origin of the product. */
  publicUrl: string
  /** What to do if it was another person, and the page for it; a new password by default. */
  otherwise?: { advice: string; page: string }
}

const ANOTHER_PASSWORD = { advice: 'Se não foi, troque sua senha agora. Isso desconecta todos os aparelhos:', page: '/forgot-password' }

const day = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

/** Composes the mail: what happened, when, and what to do if it was another person. */
export function securityNotice({ to, subject, happened, at, publicUrl, otherwise = ANOTHER_PASSWORD }: SecurityNotice): {
  to: string
  subject: string
  text: string
} {
  const text = `${happened}

Quando: ${day.format(at)}, ${atClockTime(at)}, horário de Brasília.

Se foi você, não precisa fazer nada.

${otherwise.advice}

${publicUrl}${otherwise.page}

Prumo
`
  return { to, subject, text }
}
