import { Inject, Injectable } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { identityTexts } from '@prumo/shared/identity-texts'
import { isRejected, Rejected } from '@prumo/shared/rejections'
import type { PoolClient } from 'pg'
import { Not } from 'typeorm'
import { ExecuteCommand } from '../../event-store/decider/command.js'
import { LOG_READING, type LogReading } from '../../event-store/log-reading.js'
import type { Write } from '../../event-store/stream/commit.js'
import { accountDecider } from '../../identity/account.decider.js'
import { FindUser } from '../../identity/account-profile.projection.js'
import { WaitingMails } from '../../jobs/waiting-mails.js'
import { Settings } from '../../platform/config/settings.js'
import { Database } from '../../platform/database/database.js'
import { violated } from '../../platform/database/sqlstate.js'
import { AccessRecords } from '../../platform/http/access-records.js'
import type { Caller } from '../../platform/http/caller.js'
import { AttemptCounters } from '../../platform/throttling/attempt-counters.js'
import { recordSpentGrace, transferSpentGrace } from '../spent-graces.js'
import { UserEntity } from '../user.entity.js'
import { EmailLinks, type ValidLink } from './email-links.js'
import { changeRequestedNotice, changedNotice } from './email-mails.js'

/** Confirms and changes the e-mail of an account. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly database: Database,
    private readonly links: EmailLinks,
    private readonly mails: WaitingMails,
    private readonly counters: AttemptCounters,
    private readonly accesses: AccessRecords,
    private readonly settings: Settings,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  /**
   * Mails a link to the new address and a notice to the present one. Takes the same time whether the new address is
   * taken or not. Rejects with VALIDATION for the present address, and with RATE_LIMITED.
   */
  async request(caller: Caller, email: string): Promise<void> {
    await this.#count(email)
    await this.#withUserLock(caller, async (client, present) => {
      if (email === present) throw new Rejected('VALIDATION', identityTexts.emailSame, { email: [identityTexts.emailSame] })
      await this.links.issue(client, caller.accountId, 'change', email)
      const notice = changeRequestedNotice(present, this.database.clock.now(), this.settings.publicUrl)
      await client.query(await this.mails.statement(caller.accountId, notice))
    })
    this.links.notifyWorkers()
    this.mails.notifyWorkers()
  }

  /** Mails another link to an unconfirmed e-mail; does nothing for a confirmed one. Rejects with RATE_LIMITED. */
  async remind(caller: Caller): Promise<void> {
    const { answer: user } = await this.questions.execute(new FindUser(caller.accountId))
    if (user.emailVerified) return
    await this.#count(user.email)
    await this.#withUserLock(caller, (client, present) => this.links.issue(client, caller.accountId, 'verify', present))
    this.links.notifyWorkers()
  }

  /**
   * Confirms the address of a link. Needs no session, because people open links where they read their mail. A link
   * works once. Rejects with VALIDATION for a used, forged, expired or voided link, and with CONFLICT if another
   * account took the address meanwhile.
   * @param from the client's address
   */
  async confirm(token: string, from: string): Promise<void> {
    const link = await this.links.find(token)
    if (!link) throw wrongLinkRejection()
    try {
      const isRecorded = await (link.purpose === 'verify' ? this.#verify(link) : this.#change(link, from))
      // The address was confirmed already: no event was written, so the link is still unused.
      if (!isRecorded) await this.#useUp(link)
    } catch (failure) {
      throw refusalIn(failure)
    }
  }

  async #verify({ userId: accountId, id, address: email }: ValidLink): Promise<boolean> {
    const outcome = await this.commands.execute(
      ExecuteCommand.of(contextOf(accountId), {
        decider: accountDecider,
        entityId: accountId,
        command: { type: 'VerifyEmail' as const, email },
        reply: (_, recorded) => recorded.length > 0,
        alongside: [deleteLink(accountId, id)],
      }),
    )
    return outcome.reply
  }

  async #change({ userId: accountId, id, address: email }: ValidLink, from: string): Promise<boolean> {
    const users = this.database.dataSource.getRepository(UserEntity)
    // Excludes the account's own row, because the same link may be followed twice at once.
    const [known, isTaken] = await Promise.all([users.findOneBy({ id: accountId }), users.existsBy({ email, id: Not(accountId) })])
    if (!known) throw wrongLinkRejection()
    // The constraint decides; this check spares a retry of the other appends in the batch.
    if (isTaken) throw takenRejection()
    const { keys } = this.reading
    const outcome = await this.commands.execute(
      ExecuteCommand.of(contextOf(accountId), {
        decider: accountDecider,
        entityId: accountId,
        command: { type: 'ChangeEmail' as const, email },
        reply: (_, recorded) => recorded.length > 0,
        // The `users` row first, in the lock order of all changes of credentials.
        alongside: [
          updateAddress(accountId, email),
          deleteLink(accountId, id),
          ...voidLinks(accountId),
          transferSpentGrace(keys, accountId, email),
          recordSpentGrace(keys, known.email),
          await this.mails.statement(accountId, changedNotice(known.email, this.database.clock.now(), this.settings.publicUrl)),
        ],
      }),
    )
    if (outcome.reply) this.accesses.note({ accountId, address: from, kind: 'email-change', outcome: 'done' })
    return outcome.reply
  }

  async #useUp({ userId, id }: ValidLink): Promise<void> {
    const { name, text, values } = deleteLink(userId, id)
    await this.database.rows({ name, text }, [...values])
  }

  /**
   * Locks the `users` row while a link is issued: a concurrent replacement of the password either voids this link too
   * or has ended the session.
   */
  async #withUserLock({ accountId, sessionId }: Caller, work: (client: PoolClient, present: string) => Promise<void>): Promise<void> {
    await this.database.transaction(async (client) => {
      const [person] = (await client.query<{ email: string }>('select email from users where id = $1 for no key update', [accountId])).rows
      const session = await client.query('select 1 from sessions where user_id = $1 and id = $2', [accountId, sessionId])
      if (!person || session.rows.length === 0) throw new Rejected('UNAUTHENTICATED')
      await work(client, person.email)
    })
  }

  /** Counts a mail to an address. Rejects with RATE_LIMITED above the hourly limit, for known and unknown addresses. */
  async #count(email: string): Promise<void> {
    if (!this.settings.rateLimits) return
    const waitMs = await this.counters.countMail('email-links', email)
    if (waitMs !== null) throw new Rejected('RATE_LIMITED', undefined, undefined, Math.ceil(waitMs / 1000))
  }
}

