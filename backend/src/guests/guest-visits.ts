import { Injectable } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { guestTexts } from '@prumo/shared/guest-texts'
import type { GuestAnswer, GuestEntry, Invitation } from '@prumo/shared/guests'
import { isRejected, Rejected } from '@prumo/shared/rejections'
import { v4 as randomId } from 'uuid'
import type { ClientInfo } from '../access/client.js'
import { Sessions, type NewSession } from '../access/sessions.js'
import { ExecuteCommand } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import type { Write } from '../event-store/stream/commit.js'
import { outboxWritten } from '../jobs/outbox.js'
import { Settings } from '../platform/config/settings.js'
import type { LinkTokens } from '../platform/crypto/link-tokens.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import { Database } from '../platform/database/database.js'
import { violated } from '../platform/database/sqlstate.js'
import { AccessRecords } from '../platform/http/access-records.js'
import type { Caller } from '../platform/http/caller.js'
import { AttemptCounters } from '../platform/throttling/attempt-counters.js'
import { fingerprintOf } from './grant-rows.js'
import { guestDecider } from './guest.decider.js'
import { GUEST_LINK_MAIL, guestTokens, REQUEST_LINK, requestValues, useUpLink } from './guest-links.js'
import { FindGuest, toGuestUser } from './guest-list.projection.js'
import { findEnterableGrants, toOpenGrants, type EnterableGrant } from './open-grants.js'

const FIND_LINK = {
  name: 'find-guest-link',
  text: `
    select g.id as "grantId", g.fingerprint from guest_links l join guest_grants g on g.account_id = l.account_id and g.id = l.grant_id
    where l.id = $1 and l.expires_at > now()`,
}
const FIND_SESSION = {
  name: 'find-guest-session',
  text: 'select expires_at as "expiresAt" from sessions where user_id = $1 and id = $2 and grant_id = $3 and expires_at > now()',
}
const FIND_GRANT = {
  name: 'find-grant',
  text: 'select fingerprint, until::text as until from guest_grants where account_id = $1 and id = $2',
}
const END_SESSION = { name: 'end-guest-session', text: 'delete from sessions where user_id = $1 and id = $2 returning id' }

/** The session of a guest. */
type GuestCaller = Required<Caller>

