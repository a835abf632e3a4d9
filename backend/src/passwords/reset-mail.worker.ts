import type { Mail } from '../platform/mail/mailer.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { PasswordResetEntity, isUnexpired } from './password-reset.entity.js'
import { ResetLinks } from './reset-links.js'

export const RESET_MAIL = 'reset-mail'

/**
 * Mails the link for a new password; the subject is the request for it. A request that was used, is over or came
 * with an e-mail that nobody has is nothing to do.
 */
export const resetMailWorker: JobWorker = {
  kind: RESET_MAIL,
  // More than half the hour that a link is good for.
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
