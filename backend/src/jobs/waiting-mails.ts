import { Injectable } from '@nestjs/common'
import { v7 as newId } from 'uuid'
import type { Write } from '../event-store/stream/commit.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import type { Mail } from '../platform/mail/mailer.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from './outbox.js'

export const WAITING_MAIL = 'waiting-mail'

/** Binds a sealed mail to its row: it opens nowhere else. */
function contextOf(id: string): string {
  return `waiting-mail\n${id}`
}

export async function openMail(keys: ServerKeys, id: string, sealed: Buffer): Promise<Mail> {
  return JSON.parse(await keys.openMail(sealed, contextOf(id))) as Mail
}

// One statement, so that every mail has its job.
const KEEP = `
  with kept as (
    insert into waiting_mails (id, account_id, sealed) values ($2::uuid, $3::uuid, $4::bytea)
  ) ${OUTBOX_INSERT}`

/**
 * Mails about an account, sent once the change they report is committed. Each is sealed as a whole until it is handed over, so
 * that recipient and text stay as they were, regardless of later changes of the account.
 */
@Injectable()
export class WaitingMails {
  constructor(private readonly keys: ServerKeys) {}

  /** The statement for the append or transaction of the change; call `notifyWorkers` after a transaction's commit. */
  async statement(accountId: string, mail: Mail): Promise<Write & { values: unknown[] }> {
    const id = newId()
    const [kind, subject, account] = outboxValues({ kind: WAITING_MAIL, subject: id, accountId })
    const values = [kind, subject, account, await this.keys.sealMail(JSON.stringify(mail), contextOf(id))]
    return { name: 'keep-mail', text: KEEP, values, onDurable: () => this.notifyWorkers() }
  }

  /** Notifies the workers, who would otherwise wait for their next sweep. */
  notifyWorkers(): void {
    outboxWritten.publish([{ kind: WAITING_MAIL }])
  }
}
