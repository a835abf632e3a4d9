import type { JobWorker } from '../jobs/job-worker.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import { fingerprintOf } from './grant-rows.js'
import { GUEST_LINK_MAIL, guestLink, guestPage } from './guest-links.js'
import { readGuest } from './guest-list.projection.js'
import { guestLinkMail } from './guest-mails.js'
import { findEnterableGrants } from './open-grants.js'

const FIND = {
  name: 'find-mailed-guest-link',
  text: 'select account_id as "accountId", grant_id as "grantId" from guest_links where id = $1 and expires_at > now() and grant_id is not null',
}

/**
 * Mails the link to a guest; the subject is the link's id. Does nothing for a link that was used or voided, has expired, or
 * leads to no account with access, and for the request of an unknown e-mail.
 */
export const guestLinkMailWorker: JobWorker = {
  kind: GUEST_LINK_MAIL,
  // About two days, to outlast an outage of the mail server.
  attempts: 18,
  async run({ id, subject }, { database, mailer, reading, settings }) {
    const [link] = await database.rows<{ accountId: string; grantId: string }>(FIND, [subject])
    if (!link) return
    const guest = await readGuest(database, link.accountId, link.grantId)
    if (!guest) return
    const [grant] = await findEnterableGrants(database, {
      fingerprint: await fingerprintOf(new ServerKeys(database, reading.keys), guest.email),
      first: link.grantId,
      today: database.clock.today(),
      graceSeconds: settings.registrationGraceSeconds,
    })
    if (!grant) return
    const { name, ownerName, businessName, until } = grant
    const mail = { name, ownerName, businessName, until, email: guest.email, link: guestLink(settings, subject), page: guestPage(settings) }
    await mailer.send(guestLinkMail({ ...mail, isFirst: guest.entries === 0 }), id)
  },
}
