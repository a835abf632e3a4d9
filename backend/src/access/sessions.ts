import { Injectable } from '@nestjs/common'
import { letsIn, SILENCE_DAYS, subscriptionStatuses } from '@prumo/shared/subscription-texts'
import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import { v7 as newId } from 'uuid'
import type { Write } from '../event-store/stream/commit.js'
import { logStateSql, parseLogState, type LogState, type LogStateColumns } from '../answers/log-state.js'
import { Settings } from '../platform/config/settings.js'
import type { SqlStatement } from '../platform/database/connection-pool.js'
import { Database } from '../platform/database/database.js'
import { valuesSql, rowParameters } from '../platform/database/values-sql.js'
import type { Caller } from '../platform/http/caller.js'
import { NO_CLIENT, type ClientInfo } from './client.js'
import { SessionEntity } from './session.entity.js'
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
  client: ClientInfo
  token: string
}
/** A session that nobody used for so long is over, whatever its token says. */
const UNUSED_DAYS = 30
/** When it was used is noted to within so many minutes, so that requests do not write. */
const USE_NOTED_MINUTES = 5

/** That a passkey answered. The use is noted with what it allows, or the passkey is gone, or its device counted no further. */
export interface PasskeyUse {
  accountId: string
  passkeyId: string
  /** How often the device has signed; 0 where it does not count. */
  counter: number
}

/** A passkey as it was used, which holds once that is noted: a counter that goes back is a copy's. @param person the SQL of whose it is */
export const passkeyUseSql = (person: string, id: string, counter: string) => `
  update passkeys set counter = ${counter}, last_used_at = now()
  where user_id = ${person} and id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning user_id as id`

const NOTE_USE = {
  name: 'note-session-use',
  text: `
    update sessions set last_seen_at = now(), address = coalesce($3, address)
    where user_id = $1 and id = $2 and last_seen_at < now() - interval '${USE_NOTED_MINUTES} minutes'`,
}

/** Changing how someone comes in is covered for this long once they have shown again that it is them. */
const confirmStatement = (name: string, allowed: string) => ({
  name,
  text: `
    with allowed as (${allowed})
    update sessions s set confirmed_until = now() + interval '5 minutes' from allowed where s.user_id = allowed.id and s.id = $2
    returning s.id`,
})
// Under the same lock as beginning one: a password that is being replaced confirms nothing any more.
const CONFIRM = confirmStatement('confirm-session', 'select id from users where id = $1 and password_hash = $3 for share')
const CONFIRM_BY_PASSKEY = confirmStatement('confirm-session-by-passkey', passkeyUseSql('$1', '$3', '$4'))

const SESSION_COLUMNS = [
  ['user_id', 'uuid'],
  ['id', 'uuid'],
] as const

const STATUSES_WITH_ACCESS = subscriptionStatuses.filter(letsIn).join()

/**
 * Which of the given sessions there are, and whether their accounts are let in: by a subscription that is paid, or was until
 * a few days ago and of which Stripe has said nothing since; or for a while after they were opened. Asked with every request, so
 * it is prepared SQL, and one question for many; the age is looked up only where the subscription does not answer.
 */
const findSql = (several: boolean, withLog: boolean, graceSeconds: number) => {
  // One session is asked by its account alone, which Citus sends to one node as it is.
  const person = several ? 's.user_id' : '$1::uuid'
  const asked = several
    ? `join ${valuesSql(SESSION_COLUMNS, 'a', true)} on s.user_id = a.user_id and s.id = a.id where`
    : 'where s.user_id = $1::uuid and s.id = $2::uuid and'
  return `
  select s.user_id || ' ' || s.id as session, coalesce(
    (select b.status = any('{${STATUSES_WITH_ACCESS}}') and b.current_period_end > extract(epoch from now() - interval '${SILENCE_DAYS} days')
      from subscription_status b where b.account_id = ${person})
    or (select p.created_at from account_profile p where p.account_id = ${person}) > now() - interval '${graceSeconds} seconds'
      and not (select u.had_grace from users u where u.id = ${person}), false) as "letIn",
    s.last_seen_at < now() - interval '${USE_NOTED_MINUTES} minutes' as "isUnnoted",
    coalesce(s.confirmed_until > now(), false) as confirmed${withLog ? `, ${logStateSql(person)}` : ''}
  from sessions s ${asked} s.expires_at > now() and s.last_seen_at > now() - interval '${UNUSED_DAYS} days'`
}

/** How an open session stands: whose it is, and whether it opens what is paid for. */
export interface ValidatedSession {
  caller: Caller
  letIn: boolean
  /** Whether it was noted some minutes ago that it is used. */
  isUnnoted: boolean
  /** Whether the person showed again, minutes ago, that it is them. */
  confirmed: boolean
  /** Where that was asked for. */
  log?: LogState
}

interface FoundSession extends Partial<LogStateColumns> {
  session: string
  letIn: boolean
  isUnnoted: boolean
  confirmed: boolean
}

/** Sessions: a row for each token, looked up with every request, so that ending one is felt at once everywhere. */
@Injectable()
export class Sessions {
  /** Whom tokens are of: what was signed stays true, and whether its session still is is asked each time. */
  readonly #read = new LRUCache<string, Caller>({ max: MAX_TOKENS })
  /** Of one session, and of several. */
  readonly #find: readonly [SqlStatement, SqlStatement]
  readonly #plain: DataLoader<Caller, ValidatedSession | null>
  readonly #withLog: DataLoader<Caller, ValidatedSession | null>

