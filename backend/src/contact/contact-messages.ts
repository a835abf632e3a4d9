import { Injectable } from '@nestjs/common'
import type { ContactRequest } from '@prumo/shared/contact'
import type { PoolClient } from 'pg'
import { v7 as newId } from 'uuid'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../jobs/outbox.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import { Database } from '../platform/database/database.js'

export const CONTACT_MAIL = 'contact-mail'

export type ContactMailContent = Omit<ContactRequest['template_params'], 'website'>

/** Binds the sealed message to its row. */
function contextOf(id: string): string {
  return `contact-message\n${id}`
}

// One statement stores the message with its job.
const TAKE = {
  name: 'take-contact-message',
  text: `with taken as (insert into contact_messages (id, sealed) values ($4::uuid, $5::bytea)) ${OUTBOX_INSERT}`,
}

const WAITING = { name: 'waiting-contact-message', text: 'select sealed from contact_messages where id = $1' }

/** Messages of the contact form that are not mailed yet, sealed under the server's key. */
@Injectable()
export class ContactMessages {
  constructor(
    private readonly database: Database,
    private readonly keys: ServerKeys,
  ) {}

  async enqueue(message: ContactMailContent): Promise<void> {
    const id = newId()
    const sealed = await this.keys.sealMail(JSON.stringify(message), contextOf(id))
    await this.database.rows(TAKE, [...outboxValues({ kind: CONTACT_MAIL, subject: id }), id, sealed])
    outboxWritten.publish([{ kind: CONTACT_MAIL }])
  }

  /** A queued message; null once it was mailed. */
  async findWaiting(id: string): Promise<ContactMailContent | null> {
    const [row] = await this.database.rows<{ sealed: Buffer }>(WAITING, [id])
    return row ? (JSON.parse(await this.keys.openMail(row.sealed, contextOf(id))) as ContactMailContent) : null
  }
}

/** Deletes a mailed message. */
export async function deleteMessage(client: PoolClient, id: string): Promise<void> {
  await client.query('delete from contact_messages where id = $1', [id])
}
