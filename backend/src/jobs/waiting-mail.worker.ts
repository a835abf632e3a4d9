import type { JobWorker } from './job-worker.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import { openMail, WAITING_MAIL } from './waiting-mails.js'

const FIND = { name: 'find-waiting-mail', text: 'select sealed from waiting_mails where id = $1' }
const FORGET = { name: 'forget-waiting-mail', text: 'delete from waiting_mails where id = $1' }

/** Mails what waits; the subject is its id. Once it is handed over it is kept nowhere. */
export const waitingMailWorker: JobWorker = {
  kind: WAITING_MAIL,
  // About two days, for a mail server that is away.
  attempts: 18,
  async run(job, { database, mailer, reading }) {
    const [found] = await database.rows<{ sealed: Buffer }>(FIND, [job.subject])
    if (!found) return
    await mailer.send(await openMail(new ServerKeys(database, reading.keys), job.subject, found.sealed), job.id)
    await job.complete(async (client) => void (await client.query({ ...FORGET, values: [job.subject] })))
  },
}
