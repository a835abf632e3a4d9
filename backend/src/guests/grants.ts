import { Inject, Injectable } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import type { Grant, GrantAnswer, NewGrant } from '@prumo/shared/guests'
import { Rejected } from '@prumo/shared/rejections'
import { v4 as randomId, v7 as newId } from 'uuid'
import { dependsOn, ExecuteCommand, type CommandContext, type CommandOutcome } from '../event-store/decider/command.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { findStoredReply } from '../event-store/write-path/idempotency.js'
import { FindUser } from '../identity/account-profile.projection.js'
import { outboxWritten } from '../jobs/outbox.js'
import { WaitingMails } from '../jobs/waiting-mails.js'
import { Settings } from '../platform/config/settings.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import { Database } from '../platform/database/database.js'
import { AttemptCounters } from '../platform/throttling/attempt-counters.js'
import { deleteGrant, fingerprintOf, insertGrant } from './grant-rows.js'
import { guestDecider, toGrant, type GrantFacts, type GuestCommand, type GuestState } from './guest.decider.js'
import type { GuestEvent } from './guest.events.js'
import { GUEST_LINK_MAIL, insertLink } from './guest-links.js'
import { FindGrantFacts, ListGrants } from './guest-list.projection.js'
import { invitationNotice } from './guest-mails.js'

/** The owner's side: who may look into the account. */
@Injectable()
export class AccountGrants {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly database: Database,
    private readonly keys: ServerKeys,
    private readonly counters: AttemptCounters,
    private readonly mails: WaitingMails,
    private readonly settings: Settings,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  list(accountId: string): Promise<PositionedResult<Grant[]>> {
    return this.questions.execute(new ListGrants(accountId, this.database.clock.today()))
  }

  /**
   * Gives someone access and mails the link, and a notice to the owner. Rejects with VALIDATION for the own e-mail or a past
   * day, with QUOTA_EXCEEDED, and with RATE_LIMITED for too many mails to the address.
   */
  async invite(request: CommandContext, { id = newId(), ...details }: NewGrant): Promise<CommandOutcome<GrantAnswer>> {
    const { accountId } = request
    // Before the count of mails: a repeat sends none.
    const key = await loadAccountKey(this.database, this.reading.keys, accountId)
    const replayed = await findStoredReply<GrantAnswer>(this.database, request, key)
    if (replayed) return replayed
    await this.#countMail(details.email)
    const today = this.database.clock.today()
    const command = { type: 'InviteGuest', details, today } as const
    const fingerprint = await fingerprintOf(this.keys, details.email)
    const { answer: owner } = await this.questions.execute(new FindUser(accountId))
    const notice = invitationNotice(owner.email, details, this.database.clock.now(), this.settings.publicUrl)
    return this.commands.execute(
      ExecuteCommand.of<GuestCommand, GuestState, GuestEvent, GrantAnswer>(request, {
        decider: guestDecider,
        entityId: id,
        command,
        dependsOn: dependsOn<GrantFacts, GuestCommand>(new FindGrantFacts(accountId, today), (facts) => ({
          command: { ...command, ...facts },
        })),
        reply: (state) => ({ grant: toGrant(state) }),
        alongside: [
          insertGrant(accountId, id, fingerprint, details),
          insertLink(accountId, id, randomId(), () => outboxWritten.publish([{ kind: GUEST_LINK_MAIL }])),
          await this.mails.statement(accountId, notice),
        ],
      }),
    )
  }

  /** Ends an access with its links and sessions. Rejects with NOT_FOUND. */
  end(request: CommandContext, id: string): Promise<CommandOutcome<null>> {
    return this.commands.execute(endAccess(request, id, { type: 'EndAccess' }))
  }

  async #countMail(email: string): Promise<void> {
    if (!this.settings.rateLimits) return
    const waitMs = await this.counters.countMail('guest-invitations', email)
    if (waitMs !== null) throw new Rejected('RATE_LIMITED', undefined, undefined, Math.ceil(waitMs / 1000))
  }
}

/** The command that ends an access, because the owner wants it or its last day has passed. */
export function endAccess(
  context: CommandContext,
  id: string,
  command: Extract<GuestCommand, { type: 'EndAccess' | 'ExpireAccess' }>,
): ExecuteCommand<null> {
  return ExecuteCommand.of<GuestCommand, GuestState, GuestEvent, null>(context, {
    decider: guestDecider,
    entityId: id,
    command,
    reply: () => null,
    alongside: deleteGrant(context.accountId, id),
  })
}
