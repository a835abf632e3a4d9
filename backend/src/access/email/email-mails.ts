import { securityNotice } from '@prumo/shared/security-notice'
import type { Mail } from '../../platform/mail/mailer.js'

/** Mails about an account's e-mail. */

/** To the first address of an account. */
export function verificationMail(to: string, link: string): Mail {
  const text = `Falta confirmar que este email é seu.

Abra o link e toque em Confirmar:

${link}

O link vale por 3 dias e funciona uma vez.

Se não foi você quem criou a conta no Prumo, não precisa fazer nada.

Prumo
`
  return { to, subject: 'Confirme seu email no Prumo', text }
}

/** To the new address of an account. */
export function newAddressMail(to: string, link: string): Mail {
  const text = `Você pediu para entrar no Prumo com este email.

Abra o link e toque em Confirmar:

${link}

O link vale por 1 hora e funciona uma vez. Até lá, sua conta continua com o email de antes.

Se não foi você quem pediu, não precisa fazer nada: nada muda.

Prumo
`
  return { to, subject: 'Confirme seu novo email no Prumo', text }
}

/** To a new address that another account has: only its owner learns that. */
export function addressTakenMail(to: string): Mail {
  const text = `Alguém pediu para usar este email em outra conta do Prumo.

Este email já é o de uma conta, então nada mudou em nenhuma das duas.

Se foi você, escolha outro email para a outra conta.

Se não foi, não precisa fazer nada.

Prumo
`
  return { to, subject: 'Este email já está em uso no Prumo', text }
}

/** To the present address, about the requested change. @param at milliseconds since 1970 */
export function changeRequestedNotice(to: string, at: number, publicUrl: string): Mail {
  const happened = 'Pediram para trocar o email da sua conta no Prumo. Nada muda até que o novo endereço confirme.'
  const advice = 'Se não foi, troque sua senha agora. Isso desconecta todos os aparelhos e cancela o pedido:'
  return securityNotice({
    to,
    subject: 'Pedido para trocar seu email',
    happened,
    at,
    publicUrl,
    otherwise: { advice, page: '/forgot-password' },
  })
}

/** To the previous address, after the change. @param at milliseconds since 1970 */
export function changedNotice(to: string, at: number, publicUrl: string): Mail {
  const happened = 'O email da sua conta no Prumo foi trocado. Este endereço não entra mais nela.'
  // A link to reset the password would go to the new address.
  const advice = 'Se não foi, escreva para nós agora:'
  return securityNotice({ to, subject: 'Seu email foi trocado', happened, at, publicUrl, otherwise: { advice, page: '/contact' } })
}
