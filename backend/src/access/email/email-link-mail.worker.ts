import type { JobWorker } from '../../jobs/job-worker.js'
import { ServerKeys } from '../../platform/crypto/server-keys.js'
import { UserEntity } from '../user.entity.js'
import { EMAIL_LINK_MAIL, findValidLink, linkOf } from './email-links.js'
import { newAddressMail, addressTakenMail, verificationMail } from './email-mails.js'

/**
 * Mails the link that confirms an address; the subject is the link's id. Does nothing for a used, expired or replaced
 * link. Only this job looks up whether the address is taken: the request takes the same time either way, and only the
 * mailbox's owner learns it.
 */
export const emailLinkMailWorker: JobWorker = {
  kind: EMAIL_LINK_MAIL,
  // More than half of the hour for which a link for a change is valid.
  attempts: 12,
  async run({ id, subject }, { database, mailer, reading, settings }) {
    const link = await findValidLink(database, new ServerKeys(database, reading.keys), subject)
    if (!link) return
    const { address, purpose } = link
    if (purpose === 'verify') return mailer.send(verificationMail(address, linkOf(settings, subject)), id)
    const isTaken = await database.dataSource.getRepository(UserEntity).existsBy({ email: address })
    await mailer.send(isTaken ? addressTakenMail(address) : newAddressMail(address, linkOf(settings, subject)), id)
  },
}