  constructor(
    private readonly tokens: SessionTokens,
    private readonly database: Database,
    { registrationGraceSeconds: grace }: Settings,
  ) {
    const statement = (name: string, several: boolean, withLog: boolean): SqlStatement => ({ name, text: findSql(several, withLog, grace) })
    this.#find = [statement('find-session', false, false), statement('find-sessions', true, false)]
    this.#plain = this.#createLoader(this.#find, new QueryPacer())
    this.#withLog = this.#createLoader(
      [statement('find-session-and-log', false, true), statement('find-sessions-and-logs', true, true)],
      new QueryPacer(),
    )
  }

  /** A session of 12 hours, or of 30 days to remember; it counts once its row is stored. */
  make(userId: string, remember: boolean, client: ClientInfo = NO_CLIENT): NewSession {
    const id = newId()
    const iat = Math.floor(this.database.clock.now() / 1000)
    const exp = iat + (remember ? REMEMBERED_MS : ORDINARY_MS) / 1000
    const token = this.tokens.sign({ accountId: userId, sessionId: id }, { iat, exp })
    return { userId, id, expiresAt: new Date(exp * 1000), client, token }
  }

  /** Covers a session by a password that is still the one of this hash; false when it is not, or the session is over. */
  async confirm({ accountId, sessionId }: Caller, passwordHash: string): Promise<boolean> {
    return (await this.database.rows(CONFIRM, [accountId, sessionId, passwordHash])).length === 1
  }

  /** Covers a session by a passkey that answered; false when it may not any more, or the session is over. */
  async confirmByPasskey({ sessionId }: Caller, { accountId, passkeyId, counter }: PasskeyUse): Promise<boolean> {
    return (await this.database.rows(CONFIRM_BY_PASSKEY, [accountId, sessionId, passkeyId, counter])).length === 1
  }

  /** Whose session a token stands for, and how it stands, if asked with its log; null when it is false, old or ended. */
  async find(token: string, withLog = false): Promise<ValidatedSession | null> {
    const caller = this.#callerOf(token)
    return caller && (withLog ? this.#withLog : this.#plain).load(caller)
  }

  /** Which of these callers are signed in still and let in, in their order; none of them asked on its own. */
  async haveAccess(callers: readonly Caller[]): Promise<boolean[]> {
    return (await this.#findStates(this.#find, callers)).map((standing) => standing?.letIn ?? false)
  }

  /** Asks once for all who ask in one turn; nothing is kept. */
  #createLoader(find: readonly [SqlStatement, SqlStatement], turns: QueryPacer): DataLoader<Caller, ValidatedSession | null> {
    const ask = (callers: readonly Caller[]) => turns.take(() => this.#findStates(find, callers))
    return new DataLoader(ask, { cache: false, batchScheduleFn: (next) => turns.wait(next) })
  }

  async #findStates(
    [one, several]: readonly [SqlStatement, SqlStatement],
    callers: readonly Caller[],
  ): Promise<(ValidatedSession | null)[]> {
    const asked = callers.map(({ accountId, sessionId }) => [accountId, sessionId])
    const rows =
      callers.length === 1 || this.database.places
        ? (await Promise.all(asked.map((values) => this.database.rows<FoundSession>(one, values)))).flat()
        : await this.database.rows<FoundSession>(several, [...rowParameters(SESSION_COLUMNS, asked)])
    const found = new Map(rows.map((row) => [row.session, row]))
    return callers.map((caller) => {
      const row = found.get(`${caller.accountId} ${caller.sessionId}`)
      if (!row) return null
      const { letIn, isUnnoted, confirmed, position, stamps } = row
      const standing = { caller, letIn, isUnnoted, confirmed }
      return position === undefined || !stamps ? standing : { ...standing, log: parseLogState({ position, stamps }) }
    })
  }

  /** Notes that a session is used, unless that was noted a moment ago. No request waits for it, and none fails by it. */
  noteUse({ accountId, sessionId }: Caller, address: string | null): void {
    this.database.rows(NOTE_USE, [accountId, sessionId, address]).catch(() => undefined)
  }

  async end(caller: Caller): Promise<void> {
    await this.database.dataSource.getRepository(SessionEntity).delete({ userId: caller.accountId, id: caller.sessionId })
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
const CONCURRENT_QUERIES = 2
/** Nobody waits longer for others: the database may have fallen silent. */
const LONGEST_WAIT_MS = 25

/** When the next question is asked: at once while few are under way, else with the end of one of them. */
class QueryPacer {
  #underWay = 0
  #next: (() => void) | undefined

  wait(ask: () => void): void {
    if (this.#underWay < CONCURRENT_QUERIES) return void setImmediate(ask)
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
export function insertFirstSession({ userId, id, expiresAt, client }: NewSession): Write {
  return {
    name: 'append-first-session',
    text: `
      insert into sessions (user_id, id, expires_at, device, address, last_seen_at)
      values ($1::uuid, $2::uuid, $3::timestamptz, $4::text, $5::text, now())`,
    values: [userId, id, expiresAt, client.device, client.address],
  }
}
