import { Injectable } from '@nestjs/common'
import { JwtService } from '@nestjs/jwt'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import { IF_APPENDED, type GatedStatement } from '../event-store/log/statement.js'
import { Database } from '../platform/database/database.js'
import { Gathering } from '../platform/database/gathering.js'
import { givenRows, rowValues } from '../platform/database/given-rows.js'
import type { Caller } from '../platform/http/caller.js'
import { LastUsed } from '../platform/last-used.js'

const HOUR_MS = 3_600_000
const ORDINARY_MS = 12 * HOUR_MS
const REMEMBERED_MS = 30 * 24 * HOUR_MS
const MAX_TOKENS = 10_000

/** A session before it is stored, and the token that will stand for it. */
export interface NewSession {
  userId: string
  id: string
  expiresAt: Date
  token: string
}

const claims = z.object({ sub: z.guid(), sid: z.guid() })

const BEGIN = {
  name: 'begin-session',
  // The lock makes a password that is being replaced visible: a session under the old one never slips past the end of all sessions.
  text: `
    with ended as (
      delete from sessions where (user_id, id) in (
        select user_id, id from sessions where expires_at < now() limit 10 for update skip locked)
    )
    insert into sessions (user_id, id, expires_at)
    select u.id, $3, $4 from users u where u.id = $1 and u.password_hash = $2 for share
    returning id`,
}

const ASKED = [
  ['user_id', 'uuid'],
  ['id', 'uuid'],
] as const

/** Which of the given sessions there are. */
const findText = (several: boolean) => `
  select s.user_id || ' ' || s.id as session from sessions s join ${givenRows(ASKED, 'a', several)} on s.user_id = a.user_id and s.id = a.id where s.expires_at > now()`
const FIND_ONE = { name: 'find-session', text: findText(false) }
const FIND_SEVERAL = { name: 'find-sessions', text: findText(true) }

const END = { name: 'end-session', text: 'delete from sessions where user_id = $1 and id = $2' }

/** Sessions: a row for each token, looked up with every request, so that ending one is felt at once everywhere. */
@Injectable()
export class Sessions {
  /** Whom tokens are of: what was signed stays true, and whether its session still is is asked each time. */
  readonly #read = new LastUsed<string, Caller>(MAX_TOKENS)
  readonly #asked = new Gathering<Caller, boolean>((callers) => this.#are(callers))

  constructor(
    private readonly jwt: JwtService,
    private readonly database: Database,
  ) {}

  /** A session of 12 hours, or of 30 days to remember; it counts once its row is stored. */
  make(userId: string, remember: boolean): NewSession {
    const id = newId()
    const iat = Math.floor(Date.now() / 1000)
    const exp = iat + (remember ? REMEMBERED_MS : ORDINARY_MS) / 1000
    return { userId, id, expiresAt: new Date(exp * 1000), token: this.jwt.sign({ sub: userId, sid: id, iat, exp }) }
  }

  /** Stores a session of someone whose password is still the one of this hash; false when it is not. */
  async begin(session: NewSession, passwordHash: string): Promise<boolean> {
    const begun = await this.database.rows(BEGIN, [session.userId, passwordHash, session.id, session.expiresAt])
    return begun.length === 1
  }

  /** Whose session a token stands for; null when it is false, old or ended. */
  async find(token: string): Promise<Caller | null> {
    const caller = this.#callerOf(token)
    if (!caller) return null
    return (await this.#asked.ask(caller)) ? caller : null
  }

  async #are(callers: readonly Caller[]): Promise<boolean[]> {
    const values = rowValues(ASKED, callers.map(({ accountId, sessionId }) => [accountId, sessionId]))
    const rows = await this.database.rows<{ session: string }>(callers.length > 1 ? FIND_SEVERAL : FIND_ONE, [...values])
    const found = new Set(rows.map(({ session }) => session))
    return callers.map(({ accountId, sessionId }) => found.has(`${accountId} ${sessionId}`))
  }

  async end(caller: Caller): Promise<void> {
    await this.database.rows(END, [caller.accountId, caller.sessionId])
  }

  #callerOf(token: string): Caller | null {
    const known = this.#read.get(token)
    if (known) return known
    try {
      const { sub, sid } = claims.parse(this.jwt.verify(token))
      const caller = { accountId: sub, sessionId: sid }
      this.#read.set(token, caller)
      return caller
    } catch {
      return null
    }
  }
}

/** The row of an account's first session, stored with the account or not at all. */
export function firstSession({ userId, id, expiresAt }: NewSession): GatedStatement {
  return {
    text: `insert into sessions (user_id, id, expires_at) select $1::uuid, $2::uuid, $3::timestamptz where $1::uuid ${IF_APPENDED}`,
    values: [userId, id, expiresAt],
  }
}
