import { Injectable } from '@nestjs/common'
import { letsIn, subscriptionStatuses } from '@prumo/shared/subscription-texts'
import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import { v7 as newId } from 'uuid'
import { ifAppended, type Write } from '../event-store/stream/commit.js'
import { Settings } from '../platform/config/settings.js'
import { Database, type Statement } from '../platform/database/database.js'
import { givenRows, rowValues } from '../platform/database/given-rows.js'
import type { Caller } from '../platform/http/caller.js'
import { Session } from './session.entity.js'
import { SessionTokens } from './session-tokens.js'

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

const BEGIN = {
  name: 'begin-session',
  // The lock makes a password that is being replaced visible: a session under the old one never slips past the end of all sessions.
  text: `
    with ended as materialized (
      select user_id, id from sessions where expires_at < now() limit 10 for update skip locked
    ), deleted as (
      delete from sessions where user_id = any(array(select user_id from ended)) and id = any(array(select id from ended))
    )
    insert into sessions (user_id, id, expires_at)
    select u.id, $3, $4 from users u where u.id = $1 and u.password_hash = $2 for share
    returning id`,
}

const ASKED = [
  ['user_id', 'uuid'],
  ['id', 'uuid'],
] as const

const LETTING_IN = subscriptionStatuses.filter(letsIn).join()

/**
 * Which of the given sessions there are, and whether their accounts are let in: by a subscription, or for a while after
 * they were opened. Asked with every request, so it is prepared SQL, and one question for many; the age is looked up only
 * where the subscription does not answer.
 */
const findText = (several: boolean, graceSeconds: number) => `
  select s.user_id || ' ' || s.id as session, coalesce(
    (select b.status from subscription_status b where b.account_id = s.user_id) = any('{${LETTING_IN}}')
    or (select p.created_at from account_profile p where p.account_id = s.user_id) > now() - interval '${graceSeconds} seconds', false) as "letIn"
  from sessions s join ${givenRows(ASKED, 'a', several)} on s.user_id = a.user_id and s.id = a.id where s.expires_at > now()`

/** How an open session stands: whose it is, and whether it opens what is paid for. */
export interface Standing {
  caller: Caller
  letIn: boolean
}

/** Sessions: a row for each token, looked up with every request, so that ending one is felt at once everywhere. */
@Injectable()
export class Sessions {
  /** Whom tokens are of: what was signed stays true, and whether its session still is is asked each time. */
  readonly #read = new LRUCache<string, Caller>({ max: MAX_TOKENS })
  readonly #turns = new Turns()
  /** Asks once for all who ask in one turn; nothing is kept. */
  readonly #asked = new DataLoader<Caller, Standing | null>((callers) => this.#turns.take(() => this.#standings(callers)), {
    cache: false,
    batchScheduleFn: (ask) => this.#turns.wait(ask),
  })
  readonly #findOne: Statement
  readonly #findSeveral: Statement

  constructor(
    private readonly tokens: SessionTokens,
    private readonly database: Database,
    { registrationGraceSeconds }: Settings,
  ) {
    this.#findOne = { name: 'find-session', text: findText(false, registrationGraceSeconds) }
    this.#findSeveral = { name: 'find-sessions', text: findText(true, registrationGraceSeconds) }
  }

  /** A session of 12 hours, or of 30 days to remember; it counts once its row is stored. */
  make(userId: string, remember: boolean): NewSession {
    const id = newId()
    const iat = Math.floor(this.database.clock.now() / 1000)
    const exp = iat + (remember ? REMEMBERED_MS : ORDINARY_MS) / 1000
    return { userId, id, expiresAt: new Date(exp * 1000), token: this.tokens.sign({ accountId: userId, sessionId: id }, { iat, exp }) }
  }

  /** Stores a session of someone whose password is still the one of this hash; false when it is not. */
  async begin(session: NewSession, passwordHash: string): Promise<boolean> {
    const begun = await this.database.rows(BEGIN, [session.userId, passwordHash, session.id, session.expiresAt])
    return begun.length === 1
  }

  /** Whose session a token stands for, and how it stands; null when it is false, old or ended. */
  async find(token: string): Promise<Standing | null> {
    const caller = this.#callerOf(token)
    return caller && this.#asked.load(caller)
  }

  /** Which of these callers are signed in still and let in, in their order; none of them asked on its own. */
  async areLetIn(callers: readonly Caller[]): Promise<boolean[]> {
    return (await this.#standings(callers)).map((standing) => standing?.letIn ?? false)
  }

  async #standings(callers: readonly Caller[]): Promise<(Standing | null)[]> {
    const values = rowValues(ASKED, callers.map(({ accountId, sessionId }) => [accountId, sessionId]))
    const rows = await this.database.rows<{ session: string; letIn: boolean }>(callers.length > 1 ? this.#findSeveral : this.#findOne, [...values])
    const found = new Map(rows.map(({ session, letIn }) => [session, letIn]))
    return callers.map((caller) => {
      const letIn = found.get(`${caller.accountId} ${caller.sessionId}`)
      return letIn === undefined ? null : { caller, letIn }
    })
  }

  async end(caller: Caller): Promise<void> {
    await this.database.dataSource.getRepository(Session).delete({ userId: caller.accountId, id: caller.sessionId })
  }

  #callerOf(token: string): Caller | null {
    const known = this.#read.get(token)
    if (known) return known
    const caller = this.tokens.read(token, this.database.clock.now())
    if (caller) this.#read.set(token, caller)
    return caller
  }
}

/** Questions under way at one time. With more of them each is about fewer sessions, and costs as much. */
const UNDER_WAY = 2
/** Nobody waits longer for others: the database may have fallen silent. */
const LONGEST_WAIT_MS = 25

/** When the next question is asked: at once while few are under way, else with the end of one of them. */
class Turns {
  #underWay = 0
  #next: (() => void) | undefined

  wait(ask: () => void): void {
    if (this.#underWay < UNDER_WAY) return void setImmediate(ask)
    const once = () => {
      clearTimeout(timer)
      if (this.#next === once) this.#next = undefined
      ask()
    }
    const timer = setTimeout(once, LONGEST_WAIT_MS)
    this.#next = once
  }

  async take<T>(question: () => Promise<T>): Promise<T> {
    this.#underWay++
    try {
      return await question()
    } finally {
      this.#underWay--
      this.#next?.()
    }
  }
}

/** The row of an account's first session, stored with the account or not at all. */
export function firstSession({ userId, id, expiresAt }: NewSession): Write {
  return {
    name: 'append-first-session',
    text: `insert into sessions (user_id, id, expires_at) select $1::uuid, $2::uuid, $3::timestamptz where ${ifAppended('$1::uuid')}`,
    values: [userId, id, expiresAt],
  }
}
