import type { Mail } from '../platform/mail/mailer.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { PasswordResetEntity, isUnexpired } from './password-reset.entity.js'
import { ResetLinks } from './reset-links.js'

export const RESET_MAIL = 'reset-mail'

/**
 * Mails the link that resets a password; the subject is the request. Does nothing for a request that was used, has
 * expired or came with an unknown e-mail.
 */
export const resetMailWorker: JobWorker = {
  kind: RESET_MAIL,
  // More than half of the hour for which a link is valid.
  attempts: 12,
  async run({ id, subject }, { database, mailer, settings }) {
    const asked = await database.dataSource
      .getRepository(PasswordResetEntity)
      .findOne({ where: { id: subject, ...isUnexpired() }, relations: { user: true } })
    if (asked?.user) await mailer.send(resetMail(asked.user.email, new ResetLinks(settings).of(subject)), id)
  },
}

function resetMail(to: string, link: string): Mail {
  const text = `Você pediu para trocar sua senha no Prumo.

Abra o link e escolha uma nova:

${link}

O link vale por 1 hora e funciona uma vez.

Se não foi você quem pediu, não precisa fazer nada: sua senha continua a mesma.

Prumo
`
  return { to, subject: 'Sua nova senha no Prumo', text }
}
