import { formatLastDay, guestLinkTerm, guestScopeText } from '@prumo/shared/guest-texts'
import { securityNotice } from '@prumo/shared/security-notice'
import type { Mail } from '../platform/mail/mailer.js'
import type { GuestDetails } from './guest.events.js'
import type { GuestOfAccount } from './guest-list.projection.js'

/** What the mail of a link says: whose accounts, until when, and where another link is asked for. */
export interface GuestLinkMail extends Pick<GuestOfAccount, 'name' | 'email' | 'ownerName' | 'businessName'> {
  link: string
  page: string
  until: string | null
  isFirst: boolean
}

/** The mail with a link: of the invitation, or of one that was asked for later. */
export function guestLinkMail({ email, link, page, until, isFirst, ...names }: GuestLinkMail): Mail {
  const [name, ownerName, businessName] = [toLine(names.name), toLine(names.ownerName), toLine(names.businessName)]
  const subject = isFirst
    ? `${ownerName} convidou você a ver as contas de ${businessName}`
    : `Seu link para ver as contas de ${businessName}`
  const first = isFirst
    ? `${ownerName} convidou você a ver as contas de ${businessName} no Prumo: ${guestScopeText}.`
    : `Aqui está o link para ver as contas de ${businessName} no Prumo, a convite de ${ownerName}.`
  const text = `Olá, ${name}.

${first} Você só vê: não lança, não muda e não apaga nada.

Abra o link e toque em Entrar:

${link}

O link vale por ${guestLinkTerm} e entra uma vez. Para voltar depois, peça um link novo em ${page}
${until === null ? '' : `\nO acesso vale até ${formatLastDay(until)}.\n`}
Cada visita fica registrada para ${ownerName}. Se você não conhece quem convidou, não precisa fazer nada.

Prumo
`
  return { to: email, subject, text }
}

/** The notice to the owner that someone was invited. @param at milliseconds since 1970 */
export function invitationNotice(to: string, { email, until, ...details }: GuestDetails, at: number, publicUrl: string): Mail {
  const name = toLine(details.name)
  const term = until === null ? 'até você encerrar o acesso' : `até ${formatLastDay(until)}`
  return securityNotice({
    to,
    subject: `Você convidou ${name} a ver suas contas`,
    happened: `${name} (${email}) pode ver suas contas no Prumo, sem mudar nada, ${term}.`,
    at,
    publicUrl,
    otherwise: {
      advice: 'Se não foi você, troque sua senha e encerre o acesso em Configurações:',
      page: '/dashboard/settings?aba=acesso',
    },
  })
}

/** A name without line breaks: the mail goes to someone who does not know its owner, who could write whole paragraphs into it. */
function toLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ')
}
