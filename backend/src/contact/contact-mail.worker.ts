import { contactSubjects, CONTACT_EMAIL } from '@prumo/shared/contact-rules'
import type { JobWorker } from '../jobs/job-worker.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import type { Mail } from '../platform/mail/mailer.js'
import { CONTACT_MAIL, ContactMessages, deleteMessage, type ContactMailContent } from './contact-messages.js'

/** Mails a message of the contact form to the support mailbox and deletes it; the subject is its id. */
export const contactMailWorker: JobWorker = {
  kind: CONTACT_MAIL,
  async run(job, { database, mailer, reading }) {
    const message = await new ContactMessages(database, new ServerKeys(database, reading.keys)).findWaiting(job.subject)
    if (!message) return
    await mailer.send(contactMail(message), job.id)
    await job.complete((client) => deleteMessage(client, job.subject))
  },
}

function contactMail({ from_name: name, from_email: replyTo, subject, message }: ContactMailContent): Mail {
  const text = `${contactSubjects[subject]}

${message}

${name}
${replyTo}
`
  return { to: CONTACT_EMAIL, replyTo, subject: `Contato: ${contactSubjects[subject]}`, text }
}
