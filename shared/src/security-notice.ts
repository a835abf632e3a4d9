import { TIME_ZONE } from './calendar.js'

/** What somebody is told of who gets in to their account. */
export interface SecurityNotice {
  to: string
  subject: string
  /** A sentence that says what happened. */
  happened: string
  /** When, in milliseconds since 1970. */
  at: number
  /** The origin of the product. */
  publicUrl: string
  /** What to do if it was somebody else, and the page for it; another password, if not said. */
  otherwise?: { advice: string; page: string }
}

const ANOTHER_PASSWORD = { advice: 'Se não foi, troque sua senha agora. Isso desconecta todos os aparelhos:', page: '/forgot-password' }

const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** A mail that says what happened, when, and what to do if it was somebody else. */
export function securityNotice({ to, subject, happened, at, publicUrl, otherwise = ANOTHER_PASSWORD }: SecurityNotice): {
  to: string
  subject: string
  text: string
} {
  const text = `${happened}

Quando: ${moment.format(at)}, horário de Brasília.

Se foi você, não precisa fazer nada.

${otherwise.advice}

${publicUrl}${otherwise.page}

Prumo
`
  return { to, subject, text }
}
