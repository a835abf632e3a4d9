import { Injectable } from '@nestjs/common'
import type { PasswordChange, PasswordReset } from '@prumo/shared/identity'
import { identityTexts } from '@prumo/shared/identity-texts'
import { Rejected } from '@prumo/shared/rejections'
import type { PoolClient } from 'pg'
import { v4 as randomId } from 'uuid'
import { Passwords } from '../platform/crypto/passwords.js'
import { Database } from '../platform/database/database.js'
import type { Caller } from '../platform/http/caller.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../platform/outbox/outbox-row.js'
import { ResetLinks } from './reset-links.js'
import { RESET_MAIL } from './reset-mail.worker.js'

// An unknown e-mail leaves the same rows, and a job that finds nothing to do: writing takes time, and the time must not tell.
const REQUEST = {
  name: 'request-reset',
  text: `
    with ended as (
      delete from password_resets where id in (
        select id from password_resets where expires_at < now() limit 10 for update skip locked)
    ), asked as (
      insert into password_resets (id, user_id, expires_at)
      select $4::uuid, u.id, now() + interval '1 hour'
      from (values ($5::text)) as asked(email) left join users u on u.email = asked.email
    )
    ${OUTBOX_INSERT}`,
}

const FIND_HASH = { name: 'find-hash', text: 'select password_hash as "passwordHash" from users where id = $1' }

const FIND_REQUEST = {
  name: 'find-reset',
  text: 'select user_id as "userId" from password_resets where id = $1 and user_id is not null and expires_at > now()',
}

/** Passwords that a person replaces, knowing the old one or by a mailed link. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly links: ResetLinks,
  ) {}

  /** Replaces a password and ends the person's other sessions. Rejects with VALIDATION when the current one is wrong. */
  async change({ accountId, sessionId }: Caller, { currentPassword, newPassword }: PasswordChange): Promise<void> {
    const [known] = await this.database.rows<{ passwordHash: string }>(FIND_HASH, [accountId])
    if (!known || !(await this.passwords.matches(known.passwordHash, currentPassword))) throw wrongPassword()
    const passwordHash = await this.passwords.hash(newPassword)
    await this.database.transaction(async (client) => {
      const replaced = await client.query('update users set password_hash = $3 where id = $1 and password_hash = $2', [
        accountId,
        known.passwordHash,
        passwordHash,
      ])
      if (replaced.rowCount === 0) throw wrongPassword()
      await client.query('delete from sessions where user_id = $1 and id <> $2', [accountId, sessionId])
      await takeBackLinks(client, accountId)
    })
  }

  /** Notes that a link is to be mailed. Takes the same time for every e-mail. */
  async request(email: string): Promise<void> {
    const id = randomId()
    await this.database.rows(REQUEST, [...outboxValues({ kind: RESET_MAIL, subject: id }), id, email])
    outboxWritten.tell()
  }

  /** Replaces a password by a mailed link and ends every session. Rejects with VALIDATION for a false, used or old link. */
  async reset({ token, password }: PasswordReset): Promise<void> {
    const id = this.links.idOf(token)
    const [request] = id === null ? [] : await this.database.rows<{ userId: string }>(FIND_REQUEST, [id])
    if (!request) throw wrongLink()
    const passwordHash = await this.passwords.hash(password)
    await this.database.transaction(async (client) => {
      // Whoever replaces a password locks the person first, so of two that use a link at once the second finds it used.
      await client.query('update users set password_hash = $2 where id = $1', [request.userId, passwordHash])
      const links = await takeBackLinks(client, request.userId)
      if (!links.includes(id as string)) throw wrongLink()
      await client.query('delete from sessions where user_id = $1', [request.userId])
    })
  }
}

/** Every link of a person ends with the password it could have replaced. @returns those that were still good */
async function takeBackLinks(client: PoolClient, userId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string; good: boolean }>(
    'delete from password_resets where user_id = $1 returning id, expires_at > now() as good',
    [userId],
  )
  return rows.filter((row) => row.good).map((row) => row.id)
}

function wrongPassword(): Rejected {
  return new Rejected('VALIDATION', identityTexts.wrongCurrentPassword, { currentPassword: [identityTexts.wrongCurrentPassword] })
}

function wrongLink(): Rejected {
  return new Rejected('VALIDATION', identityTexts.resetLinkInvalid, { token: [identityTexts.resetLinkInvalid] })
}