/** Guests enter an account by mailed links, and change to another one that they may look into. */
@Injectable()
export class GuestVisits {
  readonly #tokens: LinkTokens

  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly database: Database,
    private readonly sessions: Sessions,
    private readonly counters: AttemptCounters,
    private readonly keys: ServerKeys,
    private readonly accesses: AccessRecords,
    private readonly settings: Settings,
  ) {
    this.#tokens = guestTokens(settings)
  }

  /** What a link leads to; changes nothing. Rejects with VALIDATION for a used, forged, voided or expired one. */
  async look(token: string): Promise<Invitation> {
    const {
      grants: [{ ownerName, businessName, name, until }],
    } = await this.#findLink(token)
    return { owner: { name: ownerName, businessName }, name, until }
  }

  /** Starts a session, and uses up the link. Rejects as `look` does. */
  async enter(token: string, client: ClientInfo): Promise<GuestEntry> {
    const { id, grants } = await this.#findLink(token)
    const [grant] = grants
    const session = this.sessions.makeForGuest(grant, grant.endsAt, client)
    await this.#record(grant, session, [useUpLink(id)]).catch((failure: unknown) => {
      throw isEnded(failure) ? wrongLinkRejection() : failure
    })
    return this.#entryOf(session, grant, grants)
  }

  /**
   * Replaces a guest's session by one of another account, which ends when the first would have. Rejects with NOT_FOUND for a
   * grant that is not of the same guest, UNAUTHENTICATED for a session that ended meanwhile.
   */
  async switch(caller: GuestCaller, grantId: string, client: ClientInfo): Promise<GuestEntry> {
    const { accountId, sessionId } = caller
    const [present] = await this.database.rows<{ expiresAt: Date }>(FIND_SESSION, [accountId, sessionId, caller.grantId])
    if (!present) throw new Rejected('UNAUTHENTICATED')
    const grants = await this.#grantsOf(caller)
    const grant = grants.find((each) => each.grantId === grantId)
    if (!grant) throw new Rejected('NOT_FOUND')
    const ends = [present.expiresAt, ...(grant.endsAt ? [grant.endsAt] : [])].map((each) => each.getTime())
    const session = this.sessions.makeForGuest(grant, new Date(Math.min(...ends)), client)
    await this.#record(grant, session, [])
    // Of two switches of one session at the same moment only one stays.
    const ended = await this.database.rows(END_SESSION, [accountId, sessionId])
    if (ended.length === 0) {
      await this.database.rows(END_SESSION, [session.userId, session.id])
      throw new Rejected('UNAUTHENTICATED')
    }
    return this.#entryOf(session, grant, grants)
  }

  /** Enqueues the mail of a link to the latest grant of an address. Takes the same time for every e-mail. */
  async requestLink(email: string): Promise<void> {
    const id = randomId()
    const fingerprint = await fingerprintOf(this.keys, email)
    const isMailed = !this.settings.rateLimits || (await this.counters.countMail('guest-links', email)) === null
    await this.database.rows(REQUEST_LINK, requestValues(id, fingerprint, isMailed, this.database.clock.today()))
    outboxWritten.publish([{ kind: GUEST_LINK_MAIL }])
  }

  /** The guest of a session, as the guest's screens show it. */
  async find(caller: GuestCaller): Promise<PositionedResult<GuestAnswer>> {
    const { accountId, sessionId, grantId } = caller
    const [[session], [grant], grants] = await Promise.all([
      this.database.rows<{ expiresAt: Date }>(FIND_SESSION, [accountId, sessionId, grantId]),
      this.database.rows<{ until: string | null }>(FIND_GRANT, [accountId, grantId]),
      this.#grantsOf(caller),
    ])
    if (!session || !grant) throw new Rejected('UNAUTHENTICATED')
    const visit = { grantId, until: grant.until, endsAt: session.expiresAt.toISOString(), grants: toOpenGrants(grants) }
    const seen = await this.questions.execute(new FindGuest(accountId, grantId)).catch((failure: unknown) => {
      throw isRejected(failure, 'NOT_FOUND') ? new Rejected('UNAUTHENTICATED') : failure
    })
    // The other businesses are not of this log.
    return seen.map((guest) => ({ user: toGuestUser(guest), visit: { ...visit, ownerName: guest.ownerName } })).unrepeatable()
  }

  async #findLink(token: string): Promise<{ id: string; grants: [EnterableGrant, ...EnterableGrant[]] }> {
    const id = this.#tokens.idOf(token)
    const [link] = id === null ? [] : await this.database.rows<{ grantId: string; fingerprint: Buffer }>(FIND_LINK, [id])
    if (id === null || !link) throw wrongLinkRejection()
    const [first, ...others] = await this.#enterable(link.fingerprint, link.grantId)
    if (!first) throw wrongLinkRejection()
    return { id, grants: [first, ...others] }
  }

  /** Rejects with UNAUTHENTICATED for a grant that ended meanwhile, with its sessions. */
  async #grantsOf({ accountId, grantId }: GuestCaller): Promise<EnterableGrant[]> {
    const [own] = await this.database.rows<{ fingerprint: Buffer }>(FIND_GRANT, [accountId, grantId])
    if (!own) throw new Rejected('UNAUTHENTICATED')
    return this.#enterable(own.fingerprint, grantId)
  }

  #enterable(fingerprint: Buffer, first: string): Promise<EnterableGrant[]> {
    const { registrationGraceSeconds: graceSeconds } = this.settings
    return findEnterableGrants(this.database, { fingerprint, first, today: this.database.clock.today(), graceSeconds })
  }

  /** Records the entry in the owner's log, with the session that it starts. */
  async #record({ accountId, grantId }: EnterableGrant, session: NewSession, alongside: readonly Write[]): Promise<void> {
    await this.commands.execute(
      ExecuteCommand.of(
        { accountId, actor: grantId, source: 'app' },
        {
          decider: guestDecider,
          entityId: grantId,
          command: { type: 'EnterAsGuest' as const, today: this.database.clock.today() },
          reply: () => null,
          alongside: [...alongside, insertSession(session, grantId)],
        },
      ),
    )
    this.accesses.note({ accountId, address: session.client.address, kind: 'guest-entry', outcome: 'done' })
  }

  #entryOf({ token }: NewSession, entered: EnterableGrant, grants: readonly EnterableGrant[]): GuestEntry {
    return { token, user: toGuestUser(entered), grants: toOpenGrants(grants) }
  }
}

function insertSession({ userId, id, expiresAt, client }: NewSession, grantId: string): Write {
  return {
    name: 'append-guest-session',
    text: `
      insert into sessions (user_id, id, grant_id, expires_at, device, address, last_seen_at)
      values ($1::uuid, $2::uuid, $3::uuid, $4::timestamptz, $5::text, $6::text, now())`,
    values: [userId, id, grantId, expiresAt.toISOString(), client.device, client.address],
  }
}

/** Whether an entry failed because link, grant or account ended meanwhile. */
function isEnded(failure: unknown): boolean {
  return violated(failure) === 'email_link' || isRejected(failure, 'NOT_FOUND')
}

function wrongLinkRejection(): Rejected {
  return new Rejected('VALIDATION', guestTexts.linkInvalid, { token: [guestTexts.linkInvalid] })
}
