import type { JobWorker } from './job-worker.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import { openMail, WAITING_MAIL } from './waiting-mails.js'

const FIND = { name: 'find-waiting-mail', text: 'select sealed from waiting_mails where id = $1' }
const DELETE = { name: 'delete-waiting-mail', text: 'delete from waiting_mails where id = $1' }

/** Sends a waiting mail, whose id is the subject, and then deletes it. */
export const waitingMailWorker: JobWorker = {
  kind: WAITING_MAIL,
  // About two days, for an unavailable mail server.
  attempts: 18,
  async run(job, { database, mailer, reading }) {
    const [found] = await database.rows<{ sealed: Buffer }>(FIND, [job.subject])
    if (!found) return
    await mailer.send(await openMail(new ServerKeys(database, reading.keys), job.subject, found.sealed), job.id)
    await job.complete(async (client) => void (await client.query({ ...DELETE, values: [job.subject] })))
  },
}
