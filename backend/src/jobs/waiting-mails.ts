import { Injectable } from '@nestjs/common'
import { v7 as newId } from 'uuid'
import type { Write } from '../event-store/stream/commit.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import type { Mail } from '../platform/mail/mailer.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from './outbox.js'

export const WAITING_MAIL = 'waiting-mail'

/** What a sealed mail is bound to: it opens nowhere but in its own row. */
function contextOf(id: string): string {
  return `waiting-mail\n${id}`
}

export async function openMail(keys: ServerKeys, id: string, sealed: Buffer): Promise<Mail> {
  return JSON.parse(await keys.openMail(sealed, contextOf(id))) as Mail
}

// One statement, so that a mail is never without its job.
const KEEP = `
  with kept as (
    insert into waiting_mails (id, account_id, sealed) values ($2::uuid, $3::uuid, $4::bytea)
  ) ${OUTBOX_INSERT}`

/**
 * Mails about an account that go out once what they tell of is committed. Each is sealed as a whole until a worker has
 * handed it over, so that it says to whom and what it said then, whatever becomes of the account meanwhile.
 */
@Injectable()
export class WaitingMails {
  constructor(private readonly keys: ServerKeys) {}

  /** A statement for the append or transaction in which it happens; after a transaction's commit belongs `notifyWorkers`. */
  async statement(accountId: string, mail: Mail): Promise<Write & { values: unknown[] }> {
    const id = newId()
    const [kind, subject, account] = outboxValues({ kind: WAITING_MAIL, subject: id, accountId })
    const values = [kind, subject, account, await this.keys.sealMail(JSON.stringify(mail), contextOf(id))]
    return { name: 'keep-mail', text: KEEP, values, onDurable: () => this.notifyWorkers() }
  }

  /** Has the workers look at once instead of with their next sweep. */
  notifyWorkers(): void {
    outboxWritten.publish([{ kind: WAITING_MAIL }])
  }
}
