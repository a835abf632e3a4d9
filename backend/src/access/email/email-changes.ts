import { Inject, Injectable } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { identityTexts } from '@prumo/shared/identity-texts'
import { Rejected } from '@prumo/shared/rejections'
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
import { changeAskedNotice, changedNotice } from './email-mails.js'

/** The address that someone comes in with: another one, and that they read it. */
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
   * Has a link mailed to another address, and the present one told. Takes the same time whether somebody has it or not.
   * Rejects with VALIDATION for the account's own, and with RATE_LIMITED.
   */
  async request(caller: Caller, email: string): Promise<void> {
    await this.#count(email)
    await this.#inTurn(caller, async (client, present) => {
      if (email === present) throw new Rejected('VALIDATION', identityTexts.emailSame, { email: [identityTexts.emailSame] })
      await this.links.issue(client, caller.accountId, 'change', email)
      const notice = changeAskedNotice(present, this.database.clock.now(), this.settings.publicUrl)
      await client.query(await this.mails.statement(caller.accountId, notice))
    })
    this.links.notifyWorkers()
    this.mails.notifyWorkers()
  }

  /** Has a link mailed to the present address once more; nothing where it was confirmed. Rejects with RATE_LIMITED. */
  async remind(caller: Caller): Promise<void> {
    const { answer: user } = await this.questions.execute(new FindUser(caller.accountId))
    if (user.emailVerified) return
    await this.#count(user.email)
    await this.#inTurn(caller, (client, present) => this.links.issue(client, caller.accountId, 'verify', present))
    this.links.notifyWorkers()
  }

  /**
   * Confirms the address that a link was mailed to, for anyone who has the token: a person opens the link where they read their
   * mails. A link works once. Rejects with VALIDATION for a used, false, old or voided link, and with CONFLICT where the address
   * became another account's since.
   * @param from the address that asks
   */
  async confirm(token: string, from: string): Promise<void> {
    const link = await this.links.find(token)
    if (!link) throw wrongLinkRejection()
    try {
      const isRecorded = await (link.purpose === 'verify' ? this.#verify(link) : this.#change(link, from))
      // The address was confirmed already, so the link was not used up with an event.
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
    // Not its own: the same link may be followed twice at once.
    const [known, isTaken] = await Promise.all([users.findOneBy({ id: accountId }), users.existsBy({ email, id: Not(accountId) })])
    if (!known) throw wrongLinkRejection()
    // The constraint decides; asking first spares the neighbours in the append a second try.
    if (isTaken) throw takenRejection()
    const { keys } = this.reading
    const outcome = await this.commands.execute(
      ExecuteCommand.of(contextOf(accountId), {
        decider: accountDecider,
        entityId: accountId,
        command: { type: 'ChangeEmail' as const, email },
        reply: (_, recorded) => recorded.length > 0,
        // The person first, as everyone does who changes how somebody comes in.
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

  /** Holds the person's row while a link is issued, so that a password that is being replaced ends this one too, or ended the session. */
  async #inTurn({ accountId, sessionId }: Caller, work: (client: PoolClient, present: string) => Promise<void>): Promise<void> {
    await this.database.transaction(async (client) => {
      const [person] = (await client.query<{ email: string }>('select email from users where id = $1 for no key update', [accountId])).rows
      const session = await client.query('select 1 from sessions where user_id = $1 and id = $2', [accountId, sessionId])
      if (!person || session.rows.length === 0) throw new Rejected('UNAUTHENTICATED')
      await work(client, person.email)
    })
  }

  /** Counts a mail to an address. Rejects with RATE_LIMITED once it had those of the hour, known or not. */
  async #count(email: string): Promise<void> {
    if (!this.settings.rateLimits) return
    const waitMs = await this.counters.countMail('email-links', email)
    if (waitMs !== null) throw new Rejected('RATE_LIMITED', undefined, undefined, Math.ceil(waitMs / 1000))
  }
}

/** Whoever has the link acts for the account. */
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

/** The link is used up with what it brings; where it was used, a newer one took its place, or its time is over, nothing is written. */
function deleteLink(accountId: string, id: string): Write {
  return {
    name: 'append-used-email-link',
    text: `
      with used as (delete from email_links where id = $2::uuid and user_id = $1::uuid and expires_at > now() returning id)
      select case when exists (select 1 from used) then $2::uuid else refuse_email_link() end`,
    values: [accountId, id],
  }
}

/** What was mailed to the address before is worth nothing any more: neither confirms it nor sets a password. */
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

/** What a refused append says of the link that came with it, else the failure itself. */
function refusalIn(failure: unknown): unknown {
  // Erased in this very moment, or the address is not the account's any more.
  if (failure instanceof Rejected && failure.code === 'NOT_FOUND') return wrongLinkRejection()
  if (violated(failure) === 'email_link') return wrongLinkRejection()
  return violated(failure) === 'users_email_unique' ? takenRejection() : failure
}

function wrongLinkRejection(): Rejected {
  return new Rejected('VALIDATION', identityTexts.emailLinkInvalid, { token: [identityTexts.emailLinkInvalid] })
}

function takenRejection(): Rejected {
  return new Rejected('CONFLICT', identityTexts.emailTakenSince)
}