/** The holder of the link acts for the account. */
function contextOf(accountId: string) {
  return { accountId, actor: accountId, source: 'app' as const }
}

function updateAddress(accountId: string, email: string): Write {
  return {
    name: 'append-changed-email',
    text: `select change_email($1::uuid, $2::text)`,
    values: [accountId, email],
  }
}

/** Deletes the link together with its effect. Fails the transaction if the link was used, replaced or has expired. */
function deleteLink(accountId: string, id: string): Write {
  return {
    name: 'append-used-email-link',
    text: `
      with used as (delete from email_links where id = $2::uuid and user_id = $1::uuid and expires_at > now() returning id)
      select case when exists (select 1 from used) then $2::uuid else refuse_email_link() end`,
    values: [accountId, id],
  }
}

/** Voids links mailed to the previous address: they neither confirm it nor reset the password. */
function voidLinks(accountId: string): Write[] {
  return [
    {
      name: 'append-voided-email-links',
      text: `delete from email_links where user_id = $1::uuid and purpose = 'verify'`,
      values: [accountId],
    },
    {
      name: 'append-voided-resets',
      text: `delete from password_resets where user_id = $1::uuid`,
      values: [accountId],
    },
  ]
}

/** Translates the failure of an append that used a link; returns other failures unchanged. */
function refusalIn(failure: unknown): unknown {
  // The account was erased at this moment, or has another address by now.
  if (isRejected(failure, 'NOT_FOUND')) return wrongLinkRejection()
  if (violated(failure) === 'email_link') return wrongLinkRejection()
  return violated(failure) === 'users_email_unique' ? takenRejection() : failure
}

function wrongLinkRejection(): Rejected {
  return new Rejected('VALIDATION', identityTexts.emailLinkInvalid, { token: [identityTexts.emailLinkInvalid] })
}

function takenRejection(): Rejected {
  return new Rejected('CONFLICT', identityTexts.emailTakenSince)
}
