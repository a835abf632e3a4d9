import { Injectable } from '@nestjs/common'
import type { PasswordChange, PasswordReset as NewPassword } from '@prumo/shared/identity'
import { identityTexts } from '@prumo/shared/identity-texts'
import { Rejected } from '@prumo/shared/rejections'
import { securityNotice, type SecurityNotice } from '@prumo/shared/security-notice'
import { Not, type EntityManager } from 'typeorm'
import { v4 as randomId } from 'uuid'
import { EmailLink } from '../access/email/email-link.entity.js'
import { SessionEntity } from '../access/session.entity.js'
import { UserEntity } from '../access/user.entity.js'
import type { Write } from '../event-store/stream/commit.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../jobs/outbox.js'
import { WaitingMails } from '../jobs/waiting-mails.js'
import { Settings } from '../platform/config/settings.js'
import { Passwords } from '../platform/crypto/passwords.js'
import { Database } from '../platform/database/database.js'
import { violated } from '../platform/database/sqlstate.js'
import { AccessRecords } from '../platform/http/access-records.js'
import type { Caller } from '../platform/http/caller.js'
import { AttemptCounters } from '../platform/throttling/attempt-counters.js'
import { ReminderDeviceEntity } from '../reminders/reminder-device.entity.js'
import { AccessRevocation, type PasskeyCounts } from './access-revocation.js'
import { PasswordResetEntity, isUnexpired } from './password-reset.entity.js'
import { ResetLinks } from './reset-links.js'
import { RESET_MAIL } from './reset-mail.worker.js'
import { resetNotice } from './reset-notice.js'

// One statement stores the request with its job. An unknown e-mail, or one above its limit of mails, writes the same
// rows and a job that does nothing, so that the answer takes the same time.
const REQUEST = {
  name: 'request-reset',
  text: `
    with ended as (
      delete from password_resets where id = any(array(
        select id from password_resets where expires_at < now() limit 10 for update skip locked))
    ), asked as (
      insert into password_resets (id, user_id, expires_at)
      select $4::uuid, u.id, now() + interval '1 hour'
      from (values ($5::text)) as asked(email) left join users u on u.email = asked.email and $6::boolean
    )
    ${OUTBOX_INSERT}`,
}

