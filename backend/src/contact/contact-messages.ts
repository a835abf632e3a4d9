import { Injectable } from '@nestjs/common'
import type { ContactRequest } from '@prumo/shared/contact'
import type { PoolClient } from 'pg'
import { v7 as newId } from 'uuid'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../jobs/outbox.js'
import { Settings } from '../platform/config/settings.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { Database } from '../platform/database/database.js'

export const CONTACT_MAIL = 'contact-mail'

export type ContactMessage = Omit<ContactRequest['template_params'], 'website'>

// One statement, so that a message is never without its job.
const TAKE = {
  name: 'take-contact-message',
  text: `with taken as (insert into contact_messages (id, wrapped_key, sealed) values ($4::uuid, $5::bytea, $6::text)) ${OUTBOX_INSERT}`,
}

const WAITING = { name: 'waiting-contact-message', text: 'select wrapped_key as "wrappedKey", sealed from contact_messages where id = $1' }

/** Messages of the contact form from when they are taken until they are mailed: sealed, each under a key of its own. */
@Injectable()
export class ContactMessages {
  readonly #keys: AccountKeys

  constructor(
    private readonly database: Database,
    { masterKey, otherMasterKeys }: Settings,
  ) {
    this.#keys = new AccountKeys(masterKey, otherMasterKeys)
  }

  async take(message: ContactMessage): Promise<void> {
    const id = newId()
    const { key, wrapped } = this.#keys.create(id)
    await this.database.rows(TAKE, [
      ...outboxValues({ kind: CONTACT_MAIL, subject: id }),
      id,
      wrapped,
      key.seal(JSON.stringify(message), id),
    ])
    outboxWritten.publish([{ kind: CONTACT_MAIL }])
  }

  /** A message that waits; null once it was mailed. */
  async waiting(id: string): Promise<ContactMessage | null> {
    const [row] = await this.database.rows<{ wrappedKey: Buffer; sealed: string }>(WAITING, [id])
    return row ? (JSON.parse(this.#keys.unwrap(id, row.wrappedKey).open(row.sealed, id)) as ContactMessage) : null
  }
}

/** Does away with a message that was mailed. */
export async function forgetMessage(client: PoolClient, id: string): Promise<void> {
  await client.query('delete from contact_messages where id = $1', [id])
}
