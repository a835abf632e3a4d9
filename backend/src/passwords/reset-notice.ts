import { securityNotice, type SecurityNotice } from '@prumo/shared/security-notice'
import type { Mail } from '../platform/mail/mailer.js'
import type { PasskeyCounts } from './access-revocation.js'

/** The mail about a password reset: it also says which passkeys were removed and which were kept. */
export function resetNotice(notice: SecurityNotice, { removed, kept }: PasskeyCounts): Mail {
  const sentences = [
    `${notice.happened} Todos os aparelhos foram desconectados.`,
    ...(removed > 0 ? [removedText(removed)] : []),
    ...(kept > 0 ? [keptText(kept)] : []),
  ]
  return securityNotice({ ...notice, happened: sentences.join('\n\n') })
}

function removedText(count: number): string {
  const which = 'de antes de você confirmar este email'
  return count === 1
    ? `Uma chave de acesso ${which} foi removida e não abre mais sua conta.`
    : `${count} chaves de acesso ${which} foram removidas e não abrem mais sua conta.`
}

function keptText(count: number): string {
  return count === 1
    ? 'Uma chave de acesso continua abrindo sua conta. Confira em Configurações se ela é sua.'
    : `${count} chaves de acesso continuam abrindo sua conta. Confira em Configurações se elas são suas.`
}