/** Replaces passwords: with the current one, or by a mailed link. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly links: ResetLinks,
    private readonly counters: AttemptCounters,
    private readonly settings: Settings,
    private readonly mails: WaitingMails,
    private readonly accesses: AccessRecords,
    private readonly access: AccessRevocation,
  ) {}

  /**
   * Replaces a password and ends the person's other sessions. Rejects with VALIDATION for a wrong current password.
   * @param from the client's address
   */
  async change({ accountId, sessionId }: Caller, { currentPassword, newPassword }: PasswordChange, from: string): Promise<void> {
    const known = await this.database.dataSource.getRepository(UserEntity).findOneBy({ id: accountId })
    const access = { accountId, address: from, kind: 'password-change' } as const
    if (!known || !(await this.passwords.matches(known.passwordHash, currentPassword, from))) {
      this.accesses.note({ ...access, outcome: 'refused' })
      throw wrongPasswordRejection()
    }
    const passwordHash = await this.passwords.hash(newPassword, from)
    await this.database.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(UserEntity, { id: accountId, passwordHash: known.passwordHash }, { passwordHash })
      if (affected === 0) throw wrongPasswordRejection()
      await manager.delete(SessionEntity, { userId: accountId, id: Not(sessionId) })
      // The device of this session registers again when the app is opened.
      await manager.delete(ReminderDeviceEntity, { accountId })
      await revokeLinks(manager, accountId)
      await this.#keepNotice(manager, known)
    })
    this.mails.notifyWorkers()
    this.accesses.note({ ...access, outcome: 'done' })
  }

  /** Enqueues the mail of a link. Takes the same time for every e-mail. */
  async request(email: string): Promise<void> {
    const id = randomId()
    const isMailed = await this.#isMailAllowed(email)
    await this.database.rows(REQUEST, [...outboxValues({ kind: RESET_MAIL, subject: id }), id, email, isMailed])
    outboxWritten.publish([{ kind: RESET_MAIL }])
  }

  /** Counts a mail to an address, known or not; false above the hourly limit. */
  async #isMailAllowed(email: string): Promise<boolean> {
    return !this.settings.rateLimits || (await this.counters.countMail('reset-mails', email)) === null
  }

  /**
   * Replaces a password by a mailed link, and ends every session and the passkeys older than the confirmed e-mail.
   * Rejects with VALIDATION for a forged, used or expired link.
   */
  async reset({ token, password }: NewPassword, from: string): Promise<void> {
    const id = this.links.idOf(token)
    const request =
      id === null ? null : await this.database.dataSource.getRepository(PasswordResetEntity).findOneBy({ id, ...isUnexpired() })
    if (!request?.userId) throw wrongLinkRejection()
    const { userId } = request
    const known = await this.database.dataSource.getRepository(UserEntity).findOneBy({ id: userId })
    if (!known) throw wrongLinkRejection()
    const passwordHash = await this.passwords.hash(password, from)
    const writes = async (passkeys: PasskeyCounts) => [
      replacePassword(userId, passwordHash),
      deleteLink(userId, request.id),
      voidEmailChanges(userId),
      await this.mails.statement(userId, resetNotice(this.#changed(known), passkeys)),
    ]
    await this.access.revoke(userId, writes).catch((failure: unknown) => {
      throw violated(failure) === 'email_link' ? wrongLinkRejection() : failure
    })
    this.accesses.note({ accountId: userId, address: from, kind: 'password-reset', outcome: 'done' })
  }

  /** Enqueues the mail about the changed password. */
  async #keepNotice(manager: EntityManager, person: UserEntity): Promise<void> {
    const { text, values } = await this.mails.statement(person.id, securityNotice(this.#changed(person)))
    await manager.query(text, values)
  }

  #changed({ email }: UserEntity): SecurityNotice {
    return {
      to: email,
      subject: 'Sua senha foi trocada',
      happened: 'A senha da sua conta no Prumo foi trocada.',
      at: this.database.clock.now(),
      publicUrl: this.settings.publicUrl,
    }
  }
}

/** Voids all reset links of a person, and requests for another e-mail made under the previous password. */
async function revokeLinks(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(PasswordResetEntity, { userId })
  await manager.delete(EmailLink, { userId, purpose: 'change' })
}

/** Must be the first write: it locks the user's row, so that of two concurrent uses of a link the second finds it used. */
function replacePassword(userId: string, passwordHash: string): Write {
  return {
    name: 'append-reset-password',
    text: `update users set password_hash = $2::text where id = $1::uuid`,
    values: [userId, passwordHash],
  }
}

/** Voids all links of the person together with the used one. Fails the transaction if that was used meanwhile or has expired. */
function deleteLink(userId: string, id: string): Write {
  return {
    name: 'append-used-reset-link',
    text: `
      with ended as (delete from password_resets where user_id = $1::uuid returning id, expires_at)
      select case when not exists (select 1 from ended where id = $2::uuid and expires_at > now()) then refuse_email_link() end`,
    values: [userId, id],
  }
}

function voidEmailChanges(userId: string): Write {
  return {
    name: 'append-voided-email-changes',
    text: `delete from email_links where user_id = $1::uuid and purpose = 'change'`,
    values: [userId],
  }
}

function wrongPasswordRejection(): Rejected {
  return new Rejected('VALIDATION', identityTexts.wrongCurrentPassword, { currentPassword: [identityTexts.wrongCurrentPassword] })
}

function wrongLinkRejection(): Rejected {
  return new Rejected('VALIDATION', identityTexts.resetLinkInvalid, { token: [identityTexts.resetLinkInvalid] })
}
