import type { JobWorker } from '../../jobs/job-worker.js'
import { ServerKeys } from '../../platform/crypto/server-keys.js'
import { UserEntity } from '../user.entity.js'
import { EMAIL_LINK_MAIL, findValidLink, linkOf } from './email-links.js'
import { changeMail, takenMail, verificationMail } from './email-mails.js'

/**
 * Mails the link by which an address is confirmed; the subject is the link's id. One that was used, is over or was voided by
 * a newer one is nothing to do. Whether an address is taken is looked up here alone: asking for it does the same work and
 * takes the same time for every one, and only whoever reads the mailbox is told.
 */
export const emailLinkMailWorker: JobWorker = {
  kind: EMAIL_LINK_MAIL,
  // More than half the hour that a link for a change is good for.
  attempts: 12,
  async run({ id, subject }, { database, mailer, reading, settings }) {
    const link = await findValidLink(database, new ServerKeys(database, reading.keys), subject)
    if (!link) return
    const { address, purpose } = link
    if (purpose === 'verify') return mailer.send(verificationMail(address, linkOf(settings, subject)), id)
    const isTaken = await database.dataSource.getRepository(UserEntity).existsBy({ email: address })
    await mailer.send(isTaken ? takenMail(address) : changeMail(address, linkOf(settings, subject)), id)
  },
}
