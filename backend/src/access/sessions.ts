import { Injectable } from '@nestjs/common'
import { SESSION_HOURS } from '@prumo/shared/limits'
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
const ORDINARY_MS = SESSION_HOURS * HOUR_MS
const REMEMBERED_MS = 30 * 24 * HOUR_MS
const MAX_TOKENS = 10_000

/** A session before it is stored, with its token. */
export interface NewSession {
  userId: string
  id: string
  expiresAt: Date
  client: ClientInfo
  token: string
}
/** Whose account a guest reads, and by which grant. */
export type GuestSessionOwner = Required<Pick<Caller, 'accountId' | 'grantId'>>

/** A session unused for this long ends, whatever its token says. */
const UNUSED_DAYS = 30
/** How often the use of a session is recorded, so that not every request writes. */
const USE_NOTED_MINUTES = 5

/** A verified assertion of a passkey. Recording its use fails if the passkey was removed or the counter did not increase. */
export interface PasskeyUse {
  accountId: string
  passkeyId: string
  /** The device's signature counter; 0 if it has none. */
  counter: number
}

/**
 * Records the use of a passkey; returns no row if the use is invalid. A counter that does not increase indicates a
 * copied key. @param person SQL of the owner's id
 */
export const passkeyUseSql = (person: string, id: string, counter: string) => `
  update passkeys set counter = ${counter}, last_used_at = now()
  where user_id = ${person} and id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning user_id as id`

const NOTE_USE = {
  name: 'note-session-use',
  text: `
    update sessions set last_seen_at = now(), address = coalesce($3, address)
    where user_id = $1 and id = $2 and last_seen_at < now() - interval '${USE_NOTED_MINUTES} minutes'`,
}

/** Confirms a session for five minutes. */
const confirmStatement = (name: string, allowed: string) => ({
  name,
  text: `
    with allowed as (${allowed})
    update sessions s set confirmed_until = now() + interval '5 minutes' from allowed
    where s.user_id = $1 and s.user_id = allowed.id and s.id = $2 returning s.id`,
})
// Under the same lock as the start of a session: a password that is being replaced confirms nothing.
const CONFIRM = confirmStatement('confirm-session', 'select id from users where id = $1 and password_hash = $3 for share')
const CONFIRM_BY_PASSKEY = confirmStatement('confirm-session-by-passkey', passkeyUseSql('$1', '$3', '$4'))

const SESSION_COLUMNS = [
  ['user_id', 'uuid'],
  ['id', 'uuid'],
] as const

const STATUSES_WITH_ACCESS = subscriptionStatuses.filter(letsIn).join()

/**
 * SQL of whether an account has access: by an active subscription, also for a few days after its period if Stripe sent nothing
 * since; or by the grace period after registration. The account's age is read only if the subscription gives no access.
 * @param person SQL of the account's id
 */
export const accessSql = (person: string, graceSeconds: number) => `coalesce(
    (select b.status = any('{${STATUSES_WITH_ACCESS}}') and b.current_period_end > extract(epoch from now() - interval '${SILENCE_DAYS} days')
      from subscription_status b where b.account_id = ${person})
    or (select p.created_at from account_profile p where p.account_id = ${person}) > now() - interval '${graceSeconds} seconds'
      and not (select u.had_grace from users u where u.id = ${person}), false)`

/**
 * Finds open sessions, and whether their accounts have access. Runs with every request, so it is prepared SQL, and one query
 * serves many sessions.
 */
const findSql = (several: boolean, withLog: boolean, graceSeconds: number) => {
  // A single session is read by its account alone, so that Citus routes it to one node.
  const person = several ? 's.user_id' : '$1::uuid'
  const asked = several
    ? `join ${valuesSql(SESSION_COLUMNS, 'a', 'rows')} on s.user_id = a.user_id and s.id = a.id where`
    : 'where s.user_id = $1::uuid and s.id = $2::uuid and'
  return `
  select s.user_id || ' ' || s.id as session, s.grant_id as "grantId", ${accessSql(person, graceSeconds)} as "letIn",
    s.last_seen_at < now() - interval '${USE_NOTED_MINUTES} minutes' as "isUnnoted",
    coalesce(s.confirmed_until > now(), false) as confirmed${withLog ? `, ${logStateSql(person)}` : ''}
  from sessions s ${asked} s.expires_at > now() and s.last_seen_at > now() - interval '${UNUSED_DAYS} days'`
}

/** An open session, and what it gives access to. */
export interface ValidatedSession {
  caller: Caller
  letIn: boolean
  /** Whether its last recorded use is some minutes old. */
  isUnnoted: boolean
  /** Whether the person confirmed their identity minutes ago. */
  confirmed: boolean
  /** If requested. */
  log?: LogState
}

