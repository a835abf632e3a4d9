import type { JobWorker } from '../jobs/job-worker.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import type { Mail } from '../platform/mail/mailer.js'

export const FAREWELL_MAIL = 'farewell-mail'

/** Binds the sealed address to its row. */
function contextOf(accountId: string): string {
  return `farewell\n${accountId}`
}

/** Seals the address under the server's key, because the account and its key will be gone when the mail is sent. */
export function sealAddress(keys: ServerKeys, accountId: string, email: string): Promise<Buffer> {
  return keys.sealMail(email, contextOf(accountId))
}

const FIND = { name: 'find-farewell', text: 'select address from farewells where account_id = $1' }
const FORGET = { name: 'forget-farewell', text: 'delete from farewells where account_id = $1' }

/** Mails that the account was erased; the subject is the account. Deletes the address once the mail is sent. */
export const farewellMailWorker: JobWorker = {
  kind: FAREWELL_MAIL,
  // About two days, to outlast an outage of the mail server.
  attempts: 18,
  async run(job, { database, mailer, reading }) {
    const [found] = await database.rows<{ address: Buffer }>(FIND, [job.subject])
    if (!found) return
    const address = await new ServerKeys(database, reading.keys).openMail(found.address, contextOf(job.subject))
    await mailer.send(farewellMail(address), job.id)
    await job.complete(async (client) => void (await client.query({ ...FORGET, values: [job.subject] })))
  },
}

function farewellMail(to: string): Mail {
  const text = `Sua conta no Prumo foi apagada, como você pediu.

Seus lançamentos, metas, tarefas e a reserva não podem mais ser lidos por ninguém, nem por nós. Se havia uma assinatura, ela foi cancelada e não haverá novas cobranças.

Este é o último email que você recebe de nós. Seu endereço também já foi esquecido: você pode usá-lo para começar de novo quando quiser.

Prumo
`
  return { to, subject: 'Sua conta no Prumo foi apagada', text }
}
