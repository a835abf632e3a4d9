import { Injectable } from '@nestjs/common'
import type { PoolClient } from 'pg'
import { Raw } from 'typeorm'
import { v4 as randomId } from 'uuid'
import type { Write } from '../../event-store/stream/commit.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../../jobs/outbox.js'
import { Settings } from '../../platform/config/settings.js'
import { LinkTokens } from '../../platform/crypto/link-tokens.js'
import { ServerKeys, UnopenedText } from '../../platform/crypto/server-keys.js'
import { Database } from '../../platform/database/database.js'
import { EmailLink, type LinkPurpose } from './email-link.entity.js'

export const EMAIL_LINK_MAIL = 'email-link-mail'

/** Binds the sealed address to its row. */
function contextOf(id: string): string {
  return `email-link\n${id}`
}

function tokensOf({ jwtSecrets }: Settings): LinkTokens {
  return new LinkTokens(jwtSecrets, 'prumo-email-link')
}

/** How long a link is valid: short if it hands over the account, over a weekend if it only confirms. */
const GOOD_FOR: Readonly<Record<LinkPurpose, string>> = { change: '1 hour', verify: '3 days' }

/** An unused link that has not expired. */
export interface ValidLink extends Pick<EmailLink, 'userId' | 'purpose' | 'id'> {
  /** The address it was mailed to. */
  address: string
}

// One statement stores the link with its job.
const ISSUE = `
  with kept as (
    insert into email_links (user_id, purpose, id, address, expires_at)
    values ($4::uuid, $5::text, $6::uuid, $7::bytea, now() + $8::interval)
    on conflict (user_id, purpose) do update set id = excluded.id, address = excluded.address, expires_at = excluded.expires_at
  ) ${OUTBOX_INSERT}`

/** The mailed link. The token is in the fragment, which browsers send to no server and no referrer contains. */
export function linkOf(settings: Settings, id: string): string {
  return `${settings.publicUrl}/confirm-email#token=${tokensOf(settings).of(id)}`
}

/** The link of an id, unless it was used, replaced or has expired. */
export async function findValidLink(database: Pick<Database, 'dataSource'>, keys: ServerKeys, id: string): Promise<ValidLink | null> {
  const found = await database.dataSource.getRepository(EmailLink).findOneBy({ id, expiresAt: Raw((column) => `${column} > now()`) })
  if (!found) return null
  const { userId, purpose, address } = found
  return { userId, purpose, id, address: await keys.openMail(address, contextOf(id)) }
}

/** Links mailed to an address, which prove its ownership. */
@Injectable()
export class EmailLinks {
  readonly #tokens: LinkTokens

  constructor(
    settings: Settings,
    private readonly database: Database,
    private readonly keys: ServerKeys,
  ) {
    this.#tokens = tokensOf(settings)
  }

  /**
   * Enqueues the mail of a link, in a transaction that holds the lock of the `users` row; call `notifyWorkers` after
   * the commit. Voids the previous link.
   */
  async issue(client: PoolClient, userId: string, purpose: LinkPurpose, address: string): Promise<void> {
    await client.query({ name: 'issue-email-link', text: ISSUE, values: await this.#values(userId, purpose, address) })
  }

  /** The same as a write of the append that opens an account. */
  async alongside(userId: string, address: string): Promise<Write> {
    const values = await this.#values(userId, 'verify', address)
    return { name: 'issue-email-link', text: ISSUE, values, onDurable: () => this.notifyWorkers() }
  }

  /** Wakes the workers, which otherwise find the job with their next sweep. */
  notifyWorkers(): void {
    outboxWritten.publish([{ kind: EMAIL_LINK_MAIL }])
  }

  /** The link of a token; null if the token is forged, or its link was used, replaced, has expired or is damaged. */
  async find(token: string): Promise<ValidLink | null> {
    const id = this.#tokens.idOf(token)
    if (id === null) return null
    return findValidLink(this.database, this.keys, id).catch((failure: unknown) => {
      if (failure instanceof UnopenedText) return null
      throw failure
    })
  }

  async #values(userId: string, purpose: LinkPurpose, address: string): Promise<unknown[]> {
    const id = randomId()
    const sealed = await this.keys.sealMail(address, contextOf(id))
    return [...outboxValues({ kind: EMAIL_LINK_MAIL, subject: id, accountId: userId }), userId, purpose, id, sealed, GOOD_FOR[purpose]]
  }
}