interface FoundSession extends Partial<LogStateColumns> {
  session: string
  grantId: string | null
  letIn: boolean
  isUnnoted: boolean
  confirmed: boolean
}

/** Sessions. Every request reads its session's row, so ending one takes effect at once on every process. */
@Injectable()
export class Sessions {
  /** Verified tokens. A signature stays valid; the session's row is read each time. */
  readonly #read = new LRUCache<string, Caller>({ max: MAX_TOKENS })
  /** The queries for one session and for several. */
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
    this.#plain = this.#createLoader(this.#find)
    this.#withLog = this.#createLoader([statement('find-session-and-log', false, true), statement('find-sessions-and-logs', true, true)])
  }

  /** A new session of 12 hours, or of 30 days if remembered. Valid once its row is stored. */
  make(userId: string, remember: boolean, client: ClientInfo = NO_CLIENT): NewSession {
    const id = newId()
    const iat = Math.floor(this.database.clock.now() / 1000)
    const exp = iat + (remember ? REMEMBERED_MS : ORDINARY_MS) / 1000
    const token = this.tokens.sign({ accountId: userId, sessionId: id }, { iat, exp })
    return { userId, id, expiresAt: new Date(exp * 1000), client, token }
  }

  /**
   * A new session of a guest, of 12 hours, or of the time that another session still had. Valid once its row is stored.
   * @param lastsUntil when it ends at the latest
   */
  makeForGuest({ accountId, grantId }: GuestSessionOwner, lastsUntil: Date | null, client: ClientInfo): NewSession {
    const id = newId()
    const iat = Math.floor(this.database.clock.now() / 1000)
    const latest = iat + ORDINARY_MS / 1000
    const exp = lastsUntil ? Math.min(latest, Math.floor(lastsUntil.getTime() / 1000)) : latest
    const token = this.tokens.sign({ accountId, sessionId: id, grantId }, { iat, exp })
    return { userId: accountId, id, expiresAt: new Date(exp * 1000), client, token }
  }

  /** Confirms a session if the password hash is still the account's; false if it is not, or the session has ended. */
  async confirm({ accountId, sessionId }: Caller, passwordHash: string): Promise<boolean> {
    return (await this.database.rows(CONFIRM, [accountId, sessionId, passwordHash])).length === 1
  }

  /** Confirms a session if the passkey's use is still valid; false if it is not, or the session has ended. */
  async confirmByPasskey({ sessionId }: Caller, { accountId, passkeyId, counter }: PasskeyUse): Promise<boolean> {
    return (await this.database.rows(CONFIRM_BY_PASSKEY, [accountId, sessionId, passkeyId, counter])).length === 1
  }

  /** The session of a token, with the state of its log if requested; null if the token is invalid or the session has ended. */
  async find(token: string, withLog = false): Promise<ValidatedSession | null> {
    const caller = this.#callerOf(token)
    return caller && (withLog ? this.#withLog : this.#plain).load(caller)
  }

  /** Whether each of these callers is signed in and has access, in their order. Reads them together. */
  async haveAccess(callers: readonly Caller[]): Promise<boolean[]> {
    return (await this.#findStates(this.#find, callers)).map((session) => session?.letIn ?? false)
  }

  /**
   * Reads the sessions of all requests of one turn of the event loop by one query; caches nothing. One query for each tick, as a
   * loader schedules by default, takes twice the processor time of a 304.
   */
  #createLoader(find: readonly [SqlStatement, SqlStatement]): DataLoader<Caller, ValidatedSession | null> {
    const load = (callers: readonly Caller[]) => this.#findStates(find, callers)
    return new DataLoader(load, { cache: false, batchScheduleFn: (next) => setImmediate(next) })
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
      // The role of a token must be that of its session.
      if (!row || row.grantId !== (caller.grantId ?? null)) return null
      const { letIn, isUnnoted, confirmed, position, stamps } = row
      const session = { caller, letIn, isUnnoted, confirmed }
      return position === undefined || !stamps ? session : { ...session, log: parseLogState({ position, stamps }) }
    })
  }

  /** Records the use of a session unless that happened a moment ago. Requests neither wait for it nor fail with it. */
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

/** Inserts the account's first session, in the transaction that opens the account. */
export function insertFirstSession({ userId, id, expiresAt, client }: NewSession): Write {
  return {
    name: 'append-first-session',
    text: `
      insert into sessions (user_id, id, expires_at, device, address, last_seen_at)
      values ($1::uuid, $2::uuid, $3::timestamptz, $4::text, $5::text, now())`,
    values: [userId, id, expiresAt, client.device, client.address],
  }
}
